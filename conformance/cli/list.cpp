// `kassay list`: functions, cases, clauses and more.
#include "conformance/cli/list.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "conformance/cli/exit_code.h"
#include "conformance/cli/list_functions.h"
#include "conformance/cli/list_profiles.h"
#include "conformance/cli/list_specification.h"
#include "conformance/cli/options.h"
#include "conformance/cli/vectors_directory.h"
#include "conformance/runner/backend_kinds.h"
#include "conformance/runner/selection.h"
#include "spec/lib/json_text.h"
#include "spec/lib/specification.h"

namespace kassay::cli {
namespace {

using Json = nlohmann::json;

struct ListOptions {
  FunctionsQuery functions;
  runner::Selection selection;
  std::string vectors = default_vectors_directory();
  bool json = false;
};

void print(const Json& json) { std::cout << dump_json(json, 1) << '\n'; }

void list_functions_of(const ListOptions& options) {
  FunctionsQuery query = options.functions;
  query.vectors_directory = options.vectors;
  query.json = options.json;
  list_functions(query);
}

void list_cases(const ListOptions& options) {
  Manifest manifest = read_manifest(options.vectors);
  Specification specification = read_specification(options.vectors);
  runner::SelectedCases selected =
      select_cases(options.vectors, manifest, specification, options.selection);
  Json list = Json::array();
  for (const runner::SelectedFunction& function : selected.functions) {
    for (const runner::SelectedCase& one : function.cases) {
      const CaseOutline& test_case = function.vectors->cases().at(one.index);
      if (!options.json) {
        std::cout << test_case.id << '\n';
        continue;
      }
      Json modes = Json::array();
      for (const Mode mode : one.modes) modes.push_back(std::string(mode_name(mode)));
      list.push_back({{"id", test_case.id},
                      {"function", test_case.function},
                      {"tier", std::string(tier_name(test_case.tier))},
                      {"dtype", test_case.dtype},
                      {"editions", test_case.editions},
                      {"modes", std::move(modes)},
                      {"clauses", test_case.clauses}});
    }
  }
  if (options.json) print(list);
}

void list_backends(const ListOptions& options) {
  Json list = Json::array();
  for (const runner::BackendKind& kind : runner::backend_kinds()) {
    list.push_back({{"argument", kind.form()},
                    {"description", std::string(kind.help)},
                    {"needs", std::string(kind.needs)}});
    if (options.json) continue;
    std::cout << kind.form() << "\n  " << kind.help << '\n';
    if (!kind.needs.empty()) std::cout << "  needs " << kind.needs << '\n';
  }
  if (options.json) print(list);
}

void list_profiles_of(const ListOptions& options) {
  list_profiles(options.vectors, options.selection.edition, options.json);
}

// A list that needs only the specification and the names of functions.
template <void (*list)(const SpecificationQuery&)>
void list_of_specification(const ListOptions& options) {
  list({options.vectors, options.functions.names, options.json});
}

using Action = void (*)(const ListOptions&);

CLI::App* add_kind(CLI::App& command, const std::string& name, const std::string& description,
                   const std::shared_ptr<ListOptions>& options, int& exit_code, Action action) {
  CLI::App* kind = command.add_subcommand(name, description);
  kind->add_flag("--json", options->json, "Print JSON");
  add_vectors_option(*kind, options->vectors);
  kind->callback([options, &exit_code, action] {
    action(*options);
    exit_code = kConformant;
  });
  return kind;
}

}  // namespace

void add_list(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ListOptions>();
  CLI::App* command =
      app.add_subcommand("list", "List functions, cases, clauses, profiles and more");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  kassay list functions\n"
      "  kassay list functions --backend optimized      shows which it implements itself\n"
      "  kassay list cases softmax --tier smoke\n"
      "  kassay list cases 'convolution/*float16*' --json\n"
      "  kassay list clauses conv2d");
  CLI::App* functions =
      add_kind(*command, "functions", "The functions, with the number of clauses and cases",
               options, exit_code, list_functions_of);
  functions->add_option("FUNCTIONS", options->functions.names, "Names or globs (default: all)");
  add_backend_option(*functions, options->functions.backend, /*required=*/false);
  add_edition_option(*functions, options->functions.edition);
  add_start_timeout_option(*functions, options->functions.start_timeout);
  add_sandbox_options(*functions, options->functions.sandbox);
  functions->footer(
      "Columns: editions that have the function, clauses, cases up to tier smoke, core and full.\n"
      "With --backend: native (its own), borrowed (from another backend), missing.\n\n"
      "Examples:\n"
      "  kassay list functions 'conv*'\n"
      "  kassay list functions --backend optimized --json");
  CLI::App* cases = add_kind(*command, "cases", "The ids of cases", options, exit_code, list_cases);
  cases->add_option("CASES", options->selection.filter,
                    "Names of functions, ids, or globs on ids (default: all)");
  add_tier_option(*cases, options->selection.tier);
  add_edition_option(*cases, options->selection.edition);
  add_profiles_option(*cases, options->selection.profiles);
  cases->footer(
      "Examples:\n"
      "  kassay list cases softmax\n"
      "  kassay list cases '*int32*' --edition ja --tier full\n"
      "  kassay list cases --profile minimal");
  CLI::App* clauses =
      add_kind(*command, "clauses", "The clauses of the specification, with their sources", options,
               exit_code, list_of_specification<list_clauses>);
  clauses->add_option("FUNCTIONS", options->functions.names, "Names (default: all)");
  clauses->footer(
      "Each function shows its signatures, its clauses, and what is unspecified: no case tests\n"
      "that. Brackets give the source of a clause: for each edition the part of its entry, or a\n"
      "decision, and the number of cases of tier core, each mode counted. Its text, errors,\n"
      "differences between editions and readings follow (the cases catch a wrong reading and let\n"
      "an accepted one pass), then globs that run its cases. `introduction` has the clauses of\n"
      "the introduction, and how each is checked.\n\n"
      "Examples:\n"
      "  kassay list clauses conv2d\n"
      "  kassay list clauses introduction\n"
      "  kassay list clauses --json");
  CLI::App* decisions =
      add_kind(*command, "decisions", "How gaps and contradictions in the documents were settled",
               options, exit_code, list_of_specification<list_decisions>);
  decisions->add_option("FUNCTIONS", options->functions.names,
                        "Names: the decisions about these (default: all, and the general ones)");
  decisions->footer(
      "Examples:\n"
      "  kassay list decisions\n"
      "  kassay list decisions conv2d --json");
  add_kind(*command, "errata", "Slips in the documents, and what is meant", options, exit_code,
           list_of_specification<list_errata>)
      ->footer("Example:\n  kassay list errata");
  CLI::App* profiles = add_kind(*command, "profiles", "Parts of the API that a backend can claim",
                                options, exit_code, list_profiles_of);
  add_edition_option(*profiles, options->selection.edition);
  profiles->footer(
      "With the number of functions and of cases of tier core, each mode counted, that the "
      "edition\n"
      "has. `kassay run --profile NAME` runs them.\n\n"
      "Examples:\n"
      "  kassay list profiles\n"
      "  kassay list profiles --edition ja --json");
  add_kind(*command, "editions", "The editions of the documents", options, exit_code,
           list_of_specification<list_editions>)
      ->footer("Example:\n  kassay list editions");
  add_kind(*command, "backends", "The forms of the argument of --backend", options, exit_code,
           list_backends)
      ->footer("Example:\n  kassay list backends");
}

}  // namespace kassay::cli
