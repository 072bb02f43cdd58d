// A call of a function with its arguments bound, and the node of a graph that it becomes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reference/graph/signature.h"
#include "reference/graph/symbol.h"

namespace kassay::reference {

class Session;
struct Kernel;

// The state that a call depends on in addition to its arguments.
struct Settings {
  Edition edition = Edition::kKo;
  DType floatx = DType::kFloat32;
  double epsilon = 1e-7;
  std::string image_data_format = "channels_last";
};

// Identifies the random numbers of a call: the `evaluation`-th evaluation of the `operation`-th random operation of a program.
struct Draw {
  std::uint64_t operation = 0;
  std::uint64_t evaluation = 0;
};

struct BoundCall {
  const Signature* signature;
  std::shared_ptr<const Settings> settings;
  std::vector<Value> values;   // in the order of the signature's parameters
  Session* session = nullptr;  // that creates it; null for pure computation
  Draw draw = {};
};

struct Operation {
  const Kernel* kernel;
  BoundCall call;
  std::vector<StaticType> types;  // of the results
};

// The operation that computes the tensor; null if there is none.
inline const Operation* operation_of(const Symbol& symbol) {
  const auto* const result = dynamic_cast<const Result*>(symbol.get());
  return result == nullptr ? nullptr : result->operation().get();
}

}  // namespace kassay::reference
