% Tiny arm: equations of motion, MATLAB and Octave
%   Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
%
%   Conventions
%     M(q) a = tau
%     angles in radians */ """ % \end{document}
%
%   Parameters
%     m1       1.5   kg  mass of the upper link
%     L_upper  0.25  m
%
%   Functions
%     mass_matrix  M(q) a = tau
