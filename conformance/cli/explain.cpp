// `kassay explain`: everything about one case, and a backend's answer.
#include "conformance/cli/explain.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>

#include "conformance/cli/case_choice.h"
#include "conformance/cli/exit_code.h"
#include "conformance/cli/options.h"
#include "conformance/cli/program_name.h"
#include "conformance/cli/terminal.h"
#include "conformance/cli/values.h"
#include "conformance/cli/vectors_directory.h"
#include "conformance/explain/explanation.h"
#include "conformance/explain/explanation_json.h"
#include "conformance/explain/explanation_text.h"
#include "conformance/runner/backend_argument.h"
#include "conformance/runner/backend_process.h"
#include "conformance/runner/find_case.h"
#include "conformance/runner/run_case.h"
#include "conformance/runner/selection.h"
#include "reports/command_line.h"
#include "reports/function_table.h"
#include "spec/lib/error.h"
#include "spec/lib/modes.h"
#include "spec/lib/printable.h"
#include "spec/lib/text.h"

namespace kassay::cli {
namespace {

struct ExplainOptions {
  std::string case_id, backend, results;
  std::optional<std::string> element;  // "0,2"; empty for rank 0
  int output = 0;
  std::optional<Mode> mode;  // none: the first of the case
  bool edition_given = false;
  runner::BackendOptions backend_options;
  std::string vectors = default_vectors_directory();
  double timeout = 60;
  bool json = false;
};

// The result of the case in a results file, and how its backend ran.
struct Recorded {
  std::vector<explain::RecordedResult> results;
  std::map<std::string, std::string> environment;
  std::optional<SandboxRecord> sandbox;
};

// The first case of a function in the results that counts against the backend, as it was run.
void take_first_failure(ExplainOptions& options, const Results& results) {
  const std::string function = options.case_id;
  const CaseResult* first = nullptr;
  reports::FunctionCounts counts;
  for (const CaseResult& result : results.cases) {
    if (result.function != function) continue;
    if (options.mode && result.mode != mode_name(*options.mode)) continue;
    ++counts.counts[reports::severity_rank(result.outcome)];
    if (first == nullptr && counts_against(result.outcome)) first = &result;
  }
  if (first == nullptr) {
    const std::string of =
        function + (options.mode ? " in mode " + std::string(mode_name(*options.mode)) : "");
    throw runner::NoCaseSelected(
        (counts.total() == 0
             ? options.results + " has no result of " + of
             : "nothing of " + of + " failed in " + options.results + ": " + counts_text(counts)) +
        "\nName a case: `kassay list cases " + function + "` prints those of the function.");
  }
  options.case_id = first->case_id;
  if (!options.mode) options.mode = parse_mode(first->mode);
  const auto edition = parse_edition(results.header.edition);
  if (!options.edition_given && edition) options.backend_options.edition = *edition;
  print_note("explaining " + first->case_id + " [" + first->mode + "], the first of " +
             count_of(counts.against(), "failure") + " of " + function + " in " + options.results);
}

Recorded recorded_results(const ExplainOptions& options, const Results& results) {
  std::vector<explain::RecordedResult> recorded;
  for (const CaseResult& result : results.cases) {
    if (result.case_id == options.case_id && result.mode == mode_name(*options.mode)) {
      recorded.push_back({options.results, results.header.backend_argument, result});
    }
  }
  if (recorded.empty()) {
    print_note(options.results + " has no result of this case");
  } else if (results.header.vectors_hash != read_manifest(options.vectors).hash) {
    print_note(options.results + " is of a run with other vectors");
  }
  return {std::move(recorded), results.header.backend_environment, results.header.sandbox};
}

void ask_backend(const ExplainOptions& options, explain::Explanation& explanation) {
  runner::BackendOptions backend_options = options.backend_options;
  backend_options.edition = explanation.edition;
  const auto connection = open_backend(options.backend, backend_options);
  protocol::CallResult called = run_case(*connection, *explanation.test_case, options.timeout);
  explanation.backend = options.backend;
  explanation.result =
      result_before_function(*connection, *explanation.test_case, called, options.timeout);
  if (!explanation.result) {
    explanation.result =
        runner::result_of(called, *explanation.test_case, explanation.specification);
  }
  if (auto* answer = std::get_if<compare::Answer>(&called)) explanation.answer = std::move(*answer);
}

// "0,-1" as a flat index into the shape.
std::int64_t parse_element(const std::string& text, const Shape& shape) {
  const CLI::ValidationError outside(
      "--element", "\"" + text + "\" is not an index into the shape " + to_string(shape));
  std::vector<std::int64_t> index;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    std::int64_t number = 0;
    const auto parsed = std::from_chars(part.data(), part.data() + part.size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != part.data() + part.size()) throw outside;
    index.push_back(number);
  }
  if (index.size() != shape.size()) throw outside;
  std::int64_t flat = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const std::int64_t i = index[axis] < 0 ? index[axis] + shape[axis] : index[axis];
    if (i < 0 || i >= shape[axis]) throw outside;
    flat = flat * shape[axis] + i;
  }
  return flat;
}

void choose_element(const ExplainOptions& options, explain::Explanation& explanation) {
  const Case& test_case = *explanation.test_case;
  const CaseResult* result = explanation.result ? &*explanation.result : nullptr;
  const compare::Answer* answer = explanation.answer ? &*explanation.answer : nullptr;
  const Expectation& measure = explain::measure_of(test_case, result);
  if (options.element) {
    const auto i = static_cast<std::size_t>(options.output);
    const auto* tensor =
        i < measure.outputs.size() ? std::get_if<ExpectedTensor>(&measure.outputs[i]) : nullptr;
    if (tensor == nullptr) {
      throw CLI::ValidationError(
          "--output", "the case expects no tensor as output " + std::to_string(options.output));
    }
    const std::int64_t flat = parse_element(*options.element, tensor->shape);
    explanation.element =
        explain::explain_element(test_case, measure, answer, options.output, flat);
  } else if (answer != nullptr) {
    explanation.element = explain::explain_worst_element(test_case, measure, *answer);
    explanation.element_is_worst = true;
  }
  if (answer != nullptr) {
    explanation.statistics = explain::explain_statistics(test_case, measure, *answer);
  }
}

std::string reproduction(const ExplainOptions& options, const explain::Explanation& explanation,
                         const Recorded& recorded) {
  std::string backend = options.backend;
  std::map<std::string, std::string> environment = runner::backend_environment(backend);
  std::optional<SandboxRecord> sandbox = record_of(options.backend_options.sandbox, {});
  if (backend.empty() && !explanation.recorded.empty()) {
    backend = explanation.recorded.front().backend;
    environment = recorded.environment;
    sandbox = recorded.sandbox;
  }
  if (backend.empty()) backend = "reference";
  std::string command =
      reports::assignments(environment) + (options.json ? "kassay" : program_word()) +
      " exec --case " + reports::shell_word(explanation.test_case->id) + " --mode " +
      std::string(mode_name(*options.mode)) + " --backend " + reports::shell_word(backend);
  if (sandbox) command += reports::sandbox_options(*sandbox);
  if (explanation.edition != Edition::kKo) {
    command += " --edition " + std::string(edition_name(explanation.edition));
  }
  if (options.vectors != default_vectors_directory()) {
    command += " --vectors " + reports::shell_word(options.vectors);
  }
  return command;
}

void explain(ExplainOptions options) {
  const Specification specification = read_specification(options.vectors);
  std::optional<Results> results;
  if (!options.results.empty()) {
    results = read_results(options.results);
    print_note(cut_short_note(options.results, *results));
    if (specification.find(options.case_id)) take_first_failure(options, *results);
  }
  const Case found = runner::find_case(options.vectors, options.case_id);
  const Case test_case = in_mode(found, choose_mode(found, options.mode));
  options.case_id = test_case.id;
  options.mode = test_case.modes.front();
  explain::Explanation explanation;
  explanation.test_case = &test_case;
  explanation.specification = &specification;
  explanation.function = specification.find(test_case.function);
  if (explanation.function == nullptr) {
    throw FileError(options.vectors + "/specification.json", test_case.function,
                    "the specification lacks this function, but the vectors have it",
                    "Generate both again with `./run vectors`.");
  }
  explanation.edition =
      choose_edition(test_case, options.backend_options.edition, options.edition_given);
  Recorded recorded = results ? recorded_results(options, *results) : Recorded();
  explanation.recorded = std::move(recorded.results);
  if (!options.backend.empty()) ask_backend(options, explanation);
  choose_element(options, explanation);
  explanation.reproduce = reproduction(options, explanation, recorded);
  if (options.json) {
    std::cout << to_json_text(explanation) << '\n';
  } else {
    std::cout << printable(to_text(explanation));
  }
}

}  // namespace

void add_explain(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = app.add_subcommand("explain", "Explain one case in full");
  command->footer(
      "Prints the clauses that the case tests with their sources and decisions, its program, its\n"
      "inputs, the expected outputs, and the readings that would answer differently. With\n"
      "--backend it also prints the backend's answer and derives the limit of the worst "
      "element.\n"
      "With --results, CASE may be a function: the first case of it that failed is explained.\n\n"
      "Exit code: 0 the case is explained, whatever the backend answers; otherwise as for\n"
      "`kassay run`.\n\n"
      "Examples:\n"
      "  kassay explain activation/softmax/float32/value,x=3x7,axis=-1\n"
      "  kassay explain 'activation/softmax/float32/value,x=3x7,axis=0' --backend optimized\n"
      "  kassay explain 'activation/softmax/float32/value,x=3x7,axis=0' --element 2,-1\n"
      "  kassay explain CASE --results results.jsonl --json\n"
      "  kassay explain softmax --results results.jsonl --backend optimized");
  command
      ->add_option("CASE", options->case_id,
                   "The id of a case, or a glob that matches one; with --results also a function")
      ->required();
  add_backend_option(*command, options->backend, /*required=*/false);
  add_edition_option(*command, options->backend_options.edition);
  add_mode_option(*command, options->mode);
  command->add_option("--results", options->results, "Also print what this results file says")
      ->type_name("FILE");
  CLI::Option* element =
      command
          ->add_option_function<std::string>(
              "--element", [options](const std::string& index) { options->element = index; },
              "The element whose limit to derive, such as 0,2 (default: the worst one)")
          ->type_name("INDEX");
  command->add_option("--output", options->output, "The output that --element belongs to")
      ->check(zero_or_more())
      ->needs(element)
      ->capture_default_str();
  add_timeout_option(*command, options->timeout, "Seconds that the backend may take");
  add_start_timeout_option(*command, options->backend_options.start_timeout);
  add_sandbox_options(*command, options->backend_options.sandbox);
  command->add_flag("--json", options->json, "Print JSON");
  add_vectors_option(*command, options->vectors);
  command->callback([options, command, &exit_code] {
    options->edition_given = command->get_option("--edition")->count() > 0;
    explain(*options);
    exit_code = kConformant;
  });
}

}  // namespace kassay::cli
