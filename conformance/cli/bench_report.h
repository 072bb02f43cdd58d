// `kassay report` for files of `kassay bench`.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kassay::cli {

// Whether `kassay bench` wrote the files. Throws FileError, which names two of them, if it wrote only
// some.
bool are_bench_files(const std::vector<std::string>& files);

// Throws CLI::ValidationError for options that do not apply to measurements.
void refuse_options_of_runs(const CLI::App& command);

// The means and the worst workloads of each file, for a terminal.
std::string bench_report_text(const std::vector<std::string>& files);

// The page of all files. Warnings also go to standard error.
std::string bench_report_page(const std::vector<std::string>& files);

}  // namespace kassay::cli
