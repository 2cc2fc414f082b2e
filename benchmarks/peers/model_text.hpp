// A robot as plain text, so that these programs need neither a URDF parser nor any compiled part of Pinocchio: all of it is
// then compiled from headers with the flags under test, and no vector width has to agree with a library's.
//
//   gravity x y z
//   joints n, then n times: parent type axis(3) R(9, by rows) p(3) mass lever(3) Ixx Ixy Iyy Ixz Iyz Izz (about the centre of mass)
//   frame joint R(9) p(3)
//   frames n, then n times: joint R(9) p(3)
//   states k, then k times: q(nq) v(nv) a(nv) tau(nv)
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <pinocchio/multibody.hpp>

struct State {
  Eigen::VectorXd q, v, a, tau;
};

struct Problem {
  pinocchio::Model model;
  pinocchio::FrameIndex frame = 0;
  pinocchio::Model framed;  // the same robot with all its frames, for those who ask for all
  std::vector<pinocchio::FrameIndex> frames;
  std::vector<State> states;
};

inline pinocchio::JointModel joint_of(const std::string& type, const Eigen::Vector3d& axis) {
  using namespace pinocchio;
  if (type == "JointModelRX") return JointModelRX();
  if (type == "JointModelRY") return JointModelRY();
  if (type == "JointModelRZ") return JointModelRZ();
  if (type == "JointModelPX") return JointModelPX();
  if (type == "JointModelPY") return JointModelPY();
  if (type == "JointModelPZ") return JointModelPZ();
  if (type == "JointModelRevoluteUnaligned") return JointModelRevoluteUnaligned(axis);
  if (type == "JointModelPrismaticUnaligned") return JointModelPrismaticUnaligned(axis);
  if (type == "JointModelFreeFlyer") return JointModelFreeFlyer();
  throw std::runtime_error("joint type not known to the benchmark: " + type);
}

template <typename Derived>
void read(std::istream& in, Eigen::MatrixBase<Derived>&& m) {
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) in >> m(i, j);
}

inline pinocchio::SE3 read_placement(std::istream& in) {
  pinocchio::SE3 X = pinocchio::SE3::Identity();
  read(in, X.rotation().block<3, 3>(0, 0));
  read(in, X.translation().head<3>());
  return X;
}

inline void expect(std::istream& in, const char* word) {
  std::string found;
  in >> found;
  if (found != word) throw std::runtime_error(std::string("expected '") + word + "', found '" + found + "'");
}

inline pinocchio::FrameIndex read_frame(std::istream& in, pinocchio::Model& model, const std::string& name) {
  pinocchio::JointIndex carrier = 0;
  in >> carrier;
  return model.addFrame(pinocchio::Frame(name, carrier, 0, read_placement(in), pinocchio::OP_FRAME));
}

inline Problem read_problem(const char* path) {
  std::ifstream in(path);
  Problem p;
  Eigen::Vector3d gravity;
  expect(in, "gravity");
  read(in, gravity.head<3>());
  p.model.gravity.linear() = gravity;
  std::size_t count = 0;
  expect(in, "joints");
  in >> count;
  for (std::size_t i = 0; i < count; ++i) {
    pinocchio::JointIndex parent = 0;
    std::string type;
    Eigen::Vector3d axis, lever;
    in >> parent >> type;
    read(in, axis.head<3>());
    const pinocchio::SE3 placement = read_placement(in);
    double mass = 0, xx = 0, xy = 0, yy = 0, xz = 0, yz = 0, zz = 0;
    in >> mass;
    read(in, lever.head<3>());
    in >> xx >> xy >> yy >> xz >> yz >> zz;
    Eigen::Matrix3d tensor;
    tensor << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    const auto id = p.model.addJoint(parent, joint_of(type, axis), placement, "joint" + std::to_string(i + 1));
    p.model.appendBodyToJoint(id, pinocchio::Inertia(mass, lever, tensor));
  }
  p.framed = p.model;
  expect(in, "frame");
  p.frame = read_frame(in, p.model, "target");
  expect(in, "frames");
  in >> count;
  for (std::size_t i = 0; i < count; ++i) p.frames.push_back(read_frame(in, p.framed, "frame" + std::to_string(i)));
  expect(in, "states");
  in >> count;
  for (std::size_t i = 0; i < count; ++i) {
    State s{Eigen::VectorXd(p.model.nq), Eigen::VectorXd(p.model.nv), Eigen::VectorXd(p.model.nv), Eigen::VectorXd(p.model.nv)};
    read(in, s.q.head(p.model.nq));
    read(in, s.v.head(p.model.nv));
    read(in, s.a.head(p.model.nv));
    read(in, s.tau.head(p.model.nv));
    p.states.push_back(s);
  }
  if (!in) throw std::runtime_error("the problem file ends too early");
  return p;
}
