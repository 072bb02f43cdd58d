// The verdict on a case, and its message.
#include "conformance/compare/judge.h"

#include <algorithm>
#include <ranges>

#include "conformance/compare/compare.h"
#include "conformance/compare/hypotheses.h"
#include "conformance/compare/tensor_comparison.h"
#include "spec/lib/error.h"
#include "spec/lib/json_value.h"
#include "spec/lib/text.h"

namespace kassay::compare {
namespace {

constexpr std::size_t kLongestErrorMessage = 2000;  // bytes of a backend's message that are kept

std::string sentence(std::string text) {
  const bool ended =
      !text.empty() && std::string_view(".!?").find(text.back()) != std::string_view::npos;
  return ended ? text : text + ".";
}

// "axis-ignored (The last axis, regardless of axis.)"
std::string reading_text(const std::string& function, const std::string& id,
                         const Specification* specification) {
  const std::string text =
      specification != nullptr ? specification->reading_text(function, id) : "";
  return text.empty() ? id : id + " (" + text + ")";
}

// The expected number with as few digits as tell it from any other of the dtype of the answer, or all of its digits where the
// actual one would look the same.
std::string expected_text(const Failure& failure, const Answer& answer) {
  const auto place = static_cast<std::size_t>(failure.output);
  const auto* output =
      place < answer.outputs.size() ? answer.outputs[place].get_if<Tensor>() : nullptr;
  if (output == nullptr || !is_floating(output->dtype())) return failure.expected;
  Tensor nearest(output->dtype(), {});
  set_element(nearest, 0, std::strtod(failure.expected.c_str(), nullptr));
  const std::string text = wording::element_text(nearest, 0);
  return text == failure.actual ? failure.expected : text;
}

// Enough to compare an error with its limit.
std::string rough_text(double number) {
  constexpr int kDigits = 3;
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", kDigits, number);
  return shortest_text(std::strtod(text, nullptr));
}

std::string element_sentence(const Failure& failure, const Answer& answer) {
  const std::string text = " at " + wording::list_text(failure.index) + ": expected " +
                           expected_text(failure, answer) + ", actual " + failure.actual +
                           ", error " + rough_text(failure.error) + ", limit " +
                           rough_text(failure.limit) + "; ";
  return text + std::to_string(failure.mismatched) + " of " + std::to_string(failure.elements) +
         (failure.elements == 1 ? " element" : " elements") + " wrong.";
}

// The backend's message about a call that it refuses.
std::string message_of(const Answer& answer) {
  const std::string said = wording::shortened(answer.error_message, kLongestErrorMessage);
  return said.empty() ? "" : " It says: " + sentence(said);
}

std::string failure_sentence(const Failure& failure, const Answer& answer) {
  const std::string output = "output " + std::to_string(failure.output);
  const std::string at = failure.index.empty() ? "" : " at " + wording::list_text(failure.index);
  const std::string difference = ": expected " + failure.expected + ", actual " + failure.actual;
  const std::string elements = std::to_string(failure.elements);
  const std::string wrong =
      "; " + std::to_string(failure.mismatched) + " of " + elements + " elements wrong.";
  switch (failure.check) {
    case Check::kElement:
      return output + element_sentence(failure, answer);
    case Check::kRms:
      return output + ": the rms of the errors of " + elements +
             " elements, in units of the roundoff, is " + failure.actual + ", and may be " +
             failure.expected + ".";
    case Check::kShape:
      return output + " has another shape" + difference + ".";
    case Check::kDType:
      return output + " has another dtype" + difference + ".";
    case Check::kCount:
      return "the number of outputs differs" + difference + ".";
    case Check::kVector:
    case Check::kAnswer:
    case Check::kValue:
      return output + at + difference + ".";
    case Check::kErrorKind:
      return "the call was refused for another reason" + difference + "." + message_of(answer);
    case Check::kNoError:
      return "an invalid call was not refused" + difference + ".";
    case Check::kUnexpectedError:
      return "a valid call was refused" + difference + "." + message_of(answer);
    case Check::kRange:
      return output + at + " is out of range" + difference + wrong;
    case Check::kConstancy:
      return output + at + " does not share its draw" + difference + wrong;
    case Check::kRepetition:
      return output + at + " does not repeat the draw" + difference + wrong;
    case Check::kMean:
    case Check::kVariance:
    case Check::kFrequency:
    case Check::kDistribution:
    case Check::kCorrelation:
    case Check::kDependence:
    case Check::kTails:
    case Check::kResolution:
      return output + " is not a plausible sample of " + elements + " draws" + difference + ".";
  }
  return "";
}

// The basis of comparison for a wrong answer: the expectation, or an accepted reading nearer to it.
struct Measure {
  const Expectation* expectation;
  Verdict verdict;
  const CaseReading* reading = nullptr;
};

// The distance of an answer from the expectation: how much of it is right, then how many elements are wrong.
std::pair<int, std::int64_t> distance(const Verdict& verdict) {
  const Failure& failure = *verdict.failure;
  switch (failure.check) {
    case Check::kElement:
    case Check::kRms:
      return {0, failure.mismatched};
    case Check::kShape:
      return {1, 0};
    case Check::kDType:  // it is checked first
      return {2, 0};
    case Check::kCount:
      return {3, 0};
    default:
      return {4, 0};
  }
}

// "9 of the 12 wrong elements match the wrong reading a (...).", for the reading that has the
// most of them, if these are half of them, and two, or more.
std::string name_partial_reading(const Answer& answer, const Case& test_case,
                                 const Measure& measure, const Specification* specification) {
  const Failure& failure = *measure.verdict.failure;
  if (failure.check != Check::kElement) return "";
  const auto i = static_cast<std::size_t>(failure.output);
  const auto* expected = std::get_if<ExpectedTensor>(&measure.expectation->outputs[i]);
  if (expected == nullptr) return "";  // a sample
  std::int64_t most = 0;
  const CaseReading* nearest = nullptr;
  for (const CaseReading& reading : test_case.readings) {
    if (reading.accepted || reading.expectation.outputs.size() <= i) continue;
    const auto* other = std::get_if<ExpectedTensor>(&reading.expectation.outputs[i]);
    if (other == nullptr || !fault_of(*other, test_case.accuracy).empty()) continue;
    const std::int64_t explained =
        explained_elements(*answer.outputs[i].get_if<Tensor>(), *expected, *other,
                           test_case.accuracy, test_case.sign_of_zero);
    if (explained > most) {
      most = explained;
      nearest = &reading;
    }
  }
  if (most < 2 || 2 * most < failure.mismatched) return "";
  return std::to_string(most) + " of the " + std::to_string(failure.mismatched) +
         " wrong elements match the wrong reading " +
         sentence(reading_text(test_case.function, nearest->id, specification));
}

std::string hypothesis(const Answer& answer, const Case& test_case, const Measure& measure) {
  const Failure& failure = *measure.verdict.failure;
  const bool of_tensor = failure.check == Check::kElement || failure.check == Check::kRms ||
                         failure.check == Check::kShape || failure.check == Check::kDType;
  if (!of_tensor) return "";
  const auto i = static_cast<std::size_t>(failure.output);
  const auto* expected = std::get_if<ExpectedTensor>(&measure.expectation->outputs[i]);
  if (expected == nullptr) return "";  // a sample
  return matching_hypothesis(*answer.outputs[i].get_if<Tensor>(), *expected, test_case.accuracy,
                             test_case.sign_of_zero);
}

// The vector is wrong, whatever the backend answered: nothing in the answer is a failure.
void blame_vector(const Verdict& verdict, CaseResult& result) {
  result.outcome = Outcome::kError;
  result.message = result.function + ": the vector of this case is faulty, not the backend: " +
                   sentence(verdict.note) + " Generate the vectors again.";
}

// The error states that something is not implemented, so it does not refuse an invalid call.
bool says_not_implemented(const Answer& answer, const Case& test_case) {
  const std::string_view kind = error_kind_name(ErrorKind::kNotImplemented);
  const std::vector<std::string>& expected = test_case.expectation.error_kinds;
  return answer.error_kind == kind && std::ranges::find(expected, kind) == expected.end();
}

// Whether an accepted reading allows the answer. If not, `measure` becomes the nearest reading that is nearer than it,
// and `faults` gets the reason why one could not be tried.
bool is_accepted(const Answer& answer, const Case& test_case, CaseResult& result,
                 const Specification* specification, Measure& measure, std::string& faults) {
  for (const CaseReading& reading : test_case.readings) {
    if (!reading.accepted) continue;
    Verdict verdict =
        compare(answer, reading.expectation, test_case.accuracy, test_case.sign_of_zero);
    if (verdict.passed) {
      result.outcome = Outcome::kPassAccepted;
      result.margin = verdict.margin;
      result.reading = reading.id;
      result.message = "The answer matches an accepted reading: " +
                       sentence(reading_text(test_case.function, reading.id, specification));
      return true;
    }
    if (verdict.failure->check == Check::kVector) {
      faults += " Its accepted reading " + reading.id +
                " could not be tried, because its vector is faulty: " + sentence(verdict.note);
    } else if (distance(verdict) < distance(measure.verdict)) {
      measure = {&reading.expectation, std::move(verdict), &reading};
    }
  }
  return false;
}

// Whether the answer consists of tensors without elements. Many mistakes give the same empty tensors, so their shapes identify no
// reading.
bool is_empty(const Answer& answer) {
  const auto without_elements = [](const Value& output) {
    const auto* tensor = output.get_if<Tensor>();
    return tensor != nullptr && tensor->size() == 0;
  };
  return !answer.outputs.empty() && std::ranges::all_of(answer.outputs, without_elements);
}

// "The answer matches a wrong reading: a (...), and b (...).", or an empty string. An error identifies no reading either: many
// mistakes refuse the same call, and the backend's message explains it better.
std::string name_wrong_readings(const Answer& answer, const Case& test_case, CaseResult& result,
                                const Specification* specification) {
  if (!answer.error_kind.empty() || is_empty(answer)) return "";
  std::string text;
  for (const CaseReading& reading : test_case.readings) {
    if (reading.accepted) continue;
    const bool matches =
        compare(answer, reading.expectation, test_case.accuracy, test_case.sign_of_zero).passed;
    if (!matches) continue;
    if (text.empty()) result.reading = reading.id;
    text += text.empty() ? "The answer matches a wrong reading: " : ", and ";
    text += reading_text(test_case.function, reading.id, specification);
  }
  return text.empty() ? "" : sentence(text);
}

}  // namespace

void judge(const Answer& answer, const Case& test_case, CaseResult& result,
           const Specification* specification) {
  result.case_id = test_case.id;
  result.function = test_case.function;
  result.margin = 0;
  result.reading.clear();
  result.message.clear();
  result.failure.reset();
  result.answer.clear();
  if (says_not_implemented(answer, test_case)) {
    result.outcome = Outcome::kUnsupported;
    result.message = "The backend says that this is not implemented: " +
                     sentence(wording::shortened(answer.error_message, kLongestErrorMessage));
    return;
  }
  Verdict verdict =
      compare(answer, test_case.expectation, test_case.accuracy, test_case.sign_of_zero);
  result.margin = verdict.margin;
  if (verdict.passed) {
    result.outcome = Outcome::kPass;
    return;
  }
  if (verdict.failure->check == Check::kVector) return blame_vector(verdict, result);
  std::string faults;
  Measure measure{&test_case.expectation, std::move(verdict)};
  if (is_accepted(answer, test_case, result, specification, measure, faults)) return;

  const bool raised = measure.verdict.failure->check == Check::kUnexpectedError;
  result.outcome = raised ? Outcome::kError : Outcome::kFail;
  std::string clue = name_wrong_readings(answer, test_case, result, specification);
  if (clue.empty()) clue = hypothesis(answer, test_case, measure);
  if (clue.empty()) clue = name_partial_reading(answer, test_case, measure, specification);
  result.message = test_case.function + ": " + failure_sentence(*measure.verdict.failure, answer);
  if (measure.reading != nullptr) {
    const std::string& id = measure.reading->id;
    clue = "Compared with the nearest accepted reading: " +
           sentence(reading_text(test_case.function, id, specification)) +
           (clue.empty() ? "" : " " + clue);
  }
  for (const std::string& more : {measure.verdict.note, clue}) {
    if (!more.empty()) result.message += " " + more;
  }
  result.message += faults;
  result.failure = std::move(measure.verdict.failure);
  for (const Value& output : answer.outputs | std::views::take(kMostPreviews)) {
    result.answer.push_back(preview_of(output));
  }
}

}  // namespace kassay::compare
