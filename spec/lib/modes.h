// How a case runs: its program unchanged, or wrapped (spec/vectors.md, Modes).
#pragma once

#include <vector>

#include "spec/lib/vectors.h"

namespace kassay {

// The case in one of its modes: program, inputs and expectation are those of the mode, and `modes` has
// only this mode. Readings concern values: gradients keep only accepted readings that refuse the call.
Case in_mode(Case test_case, Mode mode);

// The inputs that a program uses as tensors of the backend, in the order of their first use.
std::vector<std::string> referenced_inputs(const Program& program, const Inputs& inputs);

// Which of the returned values of a case are tensors, and so go through `eval`, as far as the case states it.
std::vector<bool> tensor_results(const Case& test_case);

// Each input used by reference goes through `constant`, each returned tensor through `eval`.
// `tensor_results[i]`: whether the i-th returned value is a tensor. If unknown, the value goes through
// `eval` too, so that a backend that computes lazily finds the errors of a call.
Program eager(const Program& program, const Inputs& inputs,
              const std::vector<bool>& tensor_results);

// Each such input is a placeholder, and `function` is called with the arrays.
Program through_function(const Program& program, const Inputs& inputs, bool known_shapes);

// Returns `gradients` of the sum of the returned tensors, each times the input of its weights.
Program gradient_of(const Program& program, const Inputs& inputs,
                    const std::vector<std::string>& weights, const std::vector<std::string>& wrt);

// Returns `gradients` of the sum of such gradients, each times the input of its direction, where t * t + t
// replaces each returned tensor t.
Program second_gradient_of(const Program& program, const Inputs& inputs,
                           const std::vector<std::string>& weights,
                           const std::vector<std::string>& directions,
                           const std::vector<std::string>& wrt);

}  // namespace kassay
