// CasADi's generated C for Pinocchio's algorithms of pinocchio_motion.cpp.
#include "casadi_codegen.hpp"

#include <pinocchio/algorithm/center-of-mass.hpp>
#include <pinocchio/algorithm/centroidal.hpp>
#include <pinocchio/algorithm/energy.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/regressor.hpp>

using namespace pinocchio;

static void jacobian(Graph& g, ReferenceFrame reference) {
  Matrix J = Matrix::Constant(6, g.model.nv, SX(0));
  computeJointJacobians(g.model, g.data, g.q.eigen);
  updateFramePlacements(g.model, g.data);
  getFrameJacobian(g.model, g.data, g.problem.frame, reference, J);
  append(g.out, J);
}

static void jacobian_rate(Graph& g) {
  Matrix dJ = Matrix::Constant(6, g.model.nv, SX(0));
  computeJointJacobiansTimeVariation(g.model, g.data, g.q.eigen, g.v.eigen);
  updateFramePlacements(g.model, g.data);
  getFrameJacobianTimeVariation(g.model, g.data, g.problem.frame, LOCAL_WORLD_ALIGNED, dJ);
  append(g.out, dJ);
}

static void forward_kinematics(Graph& g) {
  const SXModel model = g.problem.framed.cast<SX>();
  SXData data(model);
  framesForwardKinematics(model, data, g.q.eigen);
  for (const FrameIndex f : g.problem.frames) append(g.out, data.oMf[f].toHomogeneousMatrix());
}

static void momentum(Graph& g) {
  computeCentroidalMomentum(g.model, g.data, g.q.eigen, g.v.eigen);
  const Vector linear = g.data.hg.linear(), moment = g.data.com[0].cross(g.data.hg.linear());
  append(g.out, linear);
  append(g.out, g.data.hg.angular() + moment);
}

// Of the position alone.
static bool position(Graph& g, const std::string& name) {
  g.in = {g.q.sx};
  const Vector& q = g.q.eigen;
  if (name == "pose") {
    forwardKinematics(g.model, g.data, q);
    append(g.out, updateFramePlacement(g.model, g.data, g.problem.frame).toHomogeneousMatrix());
  } else if (name == "jacobian") {
    jacobian(g, LOCAL_WORLD_ALIGNED);
  } else if (name == "jacobian_world") {
    jacobian(g, WORLD);
  } else if (name == "jacobian_body") {
    jacobian(g, LOCAL);
  } else if (name == "forward_kinematics") {
    forward_kinematics(g);
  } else if (name == "center_of_mass") {
    append(g.out, centerOfMass(g.model, g.data, q, false));
  } else if (name == "com_jacobian") {
    append(g.out, jacobianCenterOfMass(g.model, g.data, q, false));
  } else if (name == "centroidal_momentum_matrix") {
    append(g.out, computeCentroidalMap(g.model, g.data, q));
  } else if (name == "potential_energy") {
    g.out = {computePotentialEnergy(g.model, g.data, q)};
  } else if (name == "potential_energy_regressor") {
    append(g.out, computePotentialEnergyRegressor(g.model, g.data, q));
  } else {
    return false;
  }
  return true;
}

static bool make(Graph& g, const std::string& name) {
  if (position(g, name)) return true;
  g.in = {g.q.sx, g.v.sx};
  const Vector &q = g.q.eigen, &v = g.v.eigen;
  if (name == "jacobian_rate") {
    jacobian_rate(g);
  } else if (name == "twist") {
    forwardKinematics(g.model, g.data, q, v);
    append(g.out, getFrameVelocity(g.model, g.data, g.problem.frame, LOCAL_WORLD_ALIGNED).toVector());
  } else if (name == "frame_acceleration") {
    g.in.push_back(g.a.sx);
    forwardKinematics(g.model, g.data, q, v, g.a.eigen);
    append(g.out, getFrameClassicalAcceleration(g.model, g.data, g.problem.frame, LOCAL_WORLD_ALIGNED).toVector());
  } else if (name == "centroidal_momentum") {
    append(g.out, computeCentroidalMomentum(g.model, g.data, q, v).toVector());
  } else if (name == "momentum") {
    momentum(g);
  } else if (name == "kinetic_energy") {
    g.out = {computeKineticEnergy(g.model, g.data, q, v)};
  } else if (name == "kinetic_energy_regressor") {
    append(g.out, computeKineticEnergyRegressor(g.model, g.data, q, v));
  } else {
    return false;
  }
  return true;
}

int main(int argc, char** argv) { return codegen_main(argc, argv, make); }
