// A report as a table for a terminal.
#pragma once

#include <cstddef>
#include <string>

#include "reports/report.h"

namespace kassay::cli {

struct TableSettings {
  bool all = false;  // also functions that fully pass, and functions that no backend supports
  std::size_t columns = 0;  // the width of a line; 0: no limit
};

// One paragraph per run: verdict, counts, limits. Then one line per function that is
// supported and does not fully pass, worst first, with a column per run. Coloured for standard output.
std::string report_table(const reports::Report& report, const TableSettings& settings);

}  // namespace kassay::cli
