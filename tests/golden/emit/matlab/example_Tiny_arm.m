function example_Tiny_arm()
%EXAMPLE_TINY_ARM  Tiny arm: how the generated functions are called.
%   In this folder:  octave --no-gui --eval example_Tiny_arm
%               or:  matlab -batch example_Tiny_arm
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
