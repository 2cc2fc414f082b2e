// Pinocchio's algorithms for joint forces and accelerations.
#include "pinocchio_bench.hpp"

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/cholesky.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

using namespace pinocchio;

static Eigen::MatrixXd symmetric(const Eigen::MatrixXd& upper) { return upper.selfadjointView<Eigen::Upper>(); }

struct DynamicsBench : Bench {
  Eigen::VectorXd zero, Ytau;
  Eigen::MatrixXd YtY;
  Force ground;

  explicit DynamicsBench(const char* path) : Bench(path), zero(Eigen::VectorXd::Zero(model.nv)) {
    const Eigen::Index columns = 10 * (model.njoints - 1);
    YtY.setZero(columns, columns);
    Ytau.setZero(columns);
    dynamics();
    forces();
    derivatives();
  }

  void dynamics() {
    add("inverse_dynamics", [this](const State& s) { rnea(model, data, s.q, s.v, s.a); }, [this] { return Values{data.tau}; });
    add("nonlinear_effects", [this](const State& s) { nonLinearEffects(model, data, s.q, s.v); },
        [this] { return Values{data.nle}; });
    add("gravity", [this](const State& s) { computeGeneralizedGravity(model, data, s.q); }, [this] { return Values{data.g}; });
    add("coriolis", [this](const State& s) { computeCoriolisMatrix(model, data, s.q, s.v); }, [this] { return Values{data.C}; });
    auto regressor = [this] { return Values{data.jointTorqueRegressor}; };
    add("regressor", [this](const State& s) { computeJointTorqueRegressor(model, data, s.q, s.v, s.a); },
        regressor);
    // Sums of Y'Y (one half) and Y'tau over the states.
    add("normal_equations", [this](const State& s) {
          const auto& Y = computeJointTorqueRegressor(model, data, s.q, s.v, s.a);
          YtY.selfadjointView<Eigen::Lower>().rankUpdate(Y.transpose());
          Ytau.noalias() += Y.transpose() * s.tau;
        },
        [this] { return Values{YtY}; });
    // Pinocchio has no regressor of gravity alone (its static regressor is that of the centre of mass).
    add("gravity_regressor", [this](const State& s) { computeJointTorqueRegressor(model, data, s.q, zero, zero); }, regressor);
    auto mass = [this] { return Values{symmetric(data.M)}; };
    add("mass_matrix", [this](const State& s) { crba(model, data, s.q, Convention::LOCAL); }, mass);
    add("mass_matrix", [this](const State& s) { crba(model, data, s.q, Convention::WORLD); }, mass);
    auto acceleration = [this] { return Values{data.ddq}; };
    add("forward_dynamics", [this](const State& s) { aba(model, data, s.q, s.v, s.tau, Convention::LOCAL); }, acceleration);
    add("forward_dynamics", [this](const State& s) { aba(model, data, s.q, s.v, s.tau, Convention::WORLD); }, acceleration);
    auto inverse = [this] { return Values{symmetric(data.Minv)}; };
    add("mass_matrix_inverse", [this](const State& s) { computeMinverse(model, data, s.q); }, inverse);
    add("mass_matrix_inverse", [this](const State& s) {
      crba(model, data, s.q, Convention::WORLD);
      cholesky::decompose(model, data);
      cholesky::computeMinv(model, data);
    }, inverse);
  }

  void forces() {
    add("cut_forces", [this](const State& s) { rnea(model, data, s.q, s.v, s.a); }, [this] {
      Values values;
      for (JointIndex i = 1; i < JointIndex(model.njoints); ++i) values.push_back(data.f[i].toVector());
      return values;
    });
    add("base_wrench", [this](const State& s) {
      rnea(model, data, s.q, s.v, s.a);
      ground.setZero();
      for (const JointIndex i : model.children[0]) ground += data.liMi[i].act(data.f[i]);
    }, [this] { return Values{ground.toVector()}; });
  }

  void derivatives() {
    add("inverse_dynamics_derivatives", [this](const State& s) { computeRNEADerivatives(model, data, s.q, s.v, s.a); },
        [this] { return Values{data.dtau_dq, data.dtau_dv}; });
    add("forward_dynamics_derivatives", [this](const State& s) { computeABADerivatives(model, data, s.q, s.v, s.tau); },
        [this] { return Values{data.ddq_dq, data.ddq_dv}; });
  }
};

int main(int argc, char** argv) { return bench_main<DynamicsBench>(argc, argv); }
