// What `kassay bench` prints.
#pragma once

#include <string>
#include <vector>

#include "spec/lib/bench_file.h"

namespace kassay::cli {

// "12.3 us", "1.20 ms", "3.4 s"
std::string duration_text(double seconds);

// The line of a workload: its time on each backend, and the ratio to the first, in columns as wide as
// the labels need.
std::string workload_line(const std::string& workload, const std::vector<bench::Result>& results);

// The head of these lines.
std::string head_line(const std::vector<std::string>& labels);

// Geometric means by category of time(other) / time(first), a table for each other backend; empty
// without other backends.
std::string means_text(const std::vector<bench::Result>& results, const std::string& first);

}  // namespace kassay::cli
