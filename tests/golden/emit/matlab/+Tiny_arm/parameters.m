function [values, names] = parameters(varargin)
%PARAMETERS  Default values of 'parameters', and the names of its elements.
%   values = Tiny_arm.parameters()
%   [values, names] = Tiny_arm.parameters()
%   values = Tiny_arm.parameters('m1', 1.5) changes elements by name.
%   Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
%#codegen
values = [
    1.5  % m1
    0.25  % L_upper
];
if nargout > 1 || nargin > 0
    names = {
        'm1'
        'L_upper'
    };
    values = changed(values, names, varargin{:});
end
end

function values = changed(values, names, varargin)
for k = 1:2:numel(varargin)
    place = find(strcmp(names, varargin{k}));
    if isempty(place) || k == numel(varargin)
        error('linkwright:input', 'no element is called %s, or it has no value', varargin{k});
    end
    values(place) = varargin{k + 1};
end
end
