#include "conformance/compare/coverage.h"

#include <algorithm>

namespace kassay::compare {
namespace {

constexpr char kWrong[] = "wrong";

// "elementwise/abs/float32/value,x=3" without the dtype, which follows the second slash.
std::string without_dtype(const std::string& case_id) {
  const std::size_t begin = case_id.find('/', case_id.find('/') + 1);
  const std::size_t end = case_id.find('/', begin + 1);
  if (begin == std::string::npos || end == std::string::npos) return case_id;
  return case_id.substr(0, begin) + case_id.substr(end);
}

std::string reading_key(const std::string& function, const std::string& reading) {
  return function + "/" + reading;
}

}  // namespace

Coverage::Coverage(const Specification& specification) : specification_(specification) {
  for (const FunctionSpecification& function : specification.functions) {
    for (const Clause& clause : function.clauses) clauses_[clause.id] = 0;
    for (const Reading& reading : function.readings) {
      if (reading.verdict == kWrong) wrong_readings_[reading_key(function.name, reading.id)] = 0;
    }
  }
}

void Coverage::add(const Case& test_case) {
  for (const std::string& id : test_case.clauses) {
    const auto clause = clauses_.find(id);
    if (clause != clauses_.end()) {
      ++clause->second;
      for (const std::string& edition : test_case.editions) clauses_in_.emplace(id, edition);
    } else {
      unknown_.push_back(test_case.id + ": clause " + id);
    }
  }
  for (const CaseReading& reading : test_case.readings) {
    if (reading.accepted) continue;  // the generator adds some that hold for every function
    const auto wrong = wrong_readings_.find(reading_key(test_case.function, reading.id));
    if (wrong != wrong_readings_.end()) {
      ++wrong->second;
      detecting_[wrong->first].insert(without_dtype(test_case.id));
      if (test_case.tier == Tier::kSmoke) in_smoke_.insert(wrong->first);
    } else {
      unknown_.push_back(test_case.id + ": wrong reading " + reading.id);
    }
  }
}

std::vector<FunctionCoverage> Coverage::functions() const {
  std::vector<FunctionCoverage> result;
  for (const FunctionSpecification& function : specification_.functions) {
    FunctionCoverage& entry = result.emplace_back();
    entry.name = function.name;
    entry.category = function.category;
    for (const Clause& clause : function.clauses) {
      entry.clauses.emplace_back(clause.id, clauses_.at(clause.id));
    }
    for (const Reading& reading : function.readings) {
      if (reading.verdict == kWrong) {
        entry.wrong_readings.emplace_back(
            reading.id, wrong_readings_.at(reading_key(function.name, reading.id)));
      } else {
        ++entry.accepted_readings;
      }
    }
  }
  return result;
}

std::vector<std::string> Coverage::editions_without_case(const Clause& clause) const {
  std::vector<std::string> editions;
  for (const std::string& edition : clause.editions) {
    if (!clauses_in_.contains({clause.id, edition})) editions.push_back(edition);
  }
  return editions;
}

std::vector<std::string> Coverage::uncovered() const {
  std::vector<std::string> result;
  for (const FunctionSpecification& function : specification_.functions) {
    for (const Clause& clause : function.clauses) {
      if (clauses_.at(clause.id) == 0) {
        result.push_back(clause.id);
        continue;
      }
      for (const std::string& edition : editions_without_case(clause))
        result.push_back(clause.id + " in edition " + edition);
    }
  }
  return result;
}

std::size_t Coverage::covered_clauses() const {
  std::size_t count = 0;
  for (const FunctionSpecification& function : specification_.functions) {
    count +=
        static_cast<std::size_t>(std::ranges::count_if(function.clauses, [&](const Clause& clause) {
          return clauses_.at(clause.id) > 0 && editions_without_case(clause).empty();
        }));
  }
  return count;
}

std::vector<std::string> Coverage::undistinguished() const {
  std::vector<std::string> result;
  for (const auto& [name, count] : wrong_readings_) {
    if (count == 0) result.push_back(name);
  }
  return result;
}

std::vector<std::pair<std::string, int>> Coverage::thinly_detected(int cases) const {
  std::vector<std::pair<std::string, int>> result;
  for (const auto& [name, detecting] : detecting_) {
    const int count = static_cast<int>(detecting.size());
    if (count <= cases) result.emplace_back(name, count);
  }
  std::ranges::stable_sort(result, {}, &std::pair<std::string, int>::second);
  return result;
}

}  // namespace kassay::compare
