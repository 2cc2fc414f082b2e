// Pinocchio's algorithms for the motion of frames, and of all bodies together.
#include "pinocchio_bench.hpp"

#include <pinocchio/algorithm/center-of-mass.hpp>
#include <pinocchio/algorithm/centroidal.hpp>
#include <pinocchio/algorithm/energy.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/regressor.hpp>

using namespace pinocchio;

struct MotionBench : Bench {
  Data all;  // of the model with all frames
  Eigen::Matrix<double, 6, Eigen::Dynamic> J;
  Eigen::Matrix<double, 6, 1> six, wrench;
  Eigen::VectorXd forces;

  explicit MotionBench(const char* path) : Bench(path), all(p.framed), J(6, model.nv) {
    J.setZero();
    forces.setZero(model.nv);
    wrench << 0.1, 0.2, 0.3, 0.4, 0.5, 0.6;
    poses();
    jacobians();
    products();
    rates();
    momentum();
    energy();
  }

  void poses() {
    auto pose = [this] { return Values{data.oMf[p.frame].toHomogeneousMatrix()}; };
    add("pose", [this](const State& s) {
      forwardKinematics(model, data, s.q);
      updateFramePlacement(model, data, p.frame);
    }, pose);
    add("pose", [this](const State& s) { framesForwardKinematics(model, data, s.q); }, pose);
    add("forward_kinematics", [this](const State& s) { framesForwardKinematics(p.framed, all, s.q); }, [this] {
      Values values;
      for (const FrameIndex f : p.frames) values.push_back(all.oMf[f].toHomogeneousMatrix());
      return values;
    });
  }

  template <ReferenceFrame reference>
  void jacobian(const std::string& quantity) {
    auto read = [this] { return Values{J}; };
    add(quantity, [this](const State& s) { computeFrameJacobian(model, data, s.q, p.frame, reference, J); }, read);
    add(quantity, [this](const State& s) {
      computeJointJacobians(model, data, s.q);
      getFrameJacobian(model, data, p.frame, reference, J);
    }, read);
  }

  void jacobians() {
    jacobian<LOCAL_WORLD_ALIGNED>("jacobian");
    jacobian<WORLD>("jacobian_world");
    jacobian<LOCAL>("jacobian_body");
  }

  // J'f of a force and a moment that benchmarks/narrow.py gives as well.
  void products() {
    auto read = [this] { return Values{forces}; };
    add("equivalent_forces", [this](const State& s) {
      computeFrameJacobian(model, data, s.q, p.frame, LOCAL_WORLD_ALIGNED, J);
      forces.noalias() = J.transpose() * wrench;
    }, read);
    add("equivalent_forces", [this](const State& s) {
      computeJointJacobians(model, data, s.q);
      getFrameJacobian(model, data, p.frame, LOCAL_WORLD_ALIGNED, J);
      forces.noalias() = J.transpose() * wrench;
    }, read);
  }

  void rates() {
    add("jacobian_rate", [this](const State& s) {
      computeJointJacobiansTimeVariation(model, data, s.q, s.v);
      getFrameJacobianTimeVariation(model, data, p.frame, LOCAL_WORLD_ALIGNED, J);
    }, [this] { return Values{J}; });
    add("twist", [this](const State& s) {
      forwardKinematics(model, data, s.q, s.v);
      six = getFrameVelocity(model, data, p.frame, LOCAL_WORLD_ALIGNED).toVector();
    }, [this] { return Values{six}; });
    add("frame_acceleration", [this](const State& s) {
      forwardKinematics(model, data, s.q, s.v, s.a);
      six = getFrameClassicalAcceleration(model, data, p.frame, LOCAL_WORLD_ALIGNED).toVector();
    }, [this] { return Values{six}; });
  }

  void momentum() {
    add("center_of_mass", [this](const State& s) { centerOfMass(model, data, s.q, false); },
        [this] { return Values{data.com[0]}; });
    add("com_jacobian", [this](const State& s) { jacobianCenterOfMass(model, data, s.q, false); },
        [this] { return Values{data.Jcom}; });
    add("centroidal_momentum", [this](const State& s) { computeCentroidalMomentum(model, data, s.q, s.v); },
        [this] { return Values{data.hg.toVector()}; });
    // Pinocchio's momentum is about the centre of mass; ours, here, about the world's origin.
    add("momentum", [this](const State& s) {
      const Force& h = computeCentroidalMomentum(model, data, s.q, s.v);
      six << h.linear(), h.angular() + data.com[0].cross(h.linear());
    }, [this] { return Values{six}; });
    auto matrix = [this] { return Values{data.Ag}; };
    add("centroidal_momentum_matrix", [this](const State& s) { computeCentroidalMap(model, data, s.q); }, matrix);
    add("centroidal_momentum_matrix", [this](const State& s) { ccrba(model, data, s.q, s.v); }, matrix);
  }

  void energy() {
    add("kinetic_energy", [this](const State& s) { computeKineticEnergy(model, data, s.q, s.v); },
        [this] { return Values{Eigen::MatrixXd::Constant(1, 1, data.kinetic_energy)}; });
    add("potential_energy", [this](const State& s) { computePotentialEnergy(model, data, s.q); },
        [this] { return Values{Eigen::MatrixXd::Constant(1, 1, data.potential_energy)}; });
    add("kinetic_energy_regressor", [this](const State& s) { computeKineticEnergyRegressor(model, data, s.q, s.v); },
        [this] { return Values{data.kineticEnergyRegressor}; });
    add("potential_energy_regressor", [this](const State& s) { computePotentialEnergyRegressor(model, data, s.q); },
        [this] { return Values{data.potentialEnergyRegressor}; });
  }
};

int main(int argc, char** argv) { return bench_main<MotionBench>(argc, argv); }
