function z = real_pow(x, y)
if x < 0 && y ~= fix(y)
    z = NaN;
else
    z = x^y;
end
end
