function y = only_if(condition, x)
if condition > 0
    y = x;
else
    y = NaN;
end
end
