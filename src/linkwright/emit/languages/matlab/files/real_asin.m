function z = real_asin(x)
if abs(x) > 1
    z = NaN;
else
    z = asin(x);
end
end
