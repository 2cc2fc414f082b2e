function test_Tiny_arm()
%TEST_TINY_ARM  Tiny arm: the generated functions against independent values.
%   In this folder:  octave --no-gui --eval test_Tiny_arm
%               or:  matlab -batch test_Tiny_arm
%   Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
addpath(fileparts(mfilename('fullpath')));
table.memory = 16;
table.data = [ ...
    0.5 -0.25 1.5 0.25 2.2266843162829835 0.3633421581414918 0.3633421581414918 1.5 -0.12370197962726147 ...
    1 -1 ...
];
table.arguments = [ ...
    0 2 11 15 0 2 11 15 ...
];
table.functions = {
    @Tiny_arm.mass_matrix, {1, 2; 2, 2}, {[2, 2], [1, 1]}
};
table.rows = [
    0 0 0 0 0 0 0
    3 9 11 0 0 0 0
    3 10 4 0 0 0 0
    0 0 4 0 0 0 0
    3 9 15 0 0 0 0
    3 10 8 0 0 0 0
];
table.checks = {
    0, 3, 4, 1e-09, 0.001, 'M at a sample'
    3, 6, 1, 1e-09, 0.001, 'h at a sample'
};
linkwright_checks('Tiny arm', table);
end
