// The signatures in the generated table: plain constants, which signature.cpp converts to values once.
#pragma once

#include <span>

#include "reference/graph/signature.h"

namespace kassay::reference {

struct ParameterRow {
  const char* name;
  Kind kind;
  const char* defaults[kEditionCount];  // by edition, as JSON; null: required (or absent there)
};

struct SignatureRow {
  const char* function;
  bool exists[kEditionCount];
  std::span<const ParameterRow> parameters;
  const char* order[kEditionCount];  // by edition: the names of the parameters, by position
  bool returns_tensor;
};

// Generated from spec/ops.
std::span<const SignatureRow> signature_rows();

}  // namespace kassay::reference
