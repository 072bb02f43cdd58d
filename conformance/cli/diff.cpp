// `kassay diff`: what changed from one run to another.
#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <memory>

#include "conformance/cli/commands.h"
#include "conformance/cli/diff_text.h"
#include "conformance/cli/same_file.h"
#include "reports/diff/comparison.h"
#include "reports/text.h"
#include "spec/lib/atomic_file.h"

namespace kassay::cli {
namespace {

struct DiffOptions {
  std::vector<std::string> files;     // OLD and NEW
  std::vector<std::string> old, now;  // the same where a run has several files
  std::string html;
  DiffSettings settings;
  bool strict_margins = false, all = false, json = false;
};

// OLD NEW, or --old and --new; never both.
void settle_files(DiffOptions& options) {
  const bool named = !options.old.empty() || !options.now.empty();
  const bool both = !options.old.empty() && !options.now.empty();
  if (named ? !both || !options.files.empty() : options.files.size() != 2) {
    throw CLI::ValidationError("RESULTS",
                               "name two results files, OLD NEW; or, where a run has several, "
                               "--old FILES and --new FILES");
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
  const RunComparison comparison = compare_runs(options.old, options.now, options.settings);
  if (!options.html.empty()) {
    write_file(options.html, diff_page(comparison));
    std::cerr << "wrote " << options.html << '\n';
  }
  if (options.json) {
    std::cout << diff_json(comparison) << '\n';
  } else {
    print_diff(std::cout, comparison, options.all);
  }
  const bool grown = options.strict_margins && comparison.diff.count(ChangeKind::kMarginGrown) > 0;
  return comparison.diff.worse() || grown ? kNotConformant : kConformant;
}

}  // namespace

void add_diff(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<DiffOptions>();
  CLI::App* command = app.add_subcommand("diff", "Tell what changed from one run to another");
  command->footer(
      "Results are compared by case and mode: broken, lost-support, gone, margin-grown, waived,\n"
      "changed, new, fixed. A margin (error / limit) has grown where both results are right and "
      "it\n"
      "is more than --margin-factor times what it was; margins below 0.01 count as 0.01. What\n"
      "differs between the runs themselves (version, edition, tier, vectors, ...) is said first.\n"
      "Where they did not run the same cases, --common leaves out what only one of them has.\n\n"
      "Exit code: 0 nothing is worse; 1 something is broken, gone or no longer supported (or, "
      "with\n"
      "--strict-margins, a margin has grown); 2 usage or a file.\n\n"
      "Examples:\n"
      "  kassay diff yesterday.jsonl today.jsonl\n"
      "  kassay diff main.jsonl branch.jsonl --common --html diff.html\n"
      "  kassay diff reference.jsonl optimized.jsonl --margin-factor 10 --json\n"
      "  kassay diff --old old-1.jsonl old-2.jsonl --new new.jsonl");
  command->add_option("RESULTS", options->files, "Two results files of `kassay run`: OLD NEW")
      ->type_name("FILE");
  command->add_option("--old", options->old, "The old run, where it has several files: its shards")
      ->type_name("FILE...");
  command->add_option("--new", options->now, "The new run, where it has several files: its shards")
      ->type_name("FILE...");
  command
      ->add_option("--margin-factor", options->settings.margin_factor,
                   "How much a margin may grow before it is told")
      ->check(CLI::Validator(
          [](std::string& text) {
            double factor = 0;
            const bool usable =
                CLI::detail::lexical_cast(text, factor) && std::isfinite(factor) && factor >= 1;
            return usable ? std::string()
                          : "\"" + text + "\" is no factor: write a number of at least 1";
          },
          ""))
      ->type_name("FACTOR")
      ->capture_default_str();
  command->add_flag("--strict-margins", options->strict_margins,
                    "Margins that have grown make the exit code 1");
  command->add_flag("--common", options->settings.common,
                    "Compare only the cases and modes that both runs have");
  command->add_flag("--all", options->all, "Show every change, not the first ones of each kind");
  command->add_flag("--json", options->json, "Print JSON, with every change");
  command->add_option("--html", options->html, "Also write a page to this file")->type_name("FILE");
  command->callback([options, &exit_code] { exit_code = diff(*options); });
}

}  // namespace kassay::cli
