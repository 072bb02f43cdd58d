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

// Of the functions that a backend lists, those that the API has in no edition and that are a slip or two away from one
// that the backend does not list. Any other name is a matter of the backend: a Python module lists all that it defines.
std::vector<MisspelledFunction> misspelled_functions(const std::vector<std::string>& listed,
                                                     const Specification& specification);

}  // namespace kassay::runner
