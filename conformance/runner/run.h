// A conformance run: selected cases on one backend. Each result is written at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "conformance/runner/backend_process.h"
#include "conformance/runner/patience.h"
#include "conformance/runner/results_file.h"
#include "conformance/runner/run_report.h"
#include "conformance/runner/selection.h"
#include "spec/lib/results.h"

namespace kassay::runner {

struct RunSettings {
  std::string vectors_directory;
  std::string backend;
  Selection selection;
  std::string failed_in;             // the results file that `selection.only` comes from, or empty
  std::vector<std::string> waivers;  // files of known failures
  RepetitionSettings repetition = {};  // in one worker
  int jobs = 1;                        // workers at the same time
  double timeout = 30;                 // seconds per case
  double start_timeout = 60;           // seconds within which a worker must introduce itself
  std::uint64_t memory = 0;            // bytes per worker; 0: no limit
  Sandbox sandbox = {};
  std::uint64_t max_answer = protocol::kMaxMessageBytes;  // bytes
  int max_restarts = 20;  // how many workers one function may cost; 0: no limit
  FreshWorkers fresh_workers = FreshWorkers::kFailures;
  std::function<void(const std::string&)> trace = {};  // receives each message
  std::string out;                                     // empty: standard output
  std::string keep_outputs = {};  // the folder for the backend's answers; empty: not kept
  EarlierResults earlier = EarlierResults::kRefuse;
  OpenBackend open = open_backend;
  std::atomic<bool>* cancelled = nullptr;  // once it is set, the run ends
};

struct RunObserver {
  std::function<void(const RunReport&)> begun;   // selected, resumed and backend are known
  std::function<void(const Summary&)> advanced;  // after each result, one call at a time
  // Called with each result, including those of a continued run; one call at a time.
  std::function<void(const CaseResult&)> found = {};
};

// Results are in the order of completion; with one job, that is the order of the vectors. Throws
// FileError, NoCaseSelected, UnknownProfile, CannotStart, BackendAbsent.
RunReport run_conformance(const RunSettings& settings, const RunObserver& observer);

}  // namespace kassay::runner
