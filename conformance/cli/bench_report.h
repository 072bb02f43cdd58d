// `kassay report` of what `kassay bench` measured.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kassay::cli {

// Whether the files are of `kassay bench`. Throws FileError, which names two of them, if only some
// are.
bool are_bench_files(const std::vector<std::string>& files);

// Throws CLI::ValidationError if the command was given an option that measurements have no use for.
void refuse_options_of_runs(const CLI::App& command);

// The means and the worst workloads of each file, for a terminal.
std::string bench_report_text(const std::vector<std::string>& files);

// The page of all files. What it must not hide goes to the standard error, too.
std::string bench_report_page(const std::vector<std::string>& files);

}  // namespace kassay::cli
