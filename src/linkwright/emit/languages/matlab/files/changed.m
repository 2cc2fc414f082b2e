function values = changed(values, names, varargin)
for k = 1:2:numel(varargin)
    place = find(strcmp(names, varargin{k}));
    if isempty(place) || k == numel(varargin)
        error('linkwright:input', 'no element is called %s, or it has no value', varargin{k});
    end
    values(place) = varargin{k + 1};
end
end
