#include "conformance/compare/coverage.h"

#include <algorithm>

namespace kassay::compare {
namespace {

constexpr char kWrong[] = "wrong";

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

}  // namespace kassay::compare
