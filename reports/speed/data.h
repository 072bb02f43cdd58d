// The data of the page of `kassay bench`, as one JSON text.
#pragma once

#include <string>

#include "reports/speed/speed.h"

namespace kassay::reports {

//   runs     [{file, kassay, started, cpu, os, cores, threads, seconds, rounds, resident, workloads,
//            backends, command, means, rows}], the oldest first
//     command   what measures workloads again, without their names
//     backends  [{label, argument, name, version, device}]
//     means     [{other, categories}]: other is a place in backends, or -1 for the fastest of the
//               others, which comes first; categories is [{category, mean, worst, workload, ahead,
//               workloads}], the last of which has the category ""
//     rows      [{id, word, category, cells, ratios, fastest}] for each workload: word is its name in
//               a command; a cell and a ratio for each backend; fastest is the ratio to the fastest other. A ratio is null where one
//               of both is not measured, a cell where the file has none; else it is
//               {median, minimum, lower, upper, calls, rounds, bytes, multiplyAdds} or {outcome, message}
//   trend    [{other, categories}]: other is a label, or "" for the fastest of the others;
//            categories is [{category, workloads, means}], with a mean for each run
//   notices  [text]
//
// A ratio is time(other) / time(first). A number that JSON lacks is "nan" or "inf". Every text is
// printable (text.h).
std::string speed_data(const SpeedReport& report);

}  // namespace kassay::reports
