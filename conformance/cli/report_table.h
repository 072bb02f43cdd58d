// What a report says, as a table for a terminal.
#pragma once

#include <cstddef>
#include <string>

#include "reports/report.h"

namespace kassay::cli {

struct TableSettings {
  bool all = false;         // also the functions that wholly pass
  std::size_t columns = 0;  // how wide a line may be; 0: as wide as it gets
};

// A paragraph a run: verdict, counts, what limits it. Then a line for each function that does not
// wholly pass, worst first, with a column a run. Coloured for standard output.
std::string report_table(const reports::Report& report, const TableSettings& settings);

}  // namespace kassay::cli
