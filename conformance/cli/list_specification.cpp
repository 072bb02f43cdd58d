#include "conformance/cli/list_specification.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "conformance/cli/list_functions.h"
#include "reports/command_line.h"
#include "spec/lib/json_text.h"
#include "spec/lib/specification_json.h"
#include "spec/lib/text.h"

namespace kassay::cli {
namespace {

using Json = nlohmann::json;
using Functions = std::vector<const FunctionSpecification*>;

void print_list(const Json& json) { std::cout << dump_json(json, 1) << '\n'; }

const FunctionSpecification& named(const std::string& name, const Specification& specification) {
  if (name == specification.introduction.name) return specification.introduction;
  if (const FunctionSpecification* function = specification.find(name)) return *function;
  std::vector<std::string> names;
  for (const FunctionSpecification& function : specification.functions) {
    names.push_back(function.name);
  }
  throw no_function(name, names);
}

Functions selected_functions(const SpecificationQuery& query, const Specification& specification) {
  Functions result;
  for (const std::string& name : query.functions) result.push_back(&named(name, specification));
  if (!result.empty()) return result;
  if (!specification.introduction.clauses.empty()) result.push_back(&specification.introduction);
  for (const FunctionSpecification& function : specification.functions) {
    result.push_back(&function);
  }
  return result;
}

void print_facts(const std::vector<Fact>& facts) {
  for (const auto& [name, text] : facts) std::cout << "  " << name << ": " << text << '\n';
}

void print_clause(const ClauseView& view) {
  std::cout << '\n'
            << view.clause->id << "  [" << bases_text(view) << "]\n  " << view.clause->text << '\n';
  for (const auto* lines : {&view.remarks, &view.checks}) {
    for (const std::string& line : *lines) std::cout << "  " << line << '\n';
  }
  for (const Reading* reading : view.readings) {
    std::cout << "  " << reading->verdict << " reading " << reading->id << ": " << reading->text
              << '\n';
  }
  for (const Erratum* erratum : view.errata) {
    std::cout << "  erratum " << erratum->id << ": " << erratum->meant << '\n';
  }
  if (view.globs.empty()) return;
  std::cout << "  cases:";
  for (const std::string& glob : view.globs) std::cout << ' ' << reports::shell_word(glob);
  std::cout << '\n';
}

void print_function(const FunctionView& view) {
  const std::string& name = view.function->name;
  std::cout << name << '\n';
  for (const SignatureView& line : view.signatures) {
    std::cout << "  " << joined(line.editions) << ": " << line.signature << ", heading \""
              << line.heading << "\"\n";
  }
  for (const ClauseView& clause : view.clauses) print_clause(clause);
  for (const auto& [decision, text] : view.unspecified) {
    std::cout << '\n' << name << ", unspecified  [" << decision << "]\n  " << text << '\n';
  }
}

void add_clauses(Json& list, const FunctionView& view) {
  Json signatures = Json::array();
  for (const SignatureView& line : view.signatures) signatures.push_back(to_json(line));
  for (const ClauseView& clause : view.clauses) {
    Json& json = list.emplace_back(to_json(clause));
    json["function"] = view.function->name;
    json["signatures"] = signatures;
  }
}

}  // namespace

void list_clauses(const SpecificationQuery& query) {
  const Specification specification = read_specification(query.vectors_directory);
  const Functions functions = selected_functions(query, specification);
  const ClauseCases cases = read_clause_cases(query.vectors_directory);
  Json list = Json::array();
  for (const FunctionSpecification* function : functions) {
    const FunctionView view = view_of(*function, specification, &cases);
    if (!query.json && function != functions.front()) std::cout << '\n';
    query.json ? add_clauses(list, view) : print_function(view);
  }
  if (query.json) print_list(list);
}

void list_decisions(const SpecificationQuery& query) {
  const Specification specification = read_specification(query.vectors_directory);
  std::vector<FunctionView> views;
  for (const FunctionSpecification* function : selected_functions(query, specification)) {
    views.push_back(view_of(*function, specification));
  }
  Json list = Json::array();
  for (const Decision& decision : specification.decisions) {
    const bool wanted =
        query.functions.empty() || std::ranges::any_of(views, [&](const FunctionView& view) {
          return std::ranges::find(view.decisions, &decision) != view.decisions.end();
        });
    if (!wanted) continue;
    list.push_back(to_json(decision));
    if (query.json) continue;
    std::cout << decision.id << "  " << decision.title << "\n  "
              << (decision.functions.empty() ? "general" : joined(decision.functions)) << '\n';
    print_facts(facts_of(decision));
  }
  if (query.json) print_list(list);
}

void list_errata(const SpecificationQuery& query) {
  const Specification specification = read_specification(query.vectors_directory);
  Json list = Json::array();
  for (const Erratum& erratum : specification.errata) {
    list.push_back(to_json(erratum));
    if (query.json) continue;
    std::vector<std::string> settled = erratum.clauses;
    settled.insert(settled.end(), erratum.decisions.begin(), erratum.decisions.end());
    std::cout << erratum.id << "  [" << joined(erratum.editions) << "] "
              << joined(erratum.functions) << "\n  printed: " << erratum.printed
              << "\n  meant: " << erratum.meant << '\n';
    if (!settled.empty()) std::cout << "  settled by: " << joined(settled) << '\n';
  }
  if (query.json) print_list(list);
}

void list_editions(const SpecificationQuery& query) {
  const Specification specification = read_specification(query.vectors_directory);
  Json list = Json::array();
  for (const DocumentEdition& edition : specification.editions) {
    const std::int64_t functions = specification.functions_in(edition.id);
    Json& json = list.emplace_back(to_json(edition));
    json["functions"] = functions;
    if (query.json) continue;
    std::cout << edition.id << ": " << functions << " functions\n";
    print_facts(facts_of(edition));
  }
  if (query.json) print_list(list);
}

}  // namespace kassay::cli
