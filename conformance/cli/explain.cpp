// `kassay explain`: all about one case, and what a backend makes of it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <iostream>
#include <memory>
#include <sstream>

#include "conformance/cli/commands.h"
#include "conformance/cli/options.h"
#include "conformance/cli/terminal.h"
#include "conformance/compare/explanation.h"
#include "conformance/runner/backend_process.h"
#include "conformance/runner/selection.h"
#include "conformance/runner/text.h"
#include "spec/lib/error.h"

namespace kassay::cli {
namespace {

constexpr std::size_t kListedNames = 5;

struct ExplainOptions {
  std::string case_id, backend, results;
  std::optional<std::string> element;  // "0,2"; empty for rank 0
  int output = 0;
  bool edition_given = false;
  BackendOptions backend_options;
  std::string vectors = default_vectors_directory();
  double timeout = 60;
  bool json = false;
};

bool is_glob(const std::string& text) { return text.find_first_of("*?[") != std::string::npos; }

// The cases of a function up to the highest tier that is there.
std::vector<Case> available_cases(const std::string& vectors, const std::string& function,
                                  const ManifestFunction& entry) {
  const bool full = entry.files.contains(function + ".full.json");
  return read_cases(vectors, function, full ? Tier::kFull : Tier::kCore);
}

// "function" of "category/function/..."; of a text without category, its first part.
std::string function_of(const std::string& case_id) {
  const std::size_t begin = case_id.find('/') + 1;  // 0 where there is none
  return case_id.substr(begin, case_id.find('/', begin) - begin);
}

[[noreturn]] void throw_ambiguous(const std::string& glob, const std::vector<Case>& matches) {
  std::string message = "matches " + std::to_string(matches.size()) + " cases; name one of them:";
  for (std::size_t i = 0; i < std::min(matches.size(), kListedNames); ++i) {
    message += "\n  " + matches[i].id;
  }
  if (matches.size() > kListedNames) message += "\n  ...";
  throw CLI::ValidationError("\"" + glob + "\"", message);
}

// The ids that come nearest: those of the function that it names, or else of the functions whose
// names come nearest.
std::vector<std::string> closest_ids(const std::string& vectors, const Manifest& manifest,
                                     const std::string& wanted) {
  std::vector<std::string> functions;
  for (const auto& [name, entry] : manifest.functions) functions.push_back(name);
  if (manifest.functions.contains(function_of(wanted))) {
    functions = {function_of(wanted)};
  } else {
    functions = closest_names(function_of(wanted), functions, kListedNames);
  }
  std::vector<std::string> ids;
  for (const std::string& name : functions) {
    const ManifestFunction& entry = manifest.functions.at(name);
    for (const Case& test_case : available_cases(vectors, name, entry)) ids.push_back(test_case.id);
  }
  return closest_names(wanted, ids, kListedNames);
}

[[noreturn]] void throw_unknown(const std::string& vectors, const Manifest& manifest,
                                const std::string& wanted) {
  std::string message = is_glob(wanted) ? "no case matches \"" + wanted + '"'
                                        : "no case has the id \"" + wanted + '"';
  const std::vector<std::string> closest = closest_ids(vectors, manifest, wanted);
  if (!closest.empty()) message += "; the closest are:";
  for (const std::string& id : closest) message += "\n  " + id;
  message += "\n`kassay list cases` prints the ids.";
  const bool all_there = std::ranges::all_of(manifest.functions, [](const auto& item) {
    const auto& [name, entry] = item;
    return entry.counts.full == entry.counts.core || entry.files.contains(name + ".full.json");
  });
  if (!all_there) message += " Those of tier full are made by `./run vectors --tier full`.";
  throw NoCaseSelected(message);
}

// An id is taken literally first: it may hold brackets, which mean something in a glob.
Case find_one_case(const ExplainOptions& options) {
  const Manifest manifest = read_manifest(options.vectors);
  const std::string named = function_of(options.case_id);
  std::vector<Case> matches;
  for (const auto& [function, entry] : manifest.functions) {
    // A function that is named needs no look at the others.
    if (manifest.functions.contains(named) && function != named) continue;
    for (Case& test_case : available_cases(options.vectors, function, entry)) {
      if (test_case.id == options.case_id) return std::move(test_case);
      if (filter_matches(options.case_id, test_case)) matches.push_back(std::move(test_case));
    }
  }
  if (matches.empty()) throw_unknown(options.vectors, manifest, options.case_id);
  if (matches.size() > 1) throw_ambiguous(options.case_id, matches);
  return std::move(matches.front());
}

Edition choose_edition(const ExplainOptions& options, const Case& test_case) {
  const auto belongs = [&](Edition edition) {
    return std::ranges::find(test_case.editions, edition_name(edition)) != test_case.editions.end();
  };
  const Edition wanted = options.backend_options.edition;
  if (belongs(wanted)) return wanted;
  if (options.edition_given) {
    throw CLI::ValidationError(
        "--edition", "the case does not belong to edition " + std::string(edition_name(wanted)));
  }
  return *std::ranges::find_if(kEditions, belongs);
}

std::vector<RecordedResult> recorded_results(const ExplainOptions& options) {
  if (options.results.empty()) return {};
  const Results results = read_results(options.results);
  std::vector<RecordedResult> recorded;
  for (const CaseResult& result : results.cases) {
    if (result.case_id == options.case_id) {
      recorded.push_back({options.results, results.header.backend_argument, result});
    }
  }
  if (recorded.empty()) {
    std::cerr << "note: " << options.results << " holds no result of this case\n";
  } else if (results.header.vectors_hash != read_manifest(options.vectors).hash) {
    std::cerr << "note: " << options.results << " is of a run with other vectors\n";
  }
  return recorded;
}

void ask_backend(const ExplainOptions& options, Explanation& explanation) {
  BackendOptions backend_options = options.backend_options;
  backend_options.edition = explanation.edition;
  const auto connection = open_backend(options.backend, backend_options);
  CallResult answer = run_case(*connection, *explanation.test_case, options.timeout);
  CaseResult& result = explanation.result.emplace();
  result.mode = "eager";
  result.case_id = explanation.test_case->id;
  result.function = explanation.test_case->function;
  explanation.backend = options.backend;
  if (const auto* end = std::get_if<AbnormalEnd>(&answer)) {
    result.outcome = end->outcome;
    result.message = end->message;
    return;
  }
  explanation.answer = std::move(std::get<Answer>(answer));
  judge(*explanation.answer, *explanation.test_case, result, explanation.function);
}

// "0,-1" as a flat index into the shape.
std::int64_t parse_element(const std::string& text, const Shape& shape) {
  const CLI::ValidationError outside(
      "--element", "\"" + text + "\" is no index into the shape " + to_string(shape));
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

void choose_element(const ExplainOptions& options, Explanation& explanation) {
  const Case& test_case = *explanation.test_case;
  const CaseResult* result = explanation.result ? &*explanation.result : nullptr;
  const Answer* answer = explanation.answer ? &*explanation.answer : nullptr;
  const Expectation& measure = measure_of(test_case, result);
  if (options.element) {
    const auto i = static_cast<std::size_t>(options.output);
    const auto* tensor =
        i < measure.outputs.size() ? std::get_if<ExpectedTensor>(&measure.outputs[i]) : nullptr;
    if (tensor == nullptr) {
      throw CLI::ValidationError(
          "--output", "no tensor is expected as output " + std::to_string(options.output));
    }
    const std::int64_t flat = parse_element(*options.element, tensor->shape);
    explanation.element = explain_element(test_case, measure, answer, options.output, flat);
  } else if (answer != nullptr) {
    explanation.element = explain_worst_element(test_case, measure, *answer);
    explanation.element_is_worst = true;
  }
}

std::string reproduction(const ExplainOptions& options, const Explanation& explanation) {
  std::string backend = options.backend;
  if (backend.empty() && !explanation.recorded.empty()) {
    backend = explanation.recorded.front().backend;
  }
  if (backend.empty()) backend = "reference";
  std::string command = "kassay exec --case " + shell_word(explanation.test_case->id) +
                        " --backend " + shell_word(backend);
  if (explanation.edition != Edition::kKo) {
    command += " --edition " + std::string(edition_name(explanation.edition));
  }
  if (options.vectors != default_vectors_directory()) {
    command += " --vectors " + shell_word(options.vectors);
  }
  return command;
}

void explain(ExplainOptions options) {
  const Specification specification = read_specification(options.vectors);
  const Case test_case = find_one_case(options);
  options.case_id = test_case.id;
  Explanation explanation;
  explanation.test_case = &test_case;
  explanation.specification = &specification;
  explanation.function = specification.find(test_case.function);
  if (explanation.function == nullptr) {
    throw FileError(options.vectors + "/specification.json", test_case.function,
                    "the specification lacks this function, which has vectors",
                    "Generate both again with `./run vectors`.");
  }
  explanation.edition = choose_edition(options, test_case);
  explanation.recorded = recorded_results(options);
  if (!options.backend.empty()) ask_backend(options, explanation);
  choose_element(options, explanation);
  explanation.reproduce = reproduction(options, explanation);
  if (options.json) {
    std::cout << to_json_text(explanation) << '\n';
  } else {
    std::cout << printable(to_text(explanation));
  }
}

}  // namespace

void add_explain(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = app.add_subcommand("explain", "Tell all about one case");
  command->footer(
      "Prints the clauses that the case tests with their sources and decisions, its program,\n"
      "inputs, what is expected, and the readings that would answer otherwise. With --backend\n"
      "also what that backend answers now, and how the limit of the worst element comes about.\n\n"
      "Exit code: 0 the case is explained, whatever the backend answers; otherwise as of\n"
      "`kassay run`.\n\n"
      "Examples:\n"
      "  kassay explain activation/softmax/float32/value,x=3x7,axis=-1\n"
      "  kassay explain 'activation/softmax/float32/value,x=3x7,axis=0' --backend optimized\n"
      "  kassay explain 'activation/softmax/float32/value,x=3x7,axis=0' --element 2,-1\n"
      "  kassay explain CASE --results results.jsonl --json");
  command->add_option("CASE", options->case_id, "The id of a case, or a glob that matches one")
      ->required();
  add_backend_option(*command, options->backend, /*required=*/false);
  add_edition_option(*command, options->backend_options.edition);
  command->add_option("--results", options->results, "Tell what this results file says, too")
      ->type_name("FILE");
  command
      ->add_option_function<std::string>(
          "--element", [options](const std::string& index) { options->element = index; },
          "The element whose limit to tell, as 0,2; without it, the worst one")
      ->type_name("INDEX");
  command->add_option("--output", options->output, "The output that --element is of")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--timeout", options->timeout, "Seconds that the backend may take")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print JSON");
  add_vectors_option(*command, options->vectors);
  command->callback([options, command, &exit_code] {
    options->edition_given = command->get_option("--edition")->count() > 0;
    explain(*options);
    exit_code = kConformant;
  });
}

}  // namespace kassay::cli
