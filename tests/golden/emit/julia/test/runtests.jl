# Tiny arm: tests of the generated functions against independent values
# In the package's folder:  julia --project=. test/runtests.jl
# Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

using Printf
using Test
import TinyArm

"The elements of an array, row by row."
flat(x::AbstractArray) = vec(permutedims(x, ndims(x):-1:1))
flat(x::Real) = [x]

"Largest element of the sum of the terms, relative to the largest element of the terms."
function relative_error(terms, least)
    total = sum(terms)
    if !all(isfinite, total)
        return Inf
    end
    scale = maximum(term -> maximum(abs, term; init = 0.0), terms; init = least)
    return maximum(abs, total; init = 0.0) / scale
end

"The same for a check; Inf where it stops with an error, which is shown."
function error_of(terms, least)
    try
        return relative_error(terms(), least)
    catch problem
        println("  ", problem)
        return Inf
    end
end

const DATA = Vector{Float64}[
    Float64[0.5, -0.25],
    Float64[1.5, 0.25],
    Float64[2.2266843162829835, 0.3633421581414918, 0.3633421581414918, 1.5],
    Float64[-0.12370197962726147],
]

function case_1()
    terms = Vector{Float64}[]
    r1, r2 = TinyArm.mass_matrix(DATA[1], DATA[2])
    r1 = flat(r1)
    r2 = flat(r2)
    push!(terms, 1.0 * r1)
    push!(terms, -1.0 * DATA[3])
    return terms
end

function case_2()
    terms = Vector{Float64}[]
    r1, r2 = TinyArm.mass_matrix(DATA[1], DATA[2])
    r1 = flat(r1)
    r2 = flat(r2)
    push!(terms, 1.0 * r2)
    push!(terms, -1.0 * DATA[4])
    return terms
end

const CHECKS = Any[
    ("M at a sample", case_1, 1e-09, 0.001),
    ("h at a sample", case_2, 1e-09, 0.001),
]

function main()
    println("Tiny arm")
    errors = Float64[]
    passed = 0
    for (name, terms, tolerance, least) in CHECKS
        found = error_of(terms, least)
        ok = found <= tolerance
        passed += ok
        push!(errors, found)
        @printf("  %-6s %9.2e  %s\n", ok ? "ok" : "FAILED", found, name)
    end
    largest = maximum(errors; init = 0.0)
    try
        @testset "Tiny arm" begin
            @test length(errors) == length(CHECKS)
            for (k, check) in enumerate(CHECKS)
                @test errors[k] <= check[3]
            end
        end
    finally
        @printf("%d checks, %d passed, max relative error %.2e\n", length(CHECKS), passed, largest)
    end
    return nothing
end

main()
