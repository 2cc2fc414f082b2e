function [M, h] = mass_matrix(q, parameters, check)
%MASS_MATRIX  Mass matrix of a small arm
%   [M, h] = Tiny_arm.mass_matrix(q)
%   [M, h] = Tiny_arm.mass_matrix(q, parameters)
%   [M, h] = Tiny_arm.mass_matrix(q, parameters, check)
%
%     M(q) a = tau
%
%   in   q  [2]  (rad)  joint positions
%   in   parameters  [2]  physical parameters
%        may be left out: 2 default values
%   out  M  [2x2]
%   out  h  [scalar]
%
%   Operations: add 1 mul 4 neg 1 sin 1 cos 1
%   Reference: Featherstone 2008, table 6.2
%
%   Vectors may be rows or columns; a vector that is returned is a column.
%   check = false: sizes are not compared, and NaN and Inf not looked for. The default is true.
%   Values of inputs that are left out or []: Tiny_arm.parameters().
%   See also Tiny_arm.Contents
%
%   Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
%#codegen
if nargin < 2 || isempty(parameters)
    parameters = Tiny_arm.parameters();
end
if nargin < 3 || check
    check_input('Tiny_arm.mass_matrix', 'q', q, 2);
    check_input('Tiny_arm.mass_matrix', 'parameters', parameters, 2);
end
M = zeros(2, 2);
t1 = parameters(1) * parameters(2) * cos(q(2));
M(1,2) = t1;
M(2,1) = t1;
M(1,1) = 2 * t1 + parameters(1);
h = -(-0.5 * sin(q(2)));
M(2,2) = parameters(1);
end

function check_input(caller, name, x, shape)
if ~isnumeric(x) || ~isreal(x)
    error('linkwright:input', '%s: %s is no array of real numbers', caller, name);
end
if numel(shape) > 1
    fits = isequal(size(x), shape);
else
    fits = numel(x) == shape && max(size(x)) == numel(x);
end
if ~fits
    error('linkwright:input', '%s: %s has size%s, not%s', caller, name, ...
        sprintf(' %d', size(x)), sprintf(' %d', shape));
end
if ~all(isfinite(x(:)))
    error('linkwright:input', '%s: element %d of %s is not a finite number', ...
        caller, find(~isfinite(x(:)), 1), name);
end
end
