function test_Tiny_arm()
%TEST_TINY_ARM  Tiny arm: the generated functions against independent values.
%   In this folder:  octave --no-gui --eval test_Tiny_arm
%               or:  matlab -batch test_Tiny_arm
%   Prints a line per check; the last line counts them. Ends with an error where one fails.
%   Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
addpath(fileparts(mfilename('fullpath')));
data = sample_data();
checks = all_checks();
passed = 0;
largest = 0;
fprintf('%s\n', 'Tiny arm');
for k = 1:size(checks, 1)
    run_case = checks{k, 2};
    word = 'FAILED';
    note = '';
    try
        found = relative_error(run_case(data), checks{k, 4});
    catch problem
        found = Inf;
        note = [': ', problem.message];
    end
    if found <= checks{k, 3}
        word = 'ok';
        passed = passed + 1;
    end
    if found > largest || isnan(found)
        largest = found;
    end
    fprintf('  %-6s %9.2e  %s%s\n', word, found, checks{k, 1}, note);
end
fprintf('%d checks, %d passed, max relative error %.2e\n', size(checks, 1), passed, largest);
if passed < size(checks, 1)
    error('linkwright:tests', '%d of %d checks failed', size(checks, 1) - passed, size(checks, 1));
end
end

function found = relative_error(terms, least)
% Largest element of the sum of the terms, relative to the largest element of the terms.
total = 0;
scale = least;
for k = 1:numel(terms)
    total = total + terms{k};
    scale = max([scale; abs(terms{k})]);
end
found = max([0; abs(total)]) / scale;
if ~all(isfinite(total))
    found = Inf;
end
end

function x = flat(x, shape)
% The elements row by row, as a column.
if ~isequal(size(x), shape)
    error('linkwright:tests', 'a result has size%s, not%s', sprintf(' %d', size(x)), sprintf(' %d', shape));
end
x = permute(x, ndims(x):-1:1);
x = x(:);
end

function x = matrix(x, rows, columns)
x = reshape(x, columns, rows).';
end

function z = product(x, y, rows, inner, columns)
z = matrix(x, rows, inner) * matrix(y, inner, columns);
z = reshape(z.', rows * columns, 1);
end

function checks = all_checks()
checks = cell(2, 4);
checks(1, :) = {'M at a sample', @case_1, 1e-09, 0.001};
checks(2, :) = {'h at a sample', @case_2, 1e-09, 0.001};
end

function data = sample_data()
data = cell(4, 1);
data{1} = [0.5, -0.25].';
data{2} = [1.5, 0.25].';
data{3} = [2.2266843162829835, 0.3633421581414918, 0.3633421581414918, 1.5].';
data{4} = [-0.12370197962726147].';
end

function terms = case_1(data)
terms = {};
result = cell(2, 1);
[result{1}, result{2}] = Tiny_arm.mass_matrix(data{1}, data{2});
result{1} = flat(result{1}, [2, 2]);
result{2} = flat(result{2}, [1, 1]);
terms{end + 1} = 1 * result{1};
terms{end + 1} = -1 * data{3};
end

function terms = case_2(data)
terms = {};
result = cell(2, 1);
[result{1}, result{2}] = Tiny_arm.mass_matrix(data{1}, data{2});
result{1} = flat(result{1}, [2, 2]);
result{2} = flat(result{2}, [1, 1]);
terms{end + 1} = 1 * result{2};
terms{end + 1} = -1 * data{4};
end
