function linkwright_checks(robot, table)
%LINKWRIGHT_CHECKS  Runs the checks of a generated test function, which are a table.
%   Prints a line per check; the last line counts them. Ends with an error where one fails.
%
%   table.data       numbers that are given; behind them in memory is what a check computes
%   table.memory     how many numbers there are in memory
%   table.functions  a row for each: a handle; what it takes, as rows of place among its arguments and shape; sizes it returns
%   table.arguments  where in memory arguments of calls begin, counted from 0; -1: left out
%   table.rows       steps: what to do, and six numbers
%   table.checks     a row for each: first row, row behind the last, elements of the sum, tolerance, floor, name
%
%   Written by Linkwright. Do not edit: generate it again.
count = size(table.checks, 1);
passed = 0;
largest = 0;
fprintf('%s\n', robot);
for k = 1:count
    word = 'FAILED';
    note = '';
    try
        found = relative_error(table, table.checks(k, :));
    catch problem
        found = Inf;
        note = [': ', problem.message];
    end
    if found <= table.checks{k, 4}
        word = 'ok';
        passed = passed + 1;
    end
    if found > largest || isnan(found)
        largest = found;
    end
    fprintf('  %-6s %9.2e  %s%s\n', word, found, table.checks{k, 6}, note);
end
fprintf('%d checks, %d passed, max relative error %.2e\n', count, passed, largest);
if passed < count
    error('linkwright:tests', '%d of %d checks failed', count - passed, count);
end
end

function found = relative_error(table, check)
% Largest element of the sum of the terms, relative to the largest element of the terms.
memory = NaN(table.memory, 1);
memory(1:numel(table.data)) = table.data;
places = 1:check{3};
total = zeros(check{3}, 1);
scale = check{5};
for k = check{1} + 1:check{2}
    step = table.rows(k, :);
    switch step(1)
        case 0
            memory = run(memory, table.functions(step(2) + 1, :), table.arguments(step(3) + 1:end));
        case 1
            turned = matrix(memory, step(2), step(4), step(5));
            memory(step(3) + (1:numel(turned))) = turned(:);
        case 2
            product = matrix(memory, step(2), step(5), step(6)) * matrix(memory, step(3), step(6), step(7));
            memory(step(4) + (1:numel(product))) = reshape(product.', [], 1);
        case 3
            term = memory(step(2) + 1) * memory(step(3) + places);
            total = total + term;
            scale = max([scale; abs(term)]);
        case 4
            memory = absent(memory, step(2) + (1:step(4)), step(3) + (1:step(4)));
    end
end
found = max([0; abs(total)]) / scale;
if ~all(isfinite(total))
    found = Inf;
end
end

function memory = run(memory, row, places)
% A call; what is left out at the end is not given, elsewhere it is [].
[handle, inputs, outputs] = row{:};
given = cell(1, size(inputs, 1));
last = 0;
for k = 1:numel(given)
    [place, shape] = inputs{k, :};
    if places(place) >= 0
        x = memory(places(place) + (1:prod(shape)));
        if numel(shape) > 1
            x = permute(reshape(x, fliplr(shape)), numel(shape):-1:1);
        elseif isempty(x)
            x = [];
        end
        given{k} = x;
        last = k;
    end
end
made = cell(1, numel(outputs));
[made{:}] = handle(given{1:last});
for k = 1:numel(made)
    x = made{k};
    if ~isequal(size(x), outputs{k})
        error('linkwright:tests', 'a result has size%s, not%s', sprintf(' %d', size(x)), sprintf(' %d', outputs{k}));
    end
    x = permute(x, ndims(x):-1:1);
    memory(places(numel(given) + k) + (1:numel(x))) = double(x(:));
end
end

function x = matrix(memory, first, rows, columns)
x = reshape(memory(first + (1:rows * columns)), columns, rows).';
end

function memory = absent(memory, places, mask)
% Where the mask is 1, an element must be NaN: it becomes 0; another number Inf, which no check allows.
places = places(memory(mask) > 0);
wrong = ~isnan(memory(places));
memory(places) = 0;
memory(places(wrong)) = Inf;
end
