// `kassay list functions`.
#pragma once

#include <string>
#include <vector>

#include "conformance/runner/sandbox.h"
#include "conformance/runner/selection.h"
#include "spec/lib/backend.h"

namespace kassay::cli {

struct FunctionsQuery {
  std::string vectors_directory;
  std::vector<std::string> names;  // names or globs on names (empty: all)
  std::string backend;             // to show which are native; may be empty
  Edition edition = Edition::kKo;
  double start_timeout = 60;  // of the backend
  runner::Sandbox sandbox = {};
  bool json = false;
};

// Prints to standard output. Throws NoCaseSelected if a name matches nothing.
void list_functions(const FunctionsQuery& query);

// The exception for an unknown function name; it lists the closest names.
runner::NoCaseSelected no_function(const std::string& name, const std::vector<std::string>& known);

}  // namespace kassay::cli
