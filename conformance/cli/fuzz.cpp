// `kassay fuzz`: the oracle, in Python, draws programs and knows their right answers. This command finds
// the oracle and becomes its process. The oracle runs the programs with `kassay run`.
#include "conformance/cli/fuzz.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "conformance/cli/options.h"
#include "conformance/cli/oracle.h"
#include "conformance/cli/program_name.h"
#include "conformance/cli/values.h"
#include "conformance/runner/backend_argument.h"
#include "conformance/runner/sandbox.h"
#include "spec/lib/json_text.h"

namespace kassay::cli {
namespace {

struct FuzzOptions {
  std::string backend, out, scheduler;
  std::vector<std::string> against;
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> programs;
  std::optional<double> seconds;
  std::vector<std::string> functions, without, editions, known;
  int jobs = 1;
  bool resume = false, normative = false;
  double timeout = 30;
  runner::Sandbox sandbox;
};

// Options in generators/kassay_generators/fuzzing/__main__.py.
nlohmann::json settings_of(const FuzzOptions& options) {
  std::vector<std::string> backends = {options.backend}, functions = options.functions,
                           run = {"--timeout=" + std::to_string(options.timeout)};
  backends.insert(backends.end(), options.against.begin(), options.against.end());
  for (const std::string& glob : options.without) functions.push_back("!" + glob);
  if (options.sandbox.mode == runner::SandboxMode::kOff) run.emplace_back("--sandbox=off");
  if (options.sandbox.mode == runner::SandboxMode::kStrict) run.emplace_back("--sandbox=strict");
  for (const std::string& path : options.sandbox.writable) run.push_back("--writable=" + path);
  nlohmann::json settings = {{"kassay", runner::program_directory() + "/kassay"},
                             {"as_started", program_word()},
                             {"backends", backends},
                             {"seed", options.seed},
                             {"programs", nullptr},
                             {"seconds", nullptr},
                             {"functions", functions},
                             {"normative", options.normative},
                             {"known", options.known},
                             {"editions", options.editions},
                             {"jobs", options.jobs},
                             {"scheduler", options.scheduler},
                             {"out", options.out},
                             {"resume", options.resume},
                             {"run_options", run}};
  if (options.programs) settings["programs"] = *options.programs;
  if (options.seconds) settings["seconds"] = *options.seconds;
  return settings;
}

}  // namespace

void add_fuzz(CLI::App& app, int& /*exit_code*/) {
  const auto options = std::make_shared<FuzzOptions>();
  CLI::App* command = app.add_subcommand("fuzz", "Run random programs of the whole API");
  command->footer(
      "Programs are drawn from the calls and programs of the cases: other sizes, elements and\n"
      "arguments, results of one call as the arguments of the next, graphs with updates and\n"
      "gradients, loops over random steps, state that several programs share. The oracle runs\n"
      "each in ball arithmetic, where every call adds its own limit: the answers of every correct\n"
      "backend lie in the balls. A result is not judged if its ball reaches across a branch; the\n"
      "summary states how much was judged. Program N of a seed is always the same one.\n"
      "\n"
      "A failure is reduced to a small program that fails in the same way, and grouped with its\n"
      "duplicates. The folder of --out has a page of them (EDITION.html), findings.json, a\n"
      "program for `kassay exec` of each group in findings/, and vectors/EDITION for `kassay\n"
      "explain` and `kassay run`. If a backend starts slowly, failures are reduced only once\n"
      "that pays.\n"
      "\n"
      "Some answers are unspecified. Without --normative, the answers of accepted readings are\n"
      "right too, and results that depend on them are not judged.\n"
      "\n"
      "The oracle is in Python, in a clone and in the wheel ($KASSAY_ORACLE_PYTHON names its\n"
      "Python).\n"
      "\n"
      "Exit code: 0 nothing is wrong except what --known names; 1 something is; 2 usage or a "
      "file;\n"
      "3 the backend or the oracle does not start; 77 the backend is not available on this\n"
      "machine.\n"
      "\n"
      "Examples:\n"
      "  kassay fuzz --backend reference --normative --programs 2000 --out fuzz\n"
      "  kassay fuzz --backend plugin:./mine.so --seconds 600 --jobs 4 --out fuzz\n"
      "  kassay fuzz --backend exec:./mine --functions 'conv*' --functions pool2d --out "
      "convolutions\n"
      "  kassay fuzz --backend optimized --scheduler tcp://10.0.0.1:8786 --programs 1000000 --out "
      "fuzz");
  add_backend_option(*command, options->backend, /*required=*/true);
  command
      ->add_option("--against", options->against,
                   "Run the programs on this backend too; repeatable")
      ->allow_extra_args(false)
      ->type_name("BACKEND");
  command->add_option("-o,--out", options->out, "The folder of the campaign")
      ->required()
      ->type_name("DIR");
  command->add_option("--seed", options->seed, "Which programs")
      ->type_name("INT")
      ->capture_default_str();
  command
      ->add_option("--programs", options->programs, "How many (default: until --seconds or Ctrl-C)")
      ->type_name("COUNT");
  command->add_option("--seconds", options->seconds, "How long to go on")
      ->type_name("SECONDS")
      ->check(more_than_zero());
  command
      ->add_option("--functions", options->functions,
                   "Only programs for these functions (globs); they call others too; repeatable")
      ->allow_extra_args(false)
      ->type_name("GLOB");
  command
      ->add_option("--without", options->without,
                   "No program that calls one of these functions (globs), such as those that are "
                   "known to be wrong; repeatable")
      ->allow_extra_args(false)
      ->type_name("GLOB");
  command
      ->add_option("--edition", options->editions,
                   "Only programs of this edition: ko, zh or ja (default: of all; repeatable)")
      ->allow_extra_args(false)
      ->check(one_of({"ko", "zh", "ja"}))
      ->type_name("EDITION");
  CLI::Option* jobs =
      command->add_option("-j,--jobs", options->jobs, "Processes that draw programs")
          ->check(in_range(1, 256))
          ->capture_default_str();
  add_scheduler_option(*command, options->scheduler)->excludes(jobs);
  command->add_flag("--normative", options->normative,
                    "Judge the normative readings, not accepted ones");
  command
      ->add_option("--known", options->known,
                   "Failures that are known, with their causes; repeatable "
                   "(conformance/backends/tensorflow/known_failures.yaml is one)")
      ->allow_extra_args(false)
      ->type_name("FILE")
      ->check(existing_file());
  command->add_flag("--resume", options->resume, "Continue the campaign in the folder of --out");
  add_timeout_option(*command, options->timeout, "Seconds that a program may take");
  add_sandbox_options(*command, options->sandbox);
  command->callback([options] {
    become_python(find_oracle("kassay fuzz"),
                  {"-m", "kassay_generators.fuzzing", dump_json(settings_of(*options))});
  });
}

}  // namespace kassay::cli
