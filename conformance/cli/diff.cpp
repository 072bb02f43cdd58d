// `kassay diff`: what changed from one run to another, or where the outputs of two runs disagree.
#include "conformance/cli/diff.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <memory>

#include "conformance/cli/diff_text.h"
#include "conformance/cli/exit_code.h"
#include "conformance/cli/options.h"
#include "conformance/cli/outputs_diff.h"
#include "conformance/cli/same_file.h"
#include "conformance/cli/vectors_directory.h"
#include "reports/diff/comparison.h"
#include "reports/diff/json.h"
#include "reports/diff/page.h"
#include "reports/text.h"
#include "spec/lib/atomic_file.h"

namespace kassay::cli {
namespace {

struct DiffOptions {
  std::vector<std::string> files;     // OLD and NEW
  std::vector<std::string> old, now;  // the same for a run that has several files
  std::vector<std::string> outputs;   // two folders instead
  std::string html;
  reports::DiffSettings settings{.vectors = default_vectors_directory()};
  bool strict_margins = false, all = false, json = false;
};

// Either OLD NEW, or --old and --new.
void settle_files(DiffOptions& options) {
  const bool named = !options.old.empty() || !options.now.empty();
  const bool both = !options.old.empty() && !options.now.empty();
  if (named ? !both || !options.files.empty() : options.files.size() != 2) {
    throw CLI::ValidationError("RESULTS",
                               "name two results files, OLD NEW; or, if a run has several, "
                               "--old FILES and --new FILES; or two folders, --outputs DIR DIR");
  }
  if (named) return;
  options.old = {options.files[0]};
  options.now = {options.files[1]};
}

void check_page(const DiffOptions& options) {
  for (const auto* files : {&options.old, &options.now}) {
    for (const std::string& file : *files) {
      if (!options.html.empty() && same_file(options.html, file)) {
        throw CLI::ValidationError("--html",
                                   options.html + " is one of the results files; name another one");
      }
    }
  }
}

int diff(DiffOptions& options) {
  settle_files(options);
  check_page(options);
  const reports::RunComparison comparison =
      compare_runs(options.old, options.now, options.settings);
  if (!options.html.empty()) {
    write_file(options.html, diff_page(comparison));
    std::cerr << "wrote " << options.html << '\n';
  }
  if (options.json) {
    std::cout << diff_json(comparison) << '\n';
  } else {
    print_diff(std::cout, comparison, options.all);
  }
  const bool grown =
      options.strict_margins && comparison.diff.count(reports::ChangeKind::kMarginGrown) > 0;
  return comparison.diff.worse() || grown ? kNotConformant : kConformant;
}

int diff_outputs(const DiffOptions& options) {
  const runner::OutputsComparison comparison =
      runner::compare_outputs(options.outputs[0], options.outputs[1], options.settings.vectors);
  if (options.json) {
    std::cout << outputs_comparison_json(comparison) << '\n';
  } else {
    print_outputs_comparison(std::cout, comparison, options.all);
  }
  const bool agree =
      comparison.differing() == 0 && comparison.missing(options.settings.common) == 0;
  return agree ? kConformant : kNotConformant;
}

}  // namespace

void add_diff(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<DiffOptions>();
  const CLI::Validator factor(
      [](std::string& text) {
        double number = 0;
        const bool usable =
            CLI::detail::lexical_cast(text, number) && std::isfinite(number) && number >= 1;
        return usable ? std::string()
                      : "\"" + text + "\" is not a factor: write a number of at least 1";
      },
      "");
  CLI::App* command = app.add_subcommand("diff", "Show what changed from one run to another");
  command->footer(
      "Compares results by case and mode. A change is one of broken, lost-support, gone,\n"
      "margin-grown, waived, changed, revised, retired, new, fixed. A margin (error / limit) has\n"
      "grown if the result is right as before, but the margin is more than --margin-factor times\n"
      "the old one; margins below 0.01 count as 0.01. The text begins with what differs between\n"
      "the runs (version, edition, tier, vectors, ...). If they did not run the same cases,\n"
      "--common compares only those that both have.\n\n"
      "The vectors list the cases that each version of the specification changed or retired. If\n"
      "the new run has a later version, other outcomes of these cases are revised, missing ones\n"
      "retired; neither is worse.\n\n"
      "--outputs instead compares the answers of two backends, element by element, as kept by\n"
      "`kassay run --keep-outputs`. Two answers differ if they are further apart than two right\n"
      "answers can be; golden values are not used. For random outputs, only dtype and shape are\n"
      "compared. Answers of only one backend count as disagreement, unless --common is given.\n\n"
      "Exit code: 0 nothing is worse; 1 something is broken, gone or no longer supported (with\n"
      "--strict-margins also: a margin has grown), or outputs differ or are missing in one "
      "folder;\n"
      "2 wrong usage or an unusable file; 3 memory has run out; 4 no case has outputs in both\n"
      "folders.\n\n"
      "Examples:\n"
      "  kassay diff yesterday.jsonl today.jsonl\n"
      "  kassay diff main.jsonl branch.jsonl --common --html diff.html\n"
      "  kassay diff reference.jsonl optimized.jsonl --margin-factor 10 --json\n"
      "  kassay diff --old old-1.jsonl old-2.jsonl --new new.jsonl\n"
      "  kassay diff --outputs reference-outputs optimized-outputs\n"
      "  kassay diff --outputs reference-outputs my-outputs --common");
  const std::vector<CLI::Option*> of_results = {
      command->add_option("RESULTS", options->files, "Two results files of `kassay run`: OLD NEW")
          ->type_name("FILE"),
      command->add_option("--old", options->old, "The old run, if it has several files: its shards")
          ->type_name("FILE..."),
      command->add_option("--new", options->now, "The new run, if it has several files: its shards")
          ->type_name("FILE..."),
      command
          ->add_option("--margin-factor", options->settings.margin_factor,
                       "How much a margin may grow before it is reported")
          ->check(factor)
          ->type_name("FACTOR")
          ->capture_default_str(),
      command->add_flag("--strict-margins", options->strict_margins,
                        "Exit with code 1 if a margin has grown"),
      command->add_option("--html", options->html, "Also write a page to this file")
          ->type_name("FILE")};
  CLI::Option* outputs =
      command
          ->add_option("--outputs", options->outputs,
                       "Two folders of `kassay run --keep-outputs`, instead of results")
          ->expected(2)
          ->type_name("DIR");
  for (CLI::Option* option : of_results) outputs->excludes(option);
  command->add_flag("--common", options->settings.common,
                    "Compare only the cases and modes that both runs have");
  command->add_flag("--all", options->all, "Show every change, not the first ones of each kind");
  command->add_flag("--json", options->json, "Print JSON, with every change");
  add_vectors_option(*command, options->settings.vectors);
  command->callback([options, &exit_code] {
    exit_code = options->outputs.empty() ? diff(*options) : diff_outputs(*options);
  });
}

}  // namespace kassay::cli
