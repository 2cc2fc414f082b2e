function y = select(x, yes, no)
if x > 0
    y = yes;
else
    y = no;
end
end
