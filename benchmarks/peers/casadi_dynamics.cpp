// CasADi's generated C for Pinocchio's algorithms of pinocchio_dynamics.cpp.
#include "casadi_codegen.hpp"

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

using namespace pinocchio;

static void gravity_regressor(Graph& g) {
  const Vector zero = Vector::Constant(g.model.nv, SX(0));
  append(g.out, computeJointTorqueRegressor(g.model, g.data, g.q.eigen, zero, zero));
}

static void base_wrench(Graph& g) {
  rnea(g.model, g.data, g.q.eigen, g.v.eigen, g.a.eigen);
  ForceTpl<SX> ground = ForceTpl<SX>::Zero();
  for (const JointIndex i : g.model.children[0]) ground += g.data.liMi[i].act(g.data.f[i]);
  append(g.out, ground.toVector());
}

// Without accelerations and joint forces.
static bool state(Graph& g, const std::string& name) {
  g.in = {g.q.sx};
  const Vector &q = g.q.eigen, &v = g.v.eigen;
  if (name == "mass_matrix") {
    append_symmetric(g.out, crba(g.model, g.data, q, Convention::LOCAL));
  } else if (name == "gravity") {
    append(g.out, computeGeneralizedGravity(g.model, g.data, q));
  } else if (name == "gravity_regressor") {
    gravity_regressor(g);
  } else if (name == "mass_matrix_inverse") {
    append_symmetric(g.out, computeMinverse(g.model, g.data, q));
  } else if (name == "coriolis") {
    g.in.push_back(g.v.sx);
    append(g.out, computeCoriolisMatrix(g.model, g.data, q, v));
  } else if (name == "nonlinear_effects") {
    g.in.push_back(g.v.sx);
    append(g.out, nonLinearEffects(g.model, g.data, q, v));
  } else {
    return false;
  }
  return true;
}

static bool inverse(Graph& g, const std::string& name) {
  g.in = {g.q.sx, g.v.sx, g.a.sx};
  const Vector &q = g.q.eigen, &v = g.v.eigen, &a = g.a.eigen;
  if (name == "inverse_dynamics") {
    append(g.out, rnea(g.model, g.data, q, v, a));
  } else if (name == "inverse_dynamics_derivatives") {
    computeRNEADerivatives(g.model, g.data, q, v, a);
    append(g.out, g.data.dtau_dq);
    append(g.out, g.data.dtau_dv);
  } else if (name == "regressor") {
    append(g.out, computeJointTorqueRegressor(g.model, g.data, q, v, a));
  } else if (name == "cut_forces") {
    rnea(g.model, g.data, q, v, a);
    for (JointIndex i = 1; i < JointIndex(g.model.njoints); ++i) append(g.out, g.data.f[i].toVector());
  } else if (name == "base_wrench") {
    base_wrench(g);
  } else {
    return false;
  }
  return true;
}

static bool forward(Graph& g, const std::string& name) {
  g.in = {g.q.sx, g.v.sx, g.tau.sx};
  const Vector &q = g.q.eigen, &v = g.v.eigen, &tau = g.tau.eigen;
  if (name == "forward_dynamics") {
    append(g.out, aba(g.model, g.data, q, v, tau, Convention::LOCAL));
  } else if (name == "forward_dynamics_derivatives") {
    computeABADerivatives(g.model, g.data, q, v, tau);
    append(g.out, g.data.ddq_dq);
    append(g.out, g.data.ddq_dv);
  } else {
    return false;
  }
  return true;
}

static bool make(Graph& g, const std::string& name) { return state(g, name) || inverse(g, name) || forward(g, name); }

int main(int argc, char** argv) { return codegen_main(argc, argv, make); }
