function z = real_acos(x)
if abs(x) > 1
    z = NaN;
else
    z = acos(x);
end
end
