#include "conformance/compare/coverage.h"

namespace kassay {
namespace {

constexpr char kWrong[] = "wrong";

std::string reading_key(const std::string& function, const std::string& reading) {
  return function + "/" + reading;
}

std::vector<std::string> without_case(const std::map<std::string, int, std::less<>>& counts) {
  std::vector<std::string> result;
  for (const auto& [name, count] : counts) {
    if (count == 0) result.push_back(name);
  }
  return result;
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

std::vector<std::string> Coverage::uncovered() const { return without_case(clauses_); }
std::vector<std::string> Coverage::undistinguished() const { return without_case(wrong_readings_); }

}  // namespace kassay
