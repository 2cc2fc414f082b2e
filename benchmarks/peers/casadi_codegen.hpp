// What the programs that print CasADi's C have in common: symbols for the state, and the code generator.
//   casadi_... PROBLEM FOLDER QUANTITY...   writes FOLDER/QUANTITY.c for each
#pragma once

#include <pinocchio/autodiff/casadi.hpp>

#include <iostream>

#include "model_text.hpp"

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
void append(std::vector<SX>& flat, const Eigen::MatrixBase<Derived>& m) {
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) flat.push_back(m(i, j));
}

// Pinocchio fills the upper triangle only.
template <typename Derived>
void append_symmetric(std::vector<SX>& flat, const Eigen::MatrixBase<Derived>& m) {
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) flat.push_back(i <= j ? m(i, j) : m(j, i));
}

// One quantity under construction: fill `in` and `out`.
struct Graph {
  const Problem& problem;
  const SXModel model;
  SXData data;
  Inputs q, v, a, tau;
  std::vector<SX> in, out;

  explicit Graph(const Problem& p)
      : problem(p), model(p.model.cast<SX>()), data(model), q("q", model.nq), v("v", model.nv), a("a", model.nv), tau("tau", model.nv) {}
};

// `make` fills a graph for the quantity of that name, and returns whether it knows it.
inline int codegen_main(int argc, char** argv, bool (*make)(Graph&, const std::string&)) try {
  if (argc < 4) throw std::runtime_error("arguments are expected: PROBLEM FOLDER QUANTITY...");
  const Problem p = read_problem(argv[1]);
  for (int i = 3; i < argc; ++i) {
    const std::string name = argv[i];
    Graph graph(p);
    if (!make(graph, name)) throw std::runtime_error("unknown quantity " + name);
    casadi::CodeGenerator generator(name + ".c");
    generator.add(casadi::Function(name, graph.in, {SX::densify(SX::vertcat(graph.out))}));
    generator.generate(std::string(argv[2]) + "/");
    std::cout << name << std::endl;
  }
  return 0;
} catch (const std::exception& e) {
  std::cerr << argv[0] << ": " << e.what() << std::endl;
  return 1;
}
