// An explanation for people.
#include "conformance/explain/explanation_text.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <utility>

#include "conformance/explain/explanation.h"
#include "spec/lib/citation.h"
#include "spec/lib/json_value.h"
#include "spec/lib/program_text.h"
#include "spec/lib/sample_json.h"
#include "spec/lib/specification_view.h"
#include "spec/lib/text.h"

namespace kassay::explain {
namespace {

constexpr std::int64_t kLongestTensor = 60;  // elements; longer ones are shortened
constexpr std::size_t kIndent = 4;
constexpr std::size_t kLongestLine = 2000;  // bytes of a text from a backend

void print_tensor(std::ostream& out, const std::string& name, DType dtype, const Shape& shape,
                  const Tensor& values) {
  out << "  " << name << ": " << dtype_name(dtype) << ' ' << to_string(shape) << '\n'
      << std::string(kIndent, ' ') << wording::tensor_text(values, kIndent, kLongestTensor) << '\n';
}

void print_value(std::ostream& out, const std::string& name, const Value& value) {
  if (const auto* tensor = value.get_if<Tensor>()) {
    print_tensor(out, name, tensor->dtype(), tensor->shape(), *tensor);
  } else {
    out << "  " << name << ": " << wording::shortened(wording::python_text(value), kLongestLine)
        << '\n';
  }
}

std::string parameters_text(const Distribution& distribution) {
  const auto number = [](const char* name, double value) {
    return std::string(", ") + name + " " + shortest_text(value);
  };
  if (const auto* uniform = std::get_if<UniformDistribution>(&distribution)) {
    return number("low", uniform->low) + number("high", uniform->high);
  }
  if (const auto* normal = std::get_if<NormalDistribution>(&distribution)) {
    return number("mean", normal->mean) + number("std", normal->std);
  }
  if (const auto* normal = std::get_if<TruncatedNormalDistribution>(&distribution)) {
    return number("mean", normal->mean) + number("std", normal->std) +
           number("bound", normal->bound);
  }
  if (const auto* normal = std::get_if<ClippedNormalDistribution>(&distribution)) {
    return number("mean", normal->mean) + number("std", normal->std) +
           number("bound", normal->bound);
  }
  return number("p", std::get<BernoulliDistribution>(distribution).p);
}

void print_sample(std::ostream& out, const std::string& name, const ExpectedSample& sample) {
  out << "  " << name << ": " << dtype_name(sample.dtype) << ' ' << to_string(sample.shape)
      << ", a sample\n"
      << std::string(kIndent, ' ') << "distribution " << distribution_name(sample.distribution)
      << parameters_text(sample.distribution) << '\n';
  if (!sample.constant_axes.empty()) {
    out << std::string(kIndent, ' ') << "one draw along the axes "
        << wording::list_text(sample.constant_axes) << '\n';
  }
  if (sample.same_draw_as) {
    out << std::string(kIndent, ' ') << "the same draw as output " << *sample.same_draw_as << '\n';
  }
  for (const int other : sample.independent_of) {
    out << std::string(kIndent, ' ') << "independent of output " << other << '\n';
  }
  const auto* bernoulli = std::get_if<BernoulliDistribution>(&sample.distribution);
  if (bernoulli == nullptr || !bernoulli->value) return;
  out << std::string(kIndent, ' ') << "each element 0, or of\n"
      << std::string(kIndent, ' ')
      << wording::tensor_text(*bernoulli->value, kIndent, kLongestTensor) << '\n';
}

std::string output_name(std::size_t i) { return "output " + std::to_string(i); }

// The sources of a clause, its errors, differences between editions, and its errata.
void print_sources(std::ostream& out, const ClauseView& view, const Specification& specification) {
  for (const Source& source : view.clause->sources) {
    out << "      source " << source.edition;
    const DocumentEdition* edition = specification.find_edition(source.edition);
    if (edition != nullptr && !edition->page_title.empty()) {
      out << ", page \"" << edition->page_title << '"';
    }
    out << ", " << place_text(source, edition) << '\n';
  }
  for (const std::string& remark : view.remarks) out << "      " << remark << '\n';
  for (const Erratum* erratum : view.errata) {
    out << "      erratum " << erratum->id << " of " << joined(erratum->editions) << '\n'
        << "        printed: " << erratum->printed << '\n'
        << "        meant:   " << erratum->meant << '\n';
  }
}

// Where pages like the cited ones are published.
void print_editions(std::ostream& out, const std::set<std::string>& cited,
                    const Specification& specification) {
  const char* heading = "\nDocuments\n";
  for (const DocumentEdition& edition : specification.editions) {
    if (!cited.contains(edition.id)) continue;
    out << std::exchange(heading, "");
    out << "  " << edition.id << ": " << description(edition) << '\n';
    if (edition.repository.empty()) continue;
    out << "      similar page: " << edition.path << " in " << edition.repository << '\n';
  }
}

void print_decision(std::ostream& out, const std::string& id, const Specification& specification) {
  const Decision* decision = specification.find_decision(id);
  if (decision == nullptr) {
    out << "      decision " << id << ", which the specification does not hold\n";
    return;
  }
  out << "      decision " << id << ": " << decision->title << '\n';
  for (const auto& [name, text] : facts_of(*decision)) {
    out << "        " << name << ": " << text << '\n';
  }
}

void print_clauses(std::ostream& out, const Explanation& explanation) {
  const Specification& specification = *explanation.specification;
  out << "\nClauses\n";
  std::set<std::string> cited;
  for (const std::string& id : explanation.test_case->clauses) {
    const FunctionSpecification* owner = specification.owner_of(id);
    if (owner == nullptr) {
      out << "  " << id << ", which the specification does not hold\n";
      continue;
    }
    const ClauseView view = view_of(*owner->find_clause(id), *owner, specification);
    out << "  " << id << ": " << view.clause->text << '\n';
    print_sources(out, view, specification);
    for (const Source& source : view.clause->sources) cited.insert(source.edition);
    if (!view.clause->decision.empty()) {
      print_decision(out, view.clause->decision, specification);
    }
  }
  print_editions(out, cited, specification);
}

void print_program(std::ostream& out, const Case& test_case) {
  out << "\nProgram (mode " << mode_name(test_case.modes.front()) << ")\n";
  std::istringstream lines(program_text(test_case.program));
  for (std::string line; std::getline(lines, line);) out << "  " << line << '\n';
  if (!test_case.inputs.empty()) out << "\nInputs\n";
  for (const auto& [name, tensor] : test_case.inputs) {
    print_tensor(out, name, tensor.dtype(), tensor.shape(), tensor);
  }
}

void print_expectation(std::ostream& out, const Expectation& expectation) {
  if (!expectation.error_kinds.empty()) {
    out << "  an error of kind ";
    const char* separator = "";
    for (const std::string& kind : expectation.error_kinds) {
      out << separator << kind;
      separator = " or ";
    }
    out << '\n';
    return;
  }
  for (std::size_t i = 0; i < expectation.outputs.size(); ++i) {
    const ExpectedOutput& output = expectation.outputs[i];
    if (const auto* tensor = std::get_if<ExpectedTensor>(&output)) {
      print_tensor(out, output_name(i), tensor->dtype, tensor->shape, tensor->value);
    } else if (const auto* sample = std::get_if<ExpectedSample>(&output)) {
      print_sample(out, output_name(i), *sample);
    } else {
      print_value(out, output_name(i), std::get<Value>(output));
    }
  }
}

void print_expected(std::ostream& out, const Case& test_case) {
  out << "\nExpected";
  const Accuracy& accuracy = test_case.accuracy;
  if (test_case.expectation.error_kinds.empty()) {
    out << " (ulps " << shortest_text(accuracy.ulps) << ", terms " << shortest_text(accuracy.terms)
        << ", atol " << shortest_text(accuracy.atol)
        << (test_case.sign_of_zero ? ", with the sign of zero)" : ")");
  }
  out << '\n';
  print_expectation(out, test_case.expectation);
}

void print_readings(std::ostream& out, const Explanation& explanation) {
  const Case& test_case = *explanation.test_case;
  if (test_case.readings.empty()) return;
  out << "\nReadings that answer differently here\n";
  for (const CaseReading& case_reading : test_case.readings) {
    const Specification& specification = *explanation.specification;
    const std::string& function = explanation.function->name;
    const std::string text = specification.reading_text(function, case_reading.id);
    out << "  " << (case_reading.accepted ? "accepted: " : "wrong: ") << case_reading.id;
    if (!text.empty()) {
      out << " (" << joined(specification.clauses_of_reading(function, case_reading.id))
          << "): " << text;
    }
    out << '\n';
  }
}

void print_unspecified(std::ostream& out, const Explanation& explanation) {
  const FunctionView view = view_of(*explanation.function, *explanation.specification);
  if (view.unspecified.empty()) return;
  out << "\nUnspecified for " << view.function->name << " (not tested)\n";
  for (const auto& [decision, text] : view.unspecified) {
    out << "  " << decision << ": " << text << '\n';
  }
}

void print_result(std::ostream& out, const CaseResult& result, const Explanation& explanation) {
  out << "  " << outcome_name(result.outcome);
  if (result.outcome == Outcome::kPass || result.outcome == Outcome::kPassAccepted ||
      result.outcome == Outcome::kFail) {
    out << ", margin " << shortest_text(result.margin);
  }
  if (!result.reading.empty()) out << ", reading " << result.reading;
  out << '\n';
  if (result.outcome == Outcome::kPassAccepted) {
    const std::vector<const Decision*> decisions =
        explanation.specification->decisions_on(explanation.function->name, result.reading);
    if (decisions.empty()) out << "  differs only where the documents do not decide\n";
    for (const Decision* decision : decisions) {
      out << "  differs only where " << decision->id << " accepts either: " << decision->title
          << '\n';
    }
  }
  if (!result.message.empty()) out << "  " << result.message << '\n';
}

void print_answer(std::ostream& out, const Explanation& explanation) {
  if (!explanation.answer) return;
  const Answer& answer = *explanation.answer;
  out << "\nAnswer of " << explanation.backend << '\n';
  if (!answer.error_kind.empty()) {
    out << "  an error of kind " << answer.error_kind << ": "
        << wording::shortened(answer.error_message, kLongestLine) << '\n';
  }
  for (std::size_t i = 0; i < answer.outputs.size(); ++i) {
    print_value(out, output_name(i), answer.outputs[i]);
  }
}

void print_results(std::ostream& out, const Explanation& explanation) {
  if (explanation.result) {
    out << "\nResult of " << explanation.backend << '\n';
    print_result(out, *explanation.result, explanation);
  }
  for (const RecordedResult& recorded : explanation.recorded) {
    out << "\nRecorded in " << recorded.file << " (" << recorded.backend << ", mode "
        << recorded.result.mode << ")\n";
    print_result(out, recorded.result, explanation);
  }
}

void print_limit(std::ostream& out, const ElementExplanation& element) {
  const Limit& limit = element.limit;
  const Accuracy& accuracy = element.accuracy;
  out << "  limit     " << shortest_text(limit.total) << '\n';
  if (limit.total == 0) {
    out << "            only the expected value is correct\n";
    return;
  }
  if (element.limit_is_stated) {
    out << "            the limits of the program's calls together; infinite: not judged\n";
    return;
  }
  out << "    ulps    " << shortest_text(limit.from_ulps) << " = " << shortest_text(accuracy.ulps)
      << " * ulp(e), which is " << shortest_text(limit.ulp) << '\n'
      << "    terms   " << shortest_text(limit.from_terms);
  if (accuracy.terms > 0) {
    out << " = 2 (1 + sqrt(" << shortest_text(accuracy.terms) << ")) * r, where r is "
        << shortest_text(element.roundoff) << ", the roundoff of the magnitude "
        << shortest_text(element.magnitude);
  } else if (limit.from_terms > 0) {
    out << " = r, the roundoff of the condition " << shortest_text(element.magnitude)
        << ": the argument may be rounded once";
  }
  out << '\n' << "    atol    " << shortest_text(limit.atol) << '\n';
}

void print_element(std::ostream& out, const Explanation& explanation) {
  if (!explanation.element) return;
  const ElementExplanation& element = *explanation.element;
  out << (explanation.element_is_worst ? "\nWorst element: " : "\nElement: ")
      << output_name(static_cast<std::size_t>(element.output)) << " at "
      << wording::list_text(element.index) << '\n'
      << "  expected  " << element.expected << '\n';
  if (!element.actual.empty()) {
    out << "  actual    " << element.actual << '\n'
        << "  error     " << shortest_text(element.error) << '\n';
  }
  print_limit(out, element);
  if (!element.actual.empty()) {
    out << "  margin    " << shortest_text(element.margin)
        << (element.passed ? ", within the limit" : ", wrong") << '\n';
  }
}

void print_statistics(std::ostream& out, const Explanation& explanation) {
  if (explanation.statistics.empty()) return;
  out << "\nStatistics (" << shortest_text(compare::kFalseAlarms)
      << " is the highest probability that a right generator fails an output)\n";
  for (const SampleExplanation& explained : explanation.statistics) {
    const Statistic& statistic = explained.statistic;
    out << "  " << output_name(static_cast<std::size_t>(explained.output)) << ", " << statistic.name
        << '\n'
        << "    expected  " << shortest_text(statistic.expected) << '\n'
        << "    actual    " << shortest_text(statistic.actual)
        << ", as far off by chance with a probability of at most "
        << shortest_text(statistic.probability) << '\n'
        << "    limit     " << shortest_text(statistic.limit) << '\n'
        << "    margin    " << shortest_text(margin_of(statistic.deviation(), statistic.limit))
        << (statistic.passed() ? ", within the limit" : ", wrong") << '\n';
  }
}

}  // namespace

std::string to_text(const Explanation& explanation) {
  std::ostringstream out;
  const Case& test_case = *explanation.test_case;
  const FunctionSpecification& function = *explanation.function;
  const std::string edition(edition_name(explanation.edition));
  const auto signature = function.signatures.find(edition);
  out << test_case.id << '\n';
  print_results(out, explanation);
  print_element(out, explanation);
  print_statistics(out, explanation);
  out << '\n'
      << function.name << (signature != function.signatures.end() ? signature->second : "")
      << "   edition " << edition << ", tier " << tier_name(test_case.tier) << "\n  "
      << function.summary << '\n';
  print_clauses(out, explanation);
  print_program(out, test_case);
  print_expected(out, test_case);
  print_answer(out, explanation);
  print_readings(out, explanation);
  print_unspecified(out, explanation);
  out << "\nReproduce\n  " << explanation.reproduce << '\n';
  return out.str();
}

}  // namespace kassay::explain
