// Measures a workload on several backends, side by side.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "conformance/bench/workload.h"
#include "conformance/runner/backend_process.h"
#include "spec/lib/bench_file.h"

namespace kassay::bench {

struct Effort {
  double seconds = 0.3;      // of measurement, for a workload and backend in a round
  double warm_up = 0.05;     // seconds before that
  int rounds = 3;            // every backend has a turn in each
  double timeout = 120;      // seconds that a backend may take for a round of one workload
  bool is_resident = false;  // arrays stay where the backend has its variables (resident.h)
};

struct Contestant {
  std::string label;
  std::unique_ptr<runner::Connection> connection;
};

// A result for each contestant, in their order.
std::vector<Result> measure(const Workload& workload, std::vector<Contestant>& contestants,
                            const Effort& effort);

// How `answer` differs from `expected` by more than rounding; empty if it does not. Two libraries may
// round differently at every step: this detects another computation, not wrong last digits, which
// `kassay run` judges.
std::string difference(const std::vector<Value>& expected, const std::vector<Value>& answer,
                       bool random);

// The p-th part of the sorted numbers, 0 <= p <= 1, interpolated. Precondition: not empty.
double quantile(const std::vector<double>& sorted, double p);

}  // namespace kassay::bench
