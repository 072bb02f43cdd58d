// `kassay list`: functions, cases, clauses and more.
#include "conformance/cli/list.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "conformance/cli/exit_code.h"
#include "conformance/cli/list_functions.h"
#include "conformance/cli/list_profiles.h"
#include "conformance/cli/options.h"
#include "conformance/cli/vectors_directory.h"
#include "conformance/runner/backend_kinds.h"
#include "conformance/runner/selection.h"
#include "spec/lib/citation.h"
#include "spec/lib/json_text.h"
#include "spec/lib/specification.h"
#include "spec/lib/text.h"

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

Json documents_json(const DocumentEdition& edition) {
  Json list = Json::array();
  for (const Document& document : edition.documents) {
    list.push_back({{"file", document.file}, {"form", document.form}, {"sha256", document.sha256}});
  }
  return list;
}

void list_editions(const ListOptions& options) {
  Specification specification = read_specification(options.vectors);
  Json list = Json::array();
  for (Edition edition : kEditions) {
    std::string name(edition_name(edition));
    const DocumentEdition* documents = specification.find_edition(name);
    if (documents == nullptr) continue;
    const std::int64_t functions = specification.functions_in(name);
    list.push_back({{"name", name},
                    {"functions", functions},
                    {"language", documents->language},
                    {"period", documents->period},
                    {"version", documents->version},
                    {"dated", documents->dated},
                    {"page",
                     {{"title", documents->page_title},
                      {"repository", documents->repository},
                      {"path", documents->path}}},
                    {"documents", documents_json(*documents)}});
    if (options.json) continue;
    std::cout << name << ": " << functions << " functions; " << description(*documents) << "\n  "
              << documents->dated << "\n  a page like this: \"" << documents->page_title << "\", "
              << documents->path << " in " << documents->repository << '\n';
    for (const Document& document : documents->documents) {
      std::cout << "  " << document.file << ": " << document.form << "\n    SHA-256 "
                << document.sha256 << '\n';
    }
  }
  if (options.json) print(list);
}

// The functions of the specification that the names on the command line select; "introduction" is
// one of these names.
std::vector<const FunctionSpecification*> selected_functions(const ListOptions& options,
                                                             const Specification& specification) {
  std::vector<const FunctionSpecification*> result;
  for (const std::string& name : options.functions.names) {
    if (const FunctionSpecification* function = specification.find(name)) {
      result.push_back(function);
      continue;
    }
    if (name == specification.introduction.name) {
      result.push_back(&specification.introduction);
      continue;
    }
    std::vector<std::string> names;
    for (const FunctionSpecification& function : specification.functions) {
      names.push_back(function.name);
    }
    const std::vector<std::string> closest = runner::closest_names(name, names, 5);
    throw runner::NoCaseSelected("no function is named \"" + name + '"' +
                                 (closest.empty() ? "" : "; the closest are: " + joined(closest)));
  }
  if (!options.functions.names.empty()) return result;
  if (!specification.introduction.clauses.empty()) result.push_back(&specification.introduction);
  for (const FunctionSpecification& function : specification.functions) {
    result.push_back(&function);
  }
  return result;
}

Json sources_json(const Clause& clause) {
  Json list = Json::array();
  for (const Source& source : clause.sources) {
    list.push_back(
        {{"edition", source.edition}, {"heading", source.entry}, {"parts", source.parts}});
  }
  return list;
}

// How a clause of the introduction is checked.
void add_checks(Json& json, const Clause& clause) {
  if (!clause.checked.empty()) json["checked"] = clause.checked;
  if (!clause.cases_of.empty()) json["cases_of"] = clause.cases_of;
  if (!clause.unchecked.empty()) json["unchecked"] = clause.unchecked;
}

// The other readings of a clause that are right too.
Json accepted_readings(const FunctionSpecification& function, const Clause& clause) {
  Json list = Json::array();
  for (const Reading& reading : function.readings) {
    if (reading.verdict != "accepted" || reading.clause != clause.id) continue;
    list.push_back({{"id", reading.id}, {"text", reading.text}});
  }
  return list;
}

bool concerns(const Decision& decision, const std::string& function) {
  return std::ranges::find(decision.functions, function) != decision.functions.end();
}

// What the specification says of a function without a clause: nothing of it is tested.
void print_left_open(const Specification& specification, const FunctionSpecification& function) {
  for (const Decision* decision : specification.left_open(function.name)) {
    std::cout << function.name << ", left open  [" << decision->id << "]\n  " << decision->choice
              << '\n';
  }
}

void list_clauses(const ListOptions& options) {
  Specification specification = read_specification(options.vectors);
  Json list = Json::array();
  for (const FunctionSpecification* function : selected_functions(options, specification)) {
    for (const Clause& clause : function->clauses) {
      Json accepted = accepted_readings(*function, clause);
      list.push_back({{"id", clause.id},
                      {"function", function->name},
                      {"text", clause.text},
                      {"sources", sources_json(clause)},
                      {"differs", clause.differs},
                      {"decision", clause.decision},
                      {"editions", clause.editions},
                      {"raises", clause.raises},
                      {"accepted", accepted}});
      add_checks(list.back(), clause);
      if (options.json) continue;
      std::vector<std::string> bases;
      if (!clause.sources.empty()) bases.push_back(sources_text(clause, *function));
      if (!clause.decision.empty()) bases.push_back(clause.decision);
      std::cout << clause.id << "  [" << joined(bases, "; ") << "]\n  " << clause.text << '\n';
      for (const auto& [edition, text] : clause.differs) {
        std::cout << "  " << edition << " says: " << text << '\n';
      }
      for (const std::string& text : checks_of(clause)) std::cout << "  " << text << '\n';
      for (const Json& reading : accepted) {
        std::cout << "  accepted too: " << reading["text"].get<std::string>() << '\n';
      }
    }
    if (!options.json) print_left_open(specification, *function);
  }
  if (options.json) print(list);
}

// Whether it says which functions it is about, and one of these is among them or has a clause by it.
bool is_about(const Decision& decision,
              const std::vector<const FunctionSpecification*>& functions) {
  return std::ranges::any_of(functions, [&](const FunctionSpecification* function) {
    return concerns(decision, function->name) ||
           std::ranges::find(function->clauses, decision.id, &Clause::decision) !=
               function->clauses.end();
  });
}

void list_decisions(const ListOptions& options) {
  Specification specification = read_specification(options.vectors);
  const std::vector<const FunctionSpecification*> functions =
      selected_functions(options, specification);
  Json list = Json::array();
  for (const Decision& decision : specification.decisions) {
    if (!options.functions.names.empty() && !is_about(decision, functions)) continue;
    list.push_back({{"id", decision.id},
                    {"title", decision.title},
                    {"functions", decision.functions},
                    {"documents", decision.documents},
                    {"backends", decision.backends},
                    {"choice", decision.choice},
                    {"reason", decision.reason}});
    if (options.json) continue;
    std::cout << decision.id << "  " << decision.title << "\n  "
              << (decision.functions.empty() ? "general" : joined(decision.functions)) << "\n  "
              << decision.choice << '\n';
  }
  if (options.json) print(list);
}

void list_profiles_of(const ListOptions& options) {
  list_profiles(options.vectors, options.selection.edition, options.json);
}

void list_errata(const ListOptions& options) {
  Specification specification = read_specification(options.vectors);
  Json list = Json::array();
  for (const Erratum& erratum : specification.errata) {
    list.push_back({{"id", erratum.id},
                    {"functions", erratum.functions},
                    {"editions", erratum.editions},
                    {"printed", erratum.printed},
                    {"meant", erratum.meant},
                    {"clauses", erratum.clauses},
                    {"decisions", erratum.decisions}});
    if (options.json) continue;
    std::cout << erratum.id << "  [" << joined(erratum.editions) << "] "
              << joined(erratum.functions) << "\n  printed: " << erratum.printed
              << "\n  meant: " << erratum.meant << '\n';
  }
  if (options.json) print(list);
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
               exit_code, list_clauses);
  clauses->add_option("FUNCTIONS", options->functions.names, "Names (default: all)");
  clauses->footer(
      "In brackets stand the editions that say it, with the part of their entry, and the "
      "decision.\n"
      "Behind the clauses of a function stand the decisions that leave something open, which no\n"
      "case tests. Another reading that the documents allow is accepted too. The clauses of the\n"
      "name introduction are those of what stands before the functions; they say how each is "
      "checked.\n\n"
      "Examples:\n"
      "  kassay list clauses conv2d\n"
      "  kassay list clauses introduction\n"
      "  kassay list clauses --json");
  CLI::App* decisions =
      add_kind(*command, "decisions", "How gaps and contradictions in the documents were settled",
               options, exit_code, list_decisions);
  decisions->add_option("FUNCTIONS", options->functions.names,
                        "Names: the decisions about these (default: all, and the general ones)");
  decisions->footer(
      "Examples:\n"
      "  kassay list decisions\n"
      "  kassay list decisions conv2d --json");
  add_kind(*command, "errata", "Slips in the documents, and what is meant", options, exit_code,
           list_errata)
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
  add_kind(*command, "editions", "The editions of the documents", options, exit_code, list_editions)
      ->footer("Example:\n  kassay list editions");
  add_kind(*command, "backends", "The forms of the argument of --backend", options, exit_code,
           list_backends)
      ->footer("Example:\n  kassay list backends");
}

}  // namespace kassay::cli
