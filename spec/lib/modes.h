// How a case is run: its program as it stands, or wrapped (spec/README.md, Modes).
#pragma once

#include <vector>

#include "spec/lib/vectors.h"

namespace kassay {

// The case as a mode runs it, which must be one of its modes: program, inputs and what must come
// out are those of the mode, and `modes` is that mode alone. Readings are those of the values: in
// kGradient only accepted ones that refuse the call are left.
Case in_mode(Case test_case, Mode mode);

// The inputs that a program uses as tensors of the backend, in the order of their first use.
std::vector<std::string> referenced_inputs(const Program& program, const Inputs& inputs);

// Which of the values that a case returns are tensors, as far as it tells: those go through `eval`.
std::vector<bool> tensor_results(const Case& test_case);

// Each input used by reference goes through `constant`, each returned tensor through `eval`.
// `tensor_results[i]` tells whether the i-th returned value is a tensor; one that is not told goes
// through `eval` too, so that a backend that computes late finds the errors of a call.
Program eager(const Program& program, const Inputs& inputs,
              const std::vector<bool>& tensor_results);

// Each such input is a placeholder, and `function` is called with the arrays.
Program through_function(const Program& program, const Inputs& inputs, bool known_shapes);

// What `gradients` says of the sum of the returned tensors, each times the input of its weights.
Program gradient_of(const Program& program, const Inputs& inputs,
                    const std::vector<std::string>& weights, const std::vector<std::string>& wrt);

}  // namespace kassay
