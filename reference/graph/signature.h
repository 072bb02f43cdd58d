// The signatures of the specification, and how the arguments of a call are bound to them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/lib/backend.h"
#include "spec/lib/value.h"

namespace kassay::reference {

enum class Kind {
  kTensor,
  kTensors,
  kArray,
  kInt,
  kFloat,
  kBool,
  kString,
  kDtype,
  kInts,
  kAxes,
  kNumberOrTensor,
  kFunction,
  kTensorOrFunction,
  kTensorOrTensors,
  kUpdates,
  kAny,
  kKeywords  // as a list: the names of keyword arguments that are not parameters
};

inline constexpr std::size_t kEditionCount = std::size(kEditions);

struct Parameter {
  std::string name;
  Kind kind;
  std::array<std::optional<Value>, kEditionCount>
      defaults;  // by edition; none: required (or absent there)
};

struct Signature {
  std::string function;
  std::array<bool, kEditionCount> exists{};  // by edition
  std::vector<Parameter> parameters;         // in the order that kernels use
  std::array<std::vector<std::size_t>, kEditionCount>
      order;                   // by edition: the parameters by position
  bool returns_tensor = true;  // of the API, rather than an array or a plain value
};

// The signatures of all functions of the API.
const std::vector<Signature>& signatures();
// The signature of a function of the API, an operator or another internal operation.
const Signature* find_signature(std::string_view function);
// The signature of an internal operation (internal/); null if there is none with that name.
const Signature* find_internal_signature(std::string_view name);

// The arguments in the order of `signature.parameters`, with the defaults of the edition filled in.
// Throws ApiError (type) for too many, missing, unknown or duplicate arguments.
std::vector<Value> bind(const Signature& signature, Edition edition, const Arguments& arguments);

}  // namespace kassay::reference
