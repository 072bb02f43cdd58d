// `kassay coverage`: whether every clause has a case and every known mistake would be caught. With
// --markdown: the specification as pages.
#include "conformance/cli/coverage.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "conformance/cli/exit_code.h"
#include "conformance/cli/options.h"
#include "conformance/cli/output_folder.h"
#include "conformance/cli/pairs.h"
#include "conformance/cli/vectors_directory.h"
#include "conformance/compare/coverage.h"
#include "reports/specification/markdown.h"
#include "reports/specification/pages.h"
#include "spec/lib/citation.h"
#include "spec/lib/function_vectors.h"
#include "spec/lib/json_text.h"

namespace kassay::cli {
namespace {

using Json = nlohmann::json;

// A wrong reading is thin if at most this many cases detect it.
constexpr int kThin = 2;
constexpr std::size_t kThinShown = 10;

struct CoverageOptions {
  std::string vectors = default_vectors_directory();
  bool json = false;
  bool markdown = false;
  bool pairs = false, triples = false;
  std::string function;  // whose pairs or triples
  std::string out;       // the folder of the pages
};

// How the clauses of the introduction are checked. One clause may be in several of these.
struct IntroductionCounts {
  std::size_t clauses = 0, adapter = 0, cases = 0, partly = 0, unchecked = 0;
};

struct Totals {
  std::size_t functions = 0, decisions = 0;
  IntroductionCounts introduction;
  std::size_t clauses = 0, covered = 0;
  std::size_t wrong = 0, distinguished = 0, in_smoke = 0, accepted = 0;
  CaseCounts cases;
};

IntroductionCounts count(const FunctionSpecification& introduction) {
  IntroductionCounts counts;
  for (const Clause& clause : introduction.clauses) {
    const bool checked = !clause.checked.empty() || !clause.cases_of.empty();
    ++counts.clauses;
    counts.adapter += clause.checked.empty() ? 0 : 1;
    counts.cases += clause.cases_of.empty() ? 0 : 1;
    if (!clause.unchecked.empty()) ++(checked ? counts.partly : counts.unchecked);
  }
  return counts;
}

Totals count(const compare::Coverage& coverage, const Specification& specification,
             const Manifest& manifest) {
  Totals totals;
  totals.functions = specification.functions.size();
  totals.decisions = specification.decisions.size();
  totals.introduction = count(specification.introduction);
  for (const compare::FunctionCoverage& function : coverage.functions()) {
    totals.clauses += function.clauses.size();
    totals.wrong += function.wrong_readings.size();
    totals.accepted += static_cast<std::size_t>(function.accepted_readings);
  }
  totals.covered = coverage.covered_clauses();
  totals.distinguished = totals.wrong - coverage.undistinguished().size();
  totals.in_smoke = coverage.detected_by_smoke();
  for (const auto& [name, entry] : manifest.functions) {
    totals.cases.smoke += entry.counts.smoke;
    totals.cases.core += entry.counts.core;
    totals.cases.full += entry.counts.full;
  }
  return totals;
}

void print_json(const compare::Coverage& coverage, const Totals& totals) {
  Json thin = Json::object();
  for (const auto& [name, cases] : coverage.thinly_detected(kThin)) thin[name] = cases;
  const Json json = {
      {"functions", totals.functions},
      {"clauses", {{"total", totals.clauses}, {"covered", totals.covered}}},
      {"decisions", totals.decisions},
      {"introduction",
       {{"clauses", totals.introduction.clauses},
        {"adapter", totals.introduction.adapter},
        {"cases", totals.introduction.cases},
        {"partly_unchecked", totals.introduction.partly},
        {"unchecked", totals.introduction.unchecked}}},
      {"readings",
       {{"wrong", totals.wrong},
        {"distinguished", totals.distinguished},
        {"distinguished_in_smoke", totals.in_smoke},
        {"thin", thin},
        {"accepted", totals.accepted}}},
      {"cases",
       {{"smoke", totals.cases.smoke}, {"core", totals.cases.core}, {"full", totals.cases.full}}},
      {"uncovered", coverage.uncovered()},
      {"undistinguished", coverage.undistinguished()}};
  std::cout << dump_json(json, 1) << '\n';
}

std::string cases_text(int count) {
  return count == 0 ? "no case" : std::to_string(count) + (count == 1 ? " case" : " cases");
}

void print_counts(const std::string& heading,
                  const std::vector<std::pair<std::string, int>>& counts) {
  for (const auto& [name, cases] : counts) {
    std::cout << "  " << std::left << std::setw(8) << heading << ' ' << std::setw(44) << name << ' '
              << cases_text(cases) << '\n';
  }
}

void print_thin(const std::vector<std::pair<std::string, int>>& thin) {
  if (thin.empty()) return;
  std::cout << "\nWrong readings that the fewest cases detect (cases that differ only in dtype "
               "count once):\n";
  for (std::size_t i = 0; i < std::min(thin.size(), kThinShown); ++i) {
    std::cout << "  " << std::left << std::setw(44) << thin[i].first << ' '
              << cases_text(thin[i].second) << '\n';
  }
  if (thin.size() > kThinShown) {
    std::cout << "  and " << thin.size() - kThinShown << " more with " << kThin << " at most; "
              << "--json lists them all\n";
  }
}

void print_list(const std::string& heading, const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::cout << '\n' << heading << '\n';
  for (const std::string& name : names) std::cout << "  " << name << '\n';
}

void print_introduction(const FunctionSpecification& introduction) {
  if (introduction.clauses.empty()) return;
  std::cout << introduction.name << '\n';
  for (const Clause& clause : introduction.clauses) {
    std::cout << "  clause   " << clause.id << '\n';
    for (const std::string& text : checks_of(clause)) std::cout << "    " << text << '\n';
  }
}

void print_text(const compare::Coverage& coverage, const Totals& totals,
                const FunctionSpecification& introduction) {
  print_introduction(introduction);
  for (const compare::FunctionCoverage& function : coverage.functions()) {
    std::cout << function.category << '/' << function.name << '\n';
    print_counts("clause", function.clauses);
    print_counts("mistake", function.wrong_readings);
  }
  print_list("Clauses without a case:", coverage.uncovered());
  print_list("Wrong readings that no case detects:", coverage.undistinguished());
  print_thin(coverage.thinly_detected(kThin));
  std::cout << '\n'
            << totals.functions << " functions, " << totals.decisions << " decisions\n"
            << totals.covered << " of " << totals.clauses
            << " clauses have a case in every edition where they hold\n"
            << totals.introduction.clauses
            << " clauses of the introduction: " << totals.introduction.adapter
            << " checked by tests of the Python adapter, " << totals.introduction.cases
            << " by cases of other clauses, " << totals.introduction.unchecked << " by nothing; "
            << totals.introduction.partly << " only partly\n"
            << totals.distinguished << " of " << totals.wrong << " wrong readings are detected, "
            << totals.in_smoke << " of them by tier smoke; " << totals.accepted
            << " readings are accepted\n"
            << totals.cases.smoke << " cases in tier smoke, " << totals.cases.core << " in core, "
            << totals.cases.full << " in full\n";
}

void write_pages(const std::map<std::string, std::string>& pages, const std::string& folder) {
  for (const auto& [name, text] : pages) write_into("--out", folder, name, text);
  std::cerr << "wrote " << pages.size() << " pages into " << folder << '\n';
}

int cover(const CoverageOptions& options) {
  if (options.markdown && options.out.empty()) {
    throw CLI::ValidationError("--markdown", "writes pages into a folder; name it with --out DIR");
  }
  if (options.pairs || options.triples) {
    return print_pairs(options.vectors, options.function,
                       options.triples ? Combination::kTriples : Combination::kPairs);
  }
  if (!options.function.empty()) {
    throw CLI::ValidationError("FUNCTION", "needs --pairs or --triples");
  }
  const Specification specification = read_specification(options.vectors);
  const Manifest manifest = read_manifest(options.vectors);
  compare::Coverage coverage(specification);
  for (const auto& [function, entry] : manifest.functions) {
    for (const Case& test_case : read_cases(options.vectors, manifest, function, Tier::kCore)) {
      coverage.add(test_case);
    }
  }
  const Totals totals = count(coverage, specification, manifest);
  if (options.markdown) {
    const ClauseCases cases = read_clause_cases(options.vectors);
    write_pages(reports::specification_pages(specification, cases, reports::markdown_format()),
                options.out);
  } else if (options.json) {
    print_json(coverage, totals);
  } else {
    print_text(coverage, totals, specification.introduction);
  }
  for (const std::string& name : coverage.unknown()) {
    std::cerr << "kassay coverage: the specification does not have " << name << '\n';
  }
  const bool complete = coverage.uncovered().empty() && coverage.undistinguished().empty() &&
                        coverage.unknown().empty();
  return complete ? kConformant : kNotConformant;
}

}  // namespace

void add_coverage(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<CoverageOptions>();
  CLI::App* command =
      app.add_subcommand("coverage", "Show which clauses and mistakes the cases test");
  command->footer(
      "Counts the cases of tier core in all editions. A mistake is a wrong reading of a clause;\n"
      "the number after it counts the cases that it would answer differently.\n\n"
      "--markdown writes the specification as pages instead, the same as those of the site\n"
      "(`kassay report --site`). The page of a function shows its signatures, its clauses, their\n"
      "sources in each edition, how many cases test them there and a glob that runs these cases,\n"
      "then its readings, decisions and errata. README.md has the contents. introduction.md has\n"
      "the clauses of the introduction, and how each is checked.\n\n"
      "--pairs counts pairs of circumstances instead, such as a negative axis with a size of 0.\n"
      "A pair occurs in a listed case (one of the specification) or in a case drawn for it; it is\n"
      "refused if no valid call with it was found. With a FUNCTION it lists the circumstances and\n"
      "the refused pairs of the function. --triples counts triples in the cases of tier full\n"
      "(`./run vectors --tier full`), of functions with at most eight circumstances.\n\n"
      "Exit code: 0 each clause has a case in every edition where it holds, and the cases catch\n"
      "each mistake; 1 otherwise; 2 the vectors cannot be read or a page cannot be written.\n\n"
      "Examples:\n"
      "  kassay coverage\n"
      "  kassay coverage --pairs softmax\n"
      "  kassay coverage --json --vectors build/vectors\n"
      "  kassay coverage --markdown --out specification");
  CLI::Option* json = command->add_flag("--json", options->json, "Print the totals as JSON");
  CLI::Option* markdown =
      command->add_flag("--markdown", options->markdown, "Write the specification as Markdown");
  markdown->excludes(json);
  command->add_option("-o,--out", options->out, "The folder for the pages; created if missing")
      ->type_name("DIR")
      ->needs(markdown);
  CLI::Option* pairs =
      command->add_flag("--pairs", options->pairs, "Count the pairs of circumstances in cases");
  CLI::Option* triples = command->add_flag("--triples", options->triples,
                                           "Count the triples of circumstances in tier full");
  pairs->excludes(json)->excludes(markdown)->excludes(triples);
  triples->excludes(json)->excludes(markdown);
  command->add_option("function", options->function, "Only this function")->type_name("FUNCTION");
  add_vectors_option(*command, options->vectors);
  command->callback([options, &exit_code] { exit_code = cover(*options); });
}

}  // namespace kassay::cli
