// Which clauses have cases, and which wrong readings some case detects.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "spec/lib/specification.h"
#include "spec/lib/vectors.h"

namespace kassay::compare {

struct FunctionCoverage {
  std::string name;
  std::string category;
  // The number of cases, by id, in the order of the specification. A case counts for each clause
  // that it names, whatever its function.
  std::vector<std::pair<std::string, int>> clauses;
  std::vector<std::pair<std::string, int>> wrong_readings;
  int accepted_readings = 0;
};

class Coverage {
 public:
  // The specification must outlive this.
  explicit Coverage(const Specification& specification);
  void add(const Case& test_case);

  std::vector<FunctionCoverage> functions() const;
  // Clauses without a case: the id, or "id in edition ja" if only other editions have one. Wrong
  // readings, as "function/reading", that no case detects.
  std::vector<std::string> uncovered() const;
  std::size_t covered_clauses() const;  // in every edition where they hold
  std::vector<std::string> undistinguished() const;
  // How many wrong readings the cases of tier smoke detect.
  std::size_t detected_by_smoke() const { return in_smoke_.size(); }
  // Wrong readings that few cases detect, at most `cases` of them, as "function/reading" with their
  // number. Cases that differ only in the dtype count once.
  std::vector<std::pair<std::string, int>> thinly_detected(int cases) const;
  // Clauses that cases name but the specification lacks: "case: clause".
  const std::vector<std::string>& unknown() const { return unknown_; }

 private:
  // The editions where the clause holds but has no case.
  std::vector<std::string> editions_without_case(const Clause& clause) const;

  const Specification& specification_;
  std::map<std::string, int, std::less<>> clauses_;
  std::set<std::pair<std::string, std::string>> clauses_in_;  // clause and edition, with a case
  std::map<std::string, int, std::less<>> wrong_readings_;    // by "function/reading"
  std::map<std::string, std::set<std::string>> detecting_;    // cases without their dtypes
  std::set<std::string> in_smoke_;
  std::vector<std::string> unknown_;
};

}  // namespace kassay::compare
