function c = constants()
%CONSTANTS  Sizes, names and limits of the coordinates, in a struct.
%   c = Tiny_arm.constants(); c.nq
%   Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
%#codegen
c.nq = 2; % length of q
% joints in the order of q
c.joint_names = {'upper "arm"'; 'it''s \ α'};
% lower limits of q
c.lower_position_limit = [-0.5; -Inf];
end
