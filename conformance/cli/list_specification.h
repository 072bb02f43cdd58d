// `kassay list clauses`, `decisions`, `errata` and `editions`.
#pragma once

#include <string>
#include <vector>

namespace kassay::cli {

struct SpecificationQuery {
  std::string vectors_directory;
  std::vector<std::string> functions;  // names, also "introduction" (empty: all)
  bool json = false;
};

// Each prints to standard output. Throws NoCaseSelected if no function has a name.
void list_clauses(const SpecificationQuery& query);
void list_decisions(const SpecificationQuery& query);
void list_errata(const SpecificationQuery& query);
void list_editions(const SpecificationQuery& query);

}  // namespace kassay::cli
