#include "conformance/cli/options.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>

#include "conformance/cli/values.h"
#include "conformance/runner/backend_kinds.h"

namespace kassay::cli {
namespace {

constexpr int kLongestTimeout = 7 * 24 * 60 * 60;

std::vector<std::string> mode_names() {
  std::vector<std::string> names;
  for (const Mode mode : kModes) names.emplace_back(mode_name(mode));
  return names;
}

CLI::Validator names_a_file() {
  return {[](std::string& name) {
            return name.empty() ? std::string("names no file: leave it out") : std::string();
          },
          ""};
}

}  // namespace

void put_under(CLI::App& command, const std::string& heading,
               std::initializer_list<const char*> options) {
  for (const char* name : options) command.get_option(name)->group(heading);
}

void add_vectors_option(CLI::App& command, std::string& directory) {
  command
      .add_option(
          "--vectors", directory,
          "The vectors directory (default: $KASSAY_VECTORS, or the one next to the programs)")
      ->type_name("DIR")
      ->capture_default_str();
}

CLI::Option* add_results_out_option(CLI::App& command, std::string& file,
                                    const std::string& description) {
  return command.add_option("-o,--out", file, description)
      ->type_name("FILE")
      ->check(names_a_file());
}

void add_history_option(CLI::App& command, std::string& file) {
  command
      .add_option("--history", file,
                  "Add a line to this file when the run ends; `kassay report --history` "
                  "plots it")
      ->type_name("FILE");
}

void add_page_option(CLI::App& command, std::string& file) {
  command
      .add_option("--report", file,
                  "Write an HTML page at the end, the same as `kassay report --out`")
      ->type_name("FILE")
      ->check(names_a_file());
}

void add_skip_unsupported_option(CLI::App& command, bool& skip) {
  command.add_flag("--skip-unsupported", skip,
                   "Exit with code 77 if no case passed and none failed: all are unsupported or "
                   "waived");
}

void add_max_restarts_option(CLI::App& command, int& count) {
  command
      .add_option("--max-restarts", count,
                  "How many workers one function may lose (by crash or memory; a timeout "
                  "counts as five) before its other cases are skipped; 0 for no limit")
      ->check(zero_or_more())
      ->type_name("COUNT")
      ->capture_default_str();
}

CLI::Option* add_overwrite_option(CLI::App& command, bool& overwrite) {
  return command.add_flag("--overwrite", overwrite, "Replace what is in the file of --out");
}

void add_edition_option(CLI::App& command, Edition& edition) {
  command
      .add_option_function<std::string>(
          "--edition", [&edition](const std::string& name) { edition = *parse_edition(name); },
          "The edition of the documents: ko (about 2019), zh (about 2018), ja (about 2017)")
      ->check(one_of({"ko", "zh", "ja"}))
      ->type_name("EDITION")
      ->default_str("ko");
}

void add_tier_option(CLI::App& command, Tier& tier) {
  command
      .add_option_function<std::string>(
          "--tier", [&tier](const std::string& name) { tier = *parse_tier(name); },
          "How many cases: smoke (seconds), core, full (every combination)")
      ->check(one_of({"smoke", "core", "full"}))
      ->type_name("TIER")
      ->default_str("core");
}

void add_modes_option(CLI::App& command, std::vector<Mode>& modes) {
  command
      .add_option_function<std::vector<std::string>>(
          "--mode",
          [&modes](const std::vector<std::string>& names) {
            for (const std::string& name : names) modes.push_back(*parse_mode(name));
          },
          "Only these modes: eager (constants), function (placeholders), dynamic (unknown "
          "dimensions), gradient, second-gradient, program; default: all")
      ->check(one_of(mode_names()))
      ->delimiter(',')
      ->allow_extra_args(false)  // more values would be cases
      ->type_name("MODE");
}

void add_profiles_option(CLI::App& command, std::vector<std::string>& profiles) {
  command
      .add_option("--profile", profiles,
                  "Only the cases of these profiles; see `kassay list profiles`")
      ->delimiter(',')
      ->allow_extra_args(false)  // more values would be cases
      ->type_name("PROFILE");
}

void add_mode_option(CLI::App& command, std::optional<Mode>& mode) {
  command
      .add_option_function<std::string>(
          "--mode", [&mode](const std::string& name) { mode = parse_mode(name); },
          "The mode of the case: eager, function, dynamic, gradient, second-gradient or program "
          "(default: its "
          "first)")
      ->check(one_of(mode_names()))
      ->type_name("MODE");
}

void add_timeout_option(CLI::App& command, double& seconds, const std::string& description,
                        const std::string& name) {
  // The parser accepts "nan" and "inf" as numbers.
  const auto check = [&seconds](std::string& text) -> std::string {
    const bool parsed = CLI::detail::lexical_cast(text, seconds);
    if (parsed && seconds > 0 && seconds <= kLongestTimeout) return "";
    return "\"" + text + "\" is not a time: write seconds, more than 0 and at most " +
           std::to_string(kLongestTimeout);
  };
  command.add_option(name, seconds, description)
      ->check(CLI::Validator(check, ""))
      ->type_name("SECONDS")
      ->capture_default_str();
}

void add_start_timeout_option(CLI::App& command, double& seconds) {
  add_timeout_option(command, seconds, "Seconds that a worker may take to start",
                     "--start-timeout");
}

void add_sandbox_options(CLI::App& command, runner::Sandbox& sandbox) {
  static const std::map<std::string, runner::SandboxMode> kModes = {
      {"off", runner::SandboxMode::kOff},
      {"default", runner::SandboxMode::kDefault},
      {"strict", runner::SandboxMode::kStrict}};
  command
      .add_option_function<std::string>(
          "--sandbox", [&sandbox](const std::string& name) { sandbox.mode = kModes.at(name); },
          "Keep the backend from the network, from other processes and from writing "
          "elsewhere: default (as far as this machine permits), strict (fully, or no run), off")
      ->check(one_of({"default", "strict", "off"}))
      ->type_name("SANDBOX")
      ->default_str("default");
  command
      .add_option("--writable", sandbox.writable,
                  "A folder or file that the backend may write; repeatable")
      ->allow_extra_args(false)
      ->check(existing_path())
      ->transform([](const std::string& path) { return std::filesystem::absolute(path).string(); })
      ->type_name("PATH");
}

CLI::Option* add_scheduler_option(CLI::App& command, std::string& address) {
  return command
      .add_option("--scheduler", address,
                  "Run on the workers of this Dask scheduler, such as tcp://10.0.0.1:8786 "
                  "(docs/many_machines.md)")
      ->type_name("ADDRESS");
}

void add_backend_option(CLI::App& command, std::string& backend, bool required) {
  command
      .add_option("-b,--backend", backend,
                  "The backend: " + runner::backend_forms() + "; see `kassay list backends`")
      ->type_name("BACKEND")
      ->required(required);
}

}  // namespace kassay::cli
