# Tiny arm: tests of the generated functions against independent values
# In the package's folder:  julia --project=. test/runtests.jl
# Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

using Printf
using Test
import TinyArm

"What functions compute with."
const REAL = Float64

"Numbers of memory as an array."
function taken(memory, place, shape, kind = Float64)
    x = zeros(kind, prod(shape))
    for k in 1:length(x)
        x[k] = memory[place + k]
    end
    return length(shape) == 0 ? x[1] : permutedims(reshape(x, reverse(shape)...), length(shape):-1:1)
end

"An array into memory."
function put(memory, place, x::AbstractArray)
    for (k, number) in enumerate(vec(permutedims(x, ndims(x):-1:1)))
        memory[place + k] = number
    end
    return nothing
end

function put(memory, place, x::Real)
    memory[place + 1] = x
    return nothing
end

"Call a function: what it takes, in its order, and what it makes. What is left out at the end is not given."
function call(memory, row, places, first)
    f, inputs, outputs = row
    arguments, left_out = Any[], Any[]
    for (k, shape, default) in inputs
        if places[first + k] < 0
            push!(left_out, default)
        else
            for x in left_out
                push!(arguments, x)
            end
            left_out = Any[]
            push!(arguments, taken(memory, places[first + k], shape, REAL))
        end
    end
    made = f(arguments...)
    for (k, x) in enumerate(length(outputs) == 1 ? (made,) : made)
        if size(x) != outputs[k]
            throw(DimensionMismatch(string("a result has size ", size(x), ", not ", outputs[k])))
        end
        put(memory, places[first + length(inputs) + k], x)
    end
    return nothing
end

"Where the mask is 1, an element must be NaN: it becomes 0; another number Inf, which no check allows."
function absent(memory, place, mask, count)
    for k in 1:count
        if memory[mask + k] > 0
            memory[place + k] = isnan(memory[place + k]) ? 0.0 : Inf
        end
    end
    return nothing
end

"Largest element of the sum of the terms, relative to the largest element of the terms."
function relative_error(memory, functions, places, rows, check)
    first, behind, count, tolerance, scale, name = check
    total = zeros(Float64, count)
    for k in first:behind - 1
        step, a, b, c, d, e, f = rows[k + 1]
        if step == 0
            call(memory, functions[a + 1], places, b)
        elseif step == 1
            put(memory, b, permutedims(taken(memory, a, (c, d)), (2, 1)))
        elseif step == 2
            put(memory, c, taken(memory, a, (d, e)) * taken(memory, b, (e, f)))
        elseif step == 3
            term = memory[a + 1] * taken(memory, b, (count,))
            total = total + term
            scale = maximum(abs, term; init = scale)
        else
            absent(memory, a, b, c)
        end
    end
    return all(isfinite, total) ? maximum(abs, total; init = 0.0) / scale : Inf
end

"The same; Inf where a check stops with an error, which is shown."
function error_of(memory, functions, places, rows, check)
    try
        return relative_error(memory, functions, places, rows, check)
    catch problem
        println("  ", problem)
        return Inf
    end
end

"""
    run_checks(robot, room, data, functions, places, rows, checks)

A line for each check, a summary, an error where one fails.
room: numbers in memory behind the data. functions: each with what it takes (place among the arguments, shape, default) and
the shapes that it makes. places: where arguments of calls begin, -1 where one is left out. rows: steps, and six numbers for
each. checks: first row, row behind the last, elements of the sum, tolerance, floor, name.
"""
function run_checks(robot, room, data, functions, places, rows, checks)
    println(robot)
    errors = Float64[]
    passed = 0
    memory = zeros(Float64, length(data) + room)
    for (k, x) in enumerate(data)
        memory[k] = x
    end
    for check in checks
        for k in length(data) + 1:length(memory)
            memory[k] = NaN
        end
        found = error_of(memory, functions, places, rows, check)
        ok = found <= check[4]
        passed += ok
        push!(errors, found)
        @printf("  %-6s %9.2e  %s\n", ok ? "ok" : "FAILED", found, check[6])
    end
    largest = maximum(errors; init = 0.0)
    try
        @testset "checks" begin
            @test length(errors) == length(checks)
            for (k, check) in enumerate(checks)
                @test errors[k] <= check[4]
            end
        end
    finally
        @printf("%d checks, %d passed, max relative error %.2e\n", length(checks), passed, largest)
    end
    return nothing
end

run_checks(
    "Tiny arm",
    5,
    Float64[
        0.5, -0.25, 1.5, 0.25, 2.2266843162829835, 0.3633421581414918, 0.3633421581414918, 1.5,
        -0.12370197962726147, 1.0, -1.0,
    ],
    Any[
        (TinyArm.mass_matrix, ((1, (2,), nothing), (2, (2,), TinyArm.PARAMETERS),), ((2, 2), (),)),
    ],
    Int[
        0, 2, 11, 15, 0, 2, 11, 15,
    ],
    Any[
        (0, 0, 0, 0, 0, 0, 0),
        (3, 9, 11, 0, 0, 0, 0),
        (3, 10, 4, 0, 0, 0, 0),
        (0, 0, 4, 0, 0, 0, 0),
        (3, 9, 15, 0, 0, 0, 0),
        (3, 10, 8, 0, 0, 0, 0),
    ],
    Any[
        (0, 3, 4, 1e-09, 0.001, "M at a sample"),
        (3, 6, 1, 1e-09, 0.001, "h at a sample"),
    ],
)
