// What the programs that time Pinocchio have in common. One problem file as argument; then lines on standard input:
//   time QUANTITY VARIANT N   ->  seconds for N evaluations, cycling over the states of the problem
//   value QUANTITY VARIANT    ->  the result at the first state, by rows
//   variants QUANTITY         ->  how many ways there are to compute it
#pragma once

#include <ctime>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>

#include "model_text.hpp"

using Values = std::vector<Eigen::MatrixXd>;

// One way to compute one quantity: what to time, and how to read the result afterwards.
struct Variant {
  std::function<double(long)> seconds;
  std::function<Values()> values;
};

// Time of this thread, not of the wall: other programs on the machine must not count.
inline double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

struct Bench {
  Problem p;
  const pinocchio::Model& model;
  pinocchio::Data data;
  std::map<std::string, std::vector<Variant>> table;

  explicit Bench(const char* path) : p(read_problem(path)), model(p.model), data(model) {}

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

  void answer(std::istream& in, std::ostream& out) const {
    out << std::setprecision(17);
    std::string command, quantity;
    while (in >> command >> quantity) {
      const auto& variants = table.at(quantity);
      if (command == "variants") {
        out << variants.size() << std::endl;
        continue;
      }
      std::size_t index = 0;
      in >> index;
      if (command == "time") {
        long n = 0;
        in >> n;
        out << variants.at(index).seconds(n) << std::endl;
      } else {
        for (const auto& m : variants.at(index).values())
          for (Eigen::Index i = 0; i < m.rows(); ++i)
            for (Eigen::Index j = 0; j < m.cols(); ++j) out << m(i, j) << ' ';
        out << std::endl;
      }
    }
  }
};

template <typename B>
int bench_main(int argc, char** argv) try {
  if (argc != 2) throw std::runtime_error("one argument is expected: the problem file");
  B(argv[1]).answer(std::cin, std::cout);
  return 0;
} catch (const std::exception& e) {
  std::cerr << argv[0] << ": " << e.what() << std::endl;
  return 1;
}
