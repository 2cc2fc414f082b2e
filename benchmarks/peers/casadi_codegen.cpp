// CasADi's generated C for Pinocchio's algorithms: the symbolic graph of each quantity, printed by CasADi's code generator.
//   casadi_codegen PROBLEM FOLDER QUANTITY...   writes FOLDER/QUANTITY.c for each
#include <pinocchio/autodiff/casadi.hpp>

#include <functional>
#include <iostream>
#include <map>

#include "model_text.hpp"

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

using casadi::SX;
using Matrix = Eigen::Matrix<SX, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<SX, Eigen::Dynamic, 1>;
using SXModel = pinocchio::ModelTpl<SX>;
using SXData = pinocchio::DataTpl<SX>;

struct Inputs {
  SX sx;
  Vector eigen;
  Inputs(const char* name, int n) : sx(SX::sym(name, n)), eigen(n) {
    for (int i = 0; i < n; ++i) eigen[i] = sx(i);
  }
};

// All entries by rows, one after the other: the order in which contestants are compared.
template <typename Derived>
static void append(std::vector<SX>& flat, const Eigen::MatrixBase<Derived>& m) {
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) flat.push_back(m(i, j));
}

// Pinocchio fills the upper triangle only.
template <typename Derived>
static void append_symmetric(std::vector<SX>& flat, const Eigen::MatrixBase<Derived>& m) {
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) flat.push_back(i <= j ? m(i, j) : m(j, i));
}

struct Quantities {
  const SXModel& model;
  pinocchio::FrameIndex frame;
  Inputs q, v, a, tau;

  Quantities(const SXModel& m, pinocchio::FrameIndex f)
      : model(m), frame(f), q("q", m.nq), v("v", m.nv), a("a", m.nv), tau("tau", m.nv) {}

  casadi::Function make(const std::string& name) {
    SXData data(model);
    std::vector<SX> in, out;
    if (name == "inverse_dynamics") {
      in = {q.sx, v.sx, a.sx};
      append(out, pinocchio::rnea(model, data, q.eigen, v.eigen, a.eigen));
    } else if (name == "mass_matrix") {
      in = {q.sx};
      append_symmetric(out, pinocchio::crba(model, data, q.eigen, pinocchio::Convention::LOCAL));
    } else if (name == "forward_dynamics") {
      in = {q.sx, v.sx, tau.sx};
      append(out, pinocchio::aba(model, data, q.eigen, v.eigen, tau.eigen, pinocchio::Convention::LOCAL));
    } else if (name == "gravity") {
      in = {q.sx};
      append(out, pinocchio::computeGeneralizedGravity(model, data, q.eigen));
    } else if (name == "pose") {
      in = {q.sx};
      pinocchio::forwardKinematics(model, data, q.eigen);
      append(out, pinocchio::updateFramePlacement(model, data, frame).toHomogeneousMatrix());
    } else if (name == "jacobian") {
      in = {q.sx};
      Matrix J = Matrix::Constant(6, model.nv, SX(0));
      pinocchio::computeJointJacobians(model, data, q.eigen);
      pinocchio::updateFramePlacements(model, data);
      pinocchio::getFrameJacobian(model, data, frame, pinocchio::LOCAL_WORLD_ALIGNED, J);
      append(out, J);
    } else if (name == "inverse_dynamics_derivatives") {
      in = {q.sx, v.sx, a.sx};
      pinocchio::computeRNEADerivatives(model, data, q.eigen, v.eigen, a.eigen);
      append(out, data.dtau_dq);
      append(out, data.dtau_dv);
    } else if (name == "forward_dynamics_derivatives") {
      in = {q.sx, v.sx, tau.sx};
      pinocchio::computeABADerivatives(model, data, q.eigen, v.eigen, tau.eigen);
      append(out, data.ddq_dq);
      append(out, data.ddq_dv);
    } else if (name == "coriolis") {
      in = {q.sx, v.sx};
      append(out, pinocchio::computeCoriolisMatrix(model, data, q.eigen, v.eigen));
    } else if (name == "regressor") {
      in = {q.sx, v.sx, a.sx};
      append(out, pinocchio::computeJointTorqueRegressor(model, data, q.eigen, v.eigen, a.eigen));
    } else if (name == "mass_matrix_inverse") {
      in = {q.sx};
      append_symmetric(out, pinocchio::computeMinverse(model, data, q.eigen));
    } else {
      throw std::runtime_error("unknown quantity " + name);
    }
    return casadi::Function(name, in, {SX::densify(SX::vertcat(out))});
  }
};

int main(int argc, char** argv) try {
  if (argc < 4) throw std::runtime_error("usage: casadi_codegen PROBLEM FOLDER QUANTITY...");
  const Problem p = read_problem(argv[1]);
  const SXModel model = p.model.cast<SX>();
  Quantities quantities(model, p.frame);
  for (int i = 3; i < argc; ++i) {
    casadi::CodeGenerator generator(std::string(argv[i]) + ".c");
    generator.add(quantities.make(argv[i]));
    generator.generate(std::string(argv[2]) + "/");
    std::cout << argv[i] << std::endl;
  }
  return 0;
} catch (const std::exception& e) {
  std::cerr << "casadi_codegen: " << e.what() << std::endl;
  return 1;
}
