// A case about one function, without a vectors directory.
#pragma once

#include <string>

#include "conformance/runner/tests/toy_vectors.h"
#include "spec/lib/modes.h"
#include "spec/lib/vectors.h"

namespace kassay {

// Calls `function` with a float32 tensor of three elements and expects that it returns it, in mode
// eager.
inline Case toy_case(const std::string& function) {
  Case result;
  result.id = "toy/" + function + "/float32/value";
  result.function = function;
  result.modes = {Mode::kEager};
  result.inputs = toy_inputs();
  result.program = toy_program(function);
  ExpectedTensor expected{DType::kFloat32, {3}, Tensor(DType::kFloat64, {3}), {}};
  for (std::int64_t i = 0; i < 3; ++i) {
    set_element(expected.value, i, element(result.inputs.at("x"), i));
  }
  result.expectation.outputs.push_back(expected);
  return in_mode(result, Mode::kEager);
}

}  // namespace kassay
