// Functions that a backend lists under a name that the API does not have.
#pragma once

#include <string>
#include <vector>

#include "spec/lib/specification.h"

namespace kassay::runner {

struct MisspelledFunction {
  std::string listed;
  std::string meant;  // the closest function of the API that the backend does not list
};

// The listed functions that exist in no edition of the API and are one or two slips away from a function that the
// backend does not list. Other unknown names are fine: a Python module lists everything that it defines.
std::vector<MisspelledFunction> misspelled_functions(const std::vector<std::string>& listed,
                                                     const Specification& specification);

}  // namespace kassay::runner
