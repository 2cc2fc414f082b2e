function z = real_log(x)
if x < 0
    z = NaN;
else
    z = log(x);
end
end
