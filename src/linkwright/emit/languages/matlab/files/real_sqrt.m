function z = real_sqrt(x)
if x < 0
    z = NaN;
else
    z = sqrt(x);
end
end
