// Pinocchio's algorithms, timed. One problem file as argument; then lines on standard input:
//   time QUANTITY VARIANT N   ->  seconds for N evaluations, cycling over the states of the problem
//   value QUANTITY VARIANT    ->  the result at the first state, by rows
//   variants QUANTITY         ->  how many ways there are to compute it
#include <ctime>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>

#include "model_text.hpp"

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/cholesky.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

using namespace pinocchio;
using Values = std::vector<Eigen::MatrixXd>;

// One way to compute one quantity: what to time, and how to read the result afterwards.
struct Variant {
  std::function<double(long)> seconds;
  std::function<Values()> values;
};

// Time of this thread, not of the wall: other programs on the machine must not count.
static double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

static Eigen::MatrixXd symmetric(const Eigen::MatrixXd& upper) { return upper.selfadjointView<Eigen::Upper>(); }

struct Bench {
  Problem p;
  const Model& model;
  Data data;
  Eigen::Matrix<double, 6, Eigen::Dynamic> J;
  std::map<std::string, std::vector<Variant>> table;

  // A template, so that the algorithm under test is called directly from the loop.
  template <typename Call, typename Read>
  void add(const std::string& quantity, Call call, Read read) {
    auto seconds = [this, call](long n) {
      const double start = cpu_seconds();
      const std::size_t count = p.states.size();
      std::size_t k = 0;
      for (long i = 0; i < n; ++i) {
        call(p.states[k]);
        asm volatile("" ::: "memory");
        if (++k == count) k = 0;
      }
      return cpu_seconds() - start;
    };
    auto values = [this, call, read]() -> Values {
      call(p.states[0]);
      return read();
    };
    table[quantity].push_back({seconds, values});
  }

  explicit Bench(const char* path) : p(read_problem(path)), model(p.model), data(model), J(6, model.nv) {
    J.setZero();
    dynamics();
    kinematics();
    derivatives();
  }

  void dynamics() {
    add("inverse_dynamics", [this](const State& s) { rnea(model, data, s.q, s.v, s.a); }, [this] { return Values{data.tau}; });
    add("gravity", [this](const State& s) { computeGeneralizedGravity(model, data, s.q); }, [this] { return Values{data.g}; });
    add("coriolis", [this](const State& s) { computeCoriolisMatrix(model, data, s.q, s.v); }, [this] { return Values{data.C}; });
    add("regressor", [this](const State& s) { computeJointTorqueRegressor(model, data, s.q, s.v, s.a); },
        [this] { return Values{data.jointTorqueRegressor}; });
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

  void kinematics() {
    auto pose = [this] { return Values{data.oMf[p.frame].toHomogeneousMatrix()}; };
    add("pose", [this](const State& s) {
      forwardKinematics(model, data, s.q);
      updateFramePlacement(model, data, p.frame);
    }, pose);
    add("pose", [this](const State& s) { framesForwardKinematics(model, data, s.q); }, pose);
    auto jacobian = [this] { return Values{J}; };
    add("jacobian", [this](const State& s) { computeFrameJacobian(model, data, s.q, p.frame, LOCAL_WORLD_ALIGNED, J); }, jacobian);
    add("jacobian", [this](const State& s) {
      computeJointJacobians(model, data, s.q);
      getFrameJacobian(model, data, p.frame, LOCAL_WORLD_ALIGNED, J);
    }, jacobian);
  }

  void derivatives() {
    add("inverse_dynamics_derivatives", [this](const State& s) { computeRNEADerivatives(model, data, s.q, s.v, s.a); },
        [this] { return Values{data.dtau_dq, data.dtau_dv}; });
    add("forward_dynamics_derivatives", [this](const State& s) { computeABADerivatives(model, data, s.q, s.v, s.tau); },
        [this] { return Values{data.ddq_dq, data.ddq_dv}; });
  }
};

int main(int argc, char** argv) try {
  if (argc != 2) throw std::runtime_error("usage: pinocchio_bench PROBLEM");
  Bench bench(argv[1]);
  std::cout << std::setprecision(17);
  std::string command, quantity;
  while (std::cin >> command >> quantity) {
    const auto& variants = bench.table.at(quantity);
    if (command == "variants") {
      std::cout << variants.size() << std::endl;
      continue;
    }
    std::size_t index = 0;
    std::cin >> index;
    if (command == "time") {
      long n = 0;
      std::cin >> n;
      std::cout << variants.at(index).seconds(n) << std::endl;
    } else {
      for (const auto& m : variants.at(index).values())
        for (Eigen::Index i = 0; i < m.rows(); ++i)
          for (Eigen::Index j = 0; j < m.cols(); ++j) std::cout << m(i, j) << ' ';
      std::cout << std::endl;
    }
  }
  return 0;
} catch (const std::exception& e) {
  std::cerr << "pinocchio_bench: " << e.what() << std::endl;
  return 1;
}
