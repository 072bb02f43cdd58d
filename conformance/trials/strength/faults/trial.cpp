#include "conformance/trials/strength/faults/trial.h"

#include <algorithm>
#include <functional>

#include "conformance/protocol/execute.h"
#include "conformance/runner/run_case.h"
#include "conformance/trials/strength/faults/faulty_backend.h"
#include "spec/lib/modes.h"

namespace kassay::faults {
namespace {

// What calls the functions of a fault: the program of a case, or only the calls that its mode adds.
enum class Caller { kNone, kMode, kProgram };

Caller caller_of(const std::string& function, const CaseOutline& outline, Mode mode) {
  if (function.find('.') != std::string::npos) {  // an operator
    if (mode == Mode::kProgram) return Caller::kProgram;
    return mode == Mode::kGradient ? Caller::kMode : Caller::kNone;
  }
  if (outline.function == function || outline.calls.contains(function)) return Caller::kProgram;
  return functions_called(outline, mode).contains(function) ? Caller::kMode : Caller::kNone;
}

Caller caller_of(const Fault& fault, const CaseOutline& outline, Mode mode) {
  Caller caller = Caller::kNone;
  for (const std::string& function : fault.functions) {
    caller = std::max(caller, caller_of(function, outline, mode));
  }
  return caller;
}

// Calls `judged` with each case of this caller, as it is in the vectors, and its result.
void run(Backend& backend, const Fault& fault, const runner::SelectedCases& suite, Caller caller,
         const std::function<void(const Case&, Mode, const CaseResult&)>& judged) {
  for (const runner::SelectedFunction& function : suite.functions) {
    for (const runner::SelectedCase& selected : function.cases) {
      const CaseOutline& outline = function.vectors->cases()[selected.index];
      for (const Mode mode : selected.modes) {
        if (caller_of(fault, outline, mode) != caller) continue;
        const Case whole = function.vectors->read(selected.index);
        const Case test_case = in_mode(whole, mode);
        judged(whole, mode,
               runner::result_of(protocol::execute(backend, test_case.program, test_case.inputs),
                                 test_case, nullptr));
      }
    }
  }
}

}  // namespace

runner::SelectedCases read_suite(const std::string& vectors_directory) {
  runner::SelectedCases suite =
      runner::select_cases(vectors_directory, read_manifest(vectors_directory),
                           read_specification(vectors_directory), runner::Selection{});
  for (const runner::SelectedFunction& function : suite.functions) {
    function.vectors->open_tensors();
  }
  return suite;
}

Trial try_fault(const Fault& fault, const runner::SelectedCases& suite) {
  Trial trial;
  const std::unique_ptr<Backend> backend = make_faulty(fault);
  const auto judged = [&](const Case& test_case, Mode /*mode*/, const CaseResult& result) {
    ++trial.results;
    if (!counts_against(result.outcome)) return;
    trial.caught.push_back(
        {test_case.id, result.mode, std::string(outcome_name(result.outcome)), result.message});
    trial.in_smoke = trial.in_smoke || test_case.tier == Tier::kSmoke;
    if (!result.reading.empty()) ++trial.readings[test_case.function + "." + result.reading];
  };
  run(*backend, fault, suite, Caller::kProgram, judged);
  if (trial.caught.empty()) run(*backend, fault, suite, Caller::kMode, judged);
  return trial;
}

std::vector<rules::Sample> samples_of(const Fault& fault, const runner::SelectedCases& suite,
                                      const Specification& specification,
                                      const std::string& function) {
  const FunctionSpecification* specified = specification.find(function);
  const auto parameters = rules::parameters_of(specified->signatures.at("ko"));
  std::vector<rules::Sample> samples;
  const auto judged = [&](const Case& test_case, Mode mode, const CaseResult& result) {
    if (test_case.function != function || result.outcome == Outcome::kUnsupported) return;
    samples.push_back(
        {rules::facts_of(test_case, mode, parameters), counts_against(result.outcome)});
  };
  run(*make_faulty(fault), fault, suite, Caller::kProgram, judged);
  return samples;
}

}  // namespace kassay::faults
