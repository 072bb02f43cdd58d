// Options that several subcommands share.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "conformance/runner/sandbox.h"
#include "spec/lib/backend.h"
#include "spec/lib/vectors.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace kassay::cli {

// Lists these options of the command under a heading of its help.
void put_under(CLI::App& command, const std::string& heading,
               std::initializer_list<const char*> options);

// Each adds an option that writes to its second argument, which must outlive the app.
void add_vectors_option(CLI::App& command, std::string& directory);
void add_edition_option(CLI::App& command, Edition& edition);
void add_tier_option(CLI::App& command, Tier& tier);
void add_modes_option(CLI::App& command, std::vector<Mode>& modes);
void add_profiles_option(CLI::App& command, std::vector<std::string>& profiles);
void add_mode_option(CLI::App& command, std::optional<Mode>& mode);
void add_timeout_option(CLI::App& command, double& seconds, const std::string& description,
                        const std::string& name = "--timeout");
void add_start_timeout_option(CLI::App& command, double& seconds);
void add_sandbox_options(CLI::App& command, runner::Sandbox& sandbox);
// For the results file to write.
CLI::Option* add_results_out_option(CLI::App& command, std::string& file,
                                    const std::string& description);
void add_history_option(CLI::App& command, std::string& file);
void add_page_option(CLI::App& command, std::string& file);
void add_skip_unsupported_option(CLI::App& command, bool& skip);
void add_max_restarts_option(CLI::App& command, int& count);
CLI::Option* add_overwrite_option(CLI::App& command, bool& overwrite);
// `--scheduler`: the batches of a command run on the workers of a Dask scheduler.
CLI::Option* add_scheduler_option(CLI::App& command, std::string& address);
void add_backend_option(CLI::App& command, std::string& backend, bool required);

}  // namespace kassay::cli
