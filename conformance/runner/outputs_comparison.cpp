#include "conformance/runner/outputs_comparison.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "conformance/runner/kept_outputs.h"
#include "conformance/runner/outputs_files.h"
#include "conformance/runner/selection.h"
#include "spec/lib/error.h"
#include "spec/lib/function_vectors.h"
#include "spec/lib/modes.h"

namespace kassay::runner {
namespace {

void check_vectors(const KeptOutputs& outputs, const Manifest& manifest,
                   const std::string& vectors_directory) {
  const std::string& theirs = outputs.header().vectors_hash;
  if (theirs == manifest.hash) return;
  throw FileError(header_file(outputs.folder()), "/header/vectors",
                  "these outputs belong to the vectors " + theirs.substr(0, 12) + ", but " +
                      vectors_directory + " holds " + manifest.hash.substr(0, 12),
                  "Name the vectors of the run with --vectors, or run again with these.");
}

std::vector<std::string> differences_of(const ResultsHeader& first, const ResultsHeader& second) {
  std::vector<std::string> notices;
  const auto note = [&](const char* what, const std::string& a, const std::string& b,
                        const char* meaning) {
    if (a == b) return;
    notices.push_back(std::string("The ") + what + " is " + a + " in the first run and " + b +
                      " in the second: " + meaning);
  };
  note("edition", first.edition, second.edition, "answers may differ because the documents do.");
  note("tier", first.tier, second.tier, "cases that only one of them ran are not compared.");
  return notices;
}

// The reading that both match, otherwise the normative answer. It gives the kinds of outputs and the
// magnitudes of their sums' terms.
const Expectation& expectation_for(const Case& test_case, const KeptAnswer& first,
                                   const KeptAnswer& second) {
  if (first.reading == second.reading) {
    for (const CaseReading& reading : test_case.readings) {
      if (reading.id == first.reading) return reading.expectation;
    }
  }
  return test_case.expectation;
}

// The answers of both folders to the cases of one function.
class FunctionOutputs {
 public:
  FunctionOutputs(std::string function, KeptOutputs::Answers first, KeptOutputs::Answers second)
      : first_(std::move(first)), second_(std::move(second)) {
    result_.function = std::move(function);
  }

  // Lists the cases that cannot be compared.
  void list_uncompared(std::vector<UncomparedCase>& uncompared) const {
    const auto add = [&](const auto& place, std::string reason, bool in_both = false) {
      uncompared.push_back(
          {result_.function, place.first, place.second, std::move(reason), in_both});
    };
    for (const auto& [place, answer] : first_) {
      const auto other = second_.find(place);
      if (other == second_.end()) {
        add(place, "only the first has an answer");
      } else if (const std::string& lost = answer.lost + other->second.lost; !lost.empty()) {
        add(place, lost, /*in_both=*/true);
      }
    }
    for (const auto& [place, answer] : second_) {
      if (!first_.contains(place)) add(place, "only the second has an answer");
    }
  }

  bool any_in_both() const {
    return std::ranges::any_of(first_, [&](const auto& entry) { return is_in_both(entry.first); });
  }

  void compare(const Case& test_case) {
    for (const Mode mode : test_case.modes) {
      const KeptOutputs::Answers::key_type place(test_case.id, mode_name(mode));
      if (is_in_both(place)) {
        compare(in_mode(test_case, mode), place, first_.at(place), second_.at(place));
      }
    }
  }

  FunctionComparison take() { return std::move(result_); }

 private:
  bool is_in_both(const KeptOutputs::Answers::key_type& place) const {
    const auto first = first_.find(place), second = second_.find(place);
    return first != first_.end() && second != second_.end() &&
           (first->second.lost + second->second.lost).empty();
  }

  void compare(const Case& test_case, const KeptOutputs::Answers::key_type& place,
               const KeptAnswer& first, const KeptAnswer& second) {
    compare::Agreement agreement = compare_answers(first.answer, second.answer, test_case,
                                                   expectation_for(test_case, first, second));
    ++result_.compared;
    if (agreement.sampled) ++result_.sampled;
    if (!agreement.disagreement) {
      result_.margin = std::max(result_.margin, agreement.margin);
      return;
    }
    result_.differing.push_back({.function = result_.function,
                                 .case_id = place.first,
                                 .mode = place.second,
                                 .first_outcome = first.outcome,
                                 .second_outcome = second.outcome,
                                 .first_reading = first.reading,
                                 .second_reading = second.reading,
                                 .agreement = std::move(agreement)});
  }

  FunctionComparison result_;
  KeptOutputs::Answers first_, second_;
};

template <class Count>
std::int64_t sum(const std::vector<FunctionComparison>& functions, Count count) {
  return std::accumulate(functions.begin(), functions.end(), std::int64_t{0},
                         [&](std::int64_t total, const FunctionComparison& function) {
                           return total + static_cast<std::int64_t>(count(function));
                         });
}

// Functions with the most differing cases first, then those with the largest margin.
void sort_worst_first(std::vector<FunctionComparison>& functions) {
  std::ranges::stable_sort(functions, std::ranges::greater{}, [](const FunctionComparison& one) {
    return std::pair(one.differing.size(), one.margin);
  });
  for (FunctionComparison& function : functions) {
    std::ranges::stable_sort(
        function.differing, std::ranges::greater{},
        [](const ComparedCase& compared) { return compared.agreement.margin; });
  }
}

}  // namespace

std::int64_t OutputsComparison::compared() const {
  return sum(functions, [](const FunctionComparison& function) { return function.compared; });
}
std::int64_t OutputsComparison::differing() const {
  return sum(functions,
             [](const FunctionComparison& function) { return function.differing.size(); });
}
std::int64_t OutputsComparison::missing(bool common) const {
  return std::ranges::count_if(uncompared,
                               [&](const UncomparedCase& one) { return one.in_both || !common; });
}
std::int64_t OutputsComparison::sampled() const {
  return sum(functions, [](const FunctionComparison& function) { return function.sampled; });
}

OutputsComparison compare_outputs(const std::string& first_folder, const std::string& second_folder,
                                  const std::string& vectors_directory) {
  const KeptOutputs first(first_folder), second(second_folder);
  const Manifest manifest = read_manifest(vectors_directory);
  check_vectors(first, manifest, vectors_directory);
  check_vectors(second, manifest, vectors_directory);
  OutputsComparison comparison;
  comparison.first_folder = first_folder;
  comparison.second_folder = second_folder;
  comparison.first = first.header();
  comparison.second = second.header();
  comparison.notices = differences_of(first.header(), second.header());
  std::set<std::string> names = first.functions();
  names.insert(second.functions().begin(), second.functions().end());
  for (const std::string& name : names) {
    FunctionOutputs outputs(name, first.read(name), second.read(name));
    outputs.list_uncompared(comparison.uncompared);
    if (!outputs.any_in_both()) continue;
    if (!manifest.functions.contains(name)) {
      throw FileError(outputs_file(first_folder, name), "",
                      "the vectors in " + vectors_directory + " lack this function",
                      "Remove the files of other runs from the folder.");
    }
    for (const Case& test_case :
         read_cases(vectors_directory, manifest, name, generated_tier(manifest, name))) {
      outputs.compare(test_case);
    }
    comparison.functions.push_back(outputs.take());
  }
  if (comparison.compared() == 0) {
    throw NoCaseSelected("no case has an answer both in " + first_folder + " and in " +
                         second_folder);
  }
  sort_worst_first(comparison.functions);
  return comparison;
}

}  // namespace kassay::runner
