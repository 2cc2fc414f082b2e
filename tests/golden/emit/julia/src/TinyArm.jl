"""
    TinyArm

    Tiny arm: equations of motion, Julia
    Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

    Conventions
      M(q) a = tau
      angles in radians */ ''' % \\end{document}

    Parameters
      m1       1.5   kg  mass of the upper link
      L_upper  0.25  m

    Functions
      mass_matrix  M(q) a = tau

Each function `f` has a form `f!` that writes into arrays of the caller and allocates nothing.
Elements may be of any real type; what is computed is at least as precise as Float64.
With `check = false` sizes are not compared, and NaN and Inf not looked for: arrays must then be as documented.
"""
module TinyArm

# Outside of their domain these say NaN, where those of Base stop: both branches of a selection are computed.
@inline _nan_where(outside, x) = ifelse(outside, oftype(float(x), NaN), float(x))
@inline _sqrt(x) = sqrt(_nan_where(x < 0, x))
@inline _log(x) = log(_nan_where(x < 0, x))
@inline _asin(x) = asin(_nan_where(abs(x) > 1, x))
@inline _acos(x) = acos(_nan_where(abs(x) > 1, x))
@inline _pow(x, y) = _nan_where((x < 0) & (y != trunc(y)), x)^y
@inline _select(x, yes, no) = ifelse(x > 0, promote(yes, no)...)
@inline _only_if(condition, x) = ifelse(condition > 0, float(x), oftype(float(x), NaN))

function _check_size(caller, name, x, shape)
    if size(x) != shape
        throw(DimensionMismatch(string(caller, ": ", name, " has size ", size(x), ", not ", shape)))
    end
    Base.require_one_based_indexing(x)
    return nothing
end

function _check_input(caller, name, x, shape)
    _check_size(caller, name, x, shape)
    if !all(isfinite, x)
        throw(ArgumentError(string(caller, ": ", name, " has an element that is not a finite number")))
    end
    return nothing
end

function _changed(values, names, changes)
    changed = copy(values)
    for (name, value) in changes
        index = findfirst(isequal(name), names)
        if index === nothing
            throw(ArgumentError(string("no element is called ", name)))
        end
        changed[index] = value
    end
    return changed
end

"length of q"
const NQ = 2
"joints in the order of q"
const JOINT_NAMES = ("upper \"arm\"", "it's \\ α")
"lower limits of q"
const LOWER_POSITION_LIMIT = (-0.5, -Inf)

"Default values of `parameters`."
const PARAMETERS = Float64[
    1.5, # 1: m1
    0.25, # 2: L_upper
]

const PARAMETERS_NAMES = String[
    "m1",
    "L_upper",
]

"""
    parameters(changes...)

A copy of `PARAMETERS` with elements changed by name: `parameters("m1" => 1.5)`.
"""
parameters(changes...) = _changed(PARAMETERS, PARAMETERS_NAMES, changes)

"""
    mass_matrix!(M, h, q, parameters = PARAMETERS; check = true)

[`mass_matrix`](@ref) into arrays of the caller, which must not overlap.
A scalar goes into a `Ref`.
"""
function mass_matrix!(M::AbstractMatrix, h::Ref, q::AbstractVector, parameters::AbstractVector =
    PARAMETERS; check::Bool = true)
    if check
        _check_size("mass_matrix!", "M", M, (2, 2))
        _check_input("mass_matrix!", "q", q, (2,))
        _check_input("mass_matrix!", "parameters", parameters, (2,))
    end
    @inbounds begin
        sine1, cosine1 = sincos(q[2])
        t1 = parameters[1] * parameters[2] * cosine1
        M[1, 2] = t1
        M[2, 1] = t1
        M[1, 1] = 2.0 * t1 + parameters[1]
        h[] = -(-0.5 * sine1)
        M[2, 2] = parameters[1]
    end
    return M, h
end

"""
    mass_matrix(q, parameters = PARAMETERS; check = true)

Mass matrix of a small arm

      M(q) a = tau

    in   q  [2]  (rad)  joint positions
    in   parameters  [2]  physical parameters
         may be left out: 2 default values
    out  M  [2x2]
    out  h  [scalar]

    Operations: add 1 mul 4 neg 1 sin 1 cos 1
    Reference: Featherstone 2008, table 6.2
"""
function mass_matrix(q::AbstractVector, parameters::AbstractVector = PARAMETERS; check::Bool = true)
    scalar_type = promote_type(Float64, eltype(q), eltype(parameters))
    M = Array{scalar_type}(undef, 2, 2)
    h = Ref{scalar_type}()
    mass_matrix!(M, h, q, parameters; check = check)
    return M, h[]
end

end # module TinyArm
