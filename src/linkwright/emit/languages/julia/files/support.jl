# What every generated module has of its own.

# --- the rest of this file stands in the module
# Outside of their domain these say NaN, where those of Base stop: both branches of a selection are computed.
@inline _nan_where(outside, x) = ifelse(outside, oftype(float(x), NaN), float(x))
@inline _sqrt(x) = sqrt(_nan_where(x < 0, x))
@inline _log(x) = log(_nan_where(x < 0, x))
@inline _asin(x) = asin(_nan_where(abs(x) > 1, x))
@inline _acos(x) = acos(_nan_where(abs(x) > 1, x))
@inline _pow(x, y) = _nan_where((x < 0) & (y != trunc(y)), x)^y
@inline _select(x, yes, no) = ifelse(x > 0, promote(yes, no)...)
@inline _only_if(condition, x) = ifelse(condition > 0, float(x), oftype(float(x), NaN))

function _check_size(caller, name, x, shape)
    if size(x) != shape
        throw(DimensionMismatch(string(caller, ": ", name, " has size ", size(x), ", not ", shape)))
    end
    Base.require_one_based_indexing(x)
    return nothing
end

function _check_input(caller, name, x, shape)
    _check_size(caller, name, x, shape)
    if !all(isfinite, x)
        throw(ArgumentError(string(caller, ": ", name, " has an element that is not a finite number")))
    end
    return nothing
end

function _changed(values, names, changes)
    changed = copy(values)
    for (name, value) in changes
        index = findfirst(isequal(name), names)
        if index === nothing
            throw(ArgumentError(string("no element is called ", name)))
        end
        changed[index] = value
    end
    return changed
end
