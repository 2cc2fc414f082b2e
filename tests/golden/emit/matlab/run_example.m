function run_example()
%RUN_EXAMPLE  Tiny arm: how the generated functions are called.
%   In this folder:  octave --no-gui --eval run_example
%               or:  matlab -batch run_example
%   Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
addpath(fileparts(mfilename('fullpath')));
q = [0.5, -0.25].';
[M, h] = Tiny_arm.mass_matrix(q);
disp('M of mass_matrix');
disp(M);
disp('h of mass_matrix');
disp(h);
tic;
for k = 1:100
    Tiny_arm.mass_matrix(q, [], false);
end
fprintf('mass_matrix: %.1f microseconds per call, inputs not checked\n', 1e4 * toc);
end
