// `kassay list functions`.
#pragma once

#include <string>
#include <vector>

#include "spec/lib/backend.h"

namespace kassay::cli {

struct FunctionsQuery {
  std::string vectors_directory;
  std::vector<std::string> names;  // names or globs on names; without any, all
  std::string backend;             // to tell which are native, or empty
  Edition edition = Edition::kKo;
  bool json = false;
};

// Prints to standard output. Throws NoCaseSelected where a name matches nothing.
void list_functions(const FunctionsQuery& query);

}  // namespace kassay::cli
