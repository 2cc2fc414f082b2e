# Tiny arm: how the generated functions are called
# In the package's folder:  julia --project=. example_Tiny_arm.jl
# Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

import TinyArm

q = Float64[0.5, -0.25]
M, h = TinyArm.mass_matrix(q)
println("M of mass_matrix: ", M)
println("h of mass_matrix: ", h)

seconds = @elapsed for k in 1:1000
    TinyArm.mass_matrix(q; check = false)
end
println("mass_matrix: ", 1000.0 * seconds, " microseconds per call, inputs not checked")
