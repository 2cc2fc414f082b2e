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
