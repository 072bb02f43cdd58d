// `kassay bench`: measures how long backends take for workloads, side by side.
#include "conformance/cli/bench.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>

#include "conformance/bench/measure.h"
#include "conformance/cli/bench_text.h"
#include "conformance/cli/exit_code.h"
#include "conformance/cli/options.h"
#include "conformance/cli/terminal.h"
#include "conformance/cli/values.h"
#include "conformance/runner/machine.h"
#include "conformance/runner/selection.h"
#include "spec/lib/atomic_file.h"
#include "spec/lib/bench_file.h"
#include "spec/lib/bench_ratios.h"
#include "spec/lib/error.h"
#include "spec/lib/sha256.h"
#include "spec/lib/text.h"
#include "spec/lib/version.h"

namespace kassay::cli {
namespace {

struct BenchOptions {
  std::vector<std::string> backends, only, compare;
  runner::BackendOptions backend_options;
  bench::Effort effort;
  int threads = 0;
  std::string workloads = bench::default_workloads_file();
  std::string out;
  bool overwrite = false, list = false;
};

bool selected(const bench::Workload& workload, const std::vector<std::string>& patterns) {
  return patterns.empty() || std::ranges::any_of(patterns, [&](const std::string& pattern) {
           return runner::filter_matches(pattern, workload.category, workload.id) ||
                  workload.id.starts_with(pattern + "/");
         });
}

std::vector<bench::Workload> select(const BenchOptions& options) {
  std::vector<bench::Workload> workloads = bench::read_workloads(options.workloads);
  std::vector<std::string> ids;
  for (const bench::Workload& workload : workloads) ids.push_back(workload.id);
  std::erase_if(workloads, [&](const auto& workload) { return !selected(workload, options.only); });
  if (workloads.empty()) {
    std::string problem = "no workload matches " + joined(options.only);
    const auto closest = runner::closest_names(options.only.front(), ids, 3);
    if (!closest.empty()) problem += "; the closest are " + joined(closest);
    throw runner::NoCaseSelected(problem + "; `kassay bench --list` lists them");
  }
  return workloads;
}

// Numerical libraries read these when the worker loads them.
void set_threads(int threads) {
  if (threads == 0) return;
  for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
                           "TF_NUM_INTRAOP_THREADS", "NPROC"}) {
    setenv(name, std::to_string(threads).c_str(), 1);
  }
}

// Numbers backends of the same name. No label may equal kFastest.
std::string label_for(const std::string& name, const std::vector<bench::Contestant>& there) {
  const auto same = std::ranges::count_if(there, [&](const bench::Contestant& contestant) {
    return contestant.label == name || contestant.label.starts_with(name + " #");
  });
  return same == 0 && name != bench::kFastest ? name : name + " #" + std::to_string(same + 1);
}

bench::Header make_header(const BenchOptions& options) {
  bench::Header header;
  header.kassay_version = version();
  header.started = runner::utc_now();
  const runner::Machine machine = runner::this_machine();
  header.machine_cpu = machine.cpu;
  header.machine_os = machine.os;
  header.machine_cores = machine.cores;
  header.threads = options.threads;
  header.seconds = options.effort.seconds;
  header.rounds = options.effort.rounds;
  header.is_resident = options.effort.is_resident;
  header.workloads_hash = sha256(read_file(options.workloads, "Build kassay again.").text());
  return header;
}

// Writes each line at once, so that an interruption loses no measurement.
class Out {
 public:
  Out(const std::string& file, bool overwrite) : file_(file) {
    if (file.empty()) return;
    const bool filled = std::ifstream(file).peek() != std::ifstream::traits_type::eof();
    if (filled && !overwrite) {
      throw FileError(file, "file", "it exists already", "Add --overwrite, or name another.");
    }
    stream_.open(file, std::ios::trunc);
    check();
  }
  void write(const std::string& line) {
    if (file_.empty()) return;
    stream_ << line << std::endl;
    check();
  }

 private:
  void check() const {
    if (!stream_) {
      throw FileError(file_, "file", "it cannot be written", "Check its folder and the disk.");
    }
  }
  std::string file_;
  std::ofstream stream_;
};

int run(const BenchOptions& options) {
  const std::vector<bench::Workload> workloads = select(options);
  if (options.list) {
    for (const bench::Workload& workload : workloads) std::cout << workload.id << '\n';
    return kConformant;
  }
  if (options.backends.empty()) throw CLI::RequiredError("--backend");
  set_threads(options.threads);
  Out out(options.out, options.overwrite);
  bench::Header header = make_header(options);
  std::vector<bench::Contestant> contestants;
  std::vector<std::string> labels;
  for (const std::string& argument : options.backends) {
    auto connection = runner::open_backend(argument, options.backend_options);
    const BackendInfo& info = connection->info();
    labels.push_back(label_for(info.name, contestants));
    header.backends.push_back({labels.back(), argument, info.name, info.version, info.device});
    contestants.push_back({labels.back(), std::move(connection)});
  }
  out.write(to_line(header));
  std::cout << head_line(labels) << '\n';
  std::vector<bench::Result> all;
  for (const bench::Workload& workload : workloads) {
    const auto results = measure(workload, contestants, options.effort);
    std::cout << workload_line(workload.id, results) << std::endl;
    for (const bench::Result& result : results) {
      out.write(to_line(result));
      all.push_back(result);
    }
  }
  std::cout << means_text(all, labels.front());
  const bool failed = std::ranges::any_of(all, [](const bench::Result& result) {
    return !result.measured() && result.outcome != "unsupported";
  });
  return failed ? kNotConformant : kConformant;
}

// Labels the results with the names of their files, because the backends may have the same name.
int compare(const std::vector<std::string>& files) {
  std::vector<bench::Result> all;
  std::vector<std::string> names;
  std::optional<bool> resident;
  for (const std::string& file : files) {
    const bench::File read = bench::read_bench_file(file);
    if (resident.value_or(read.header.is_resident) != read.header.is_resident) {
      throw FileError(file, "resident",
                      "one of the files was measured with --resident, and the other without",
                      "Measure both the same way.");
    }
    resident = read.header.is_resident;
    const std::string& own = read.header.backends.front().label;
    names.push_back(file);
    for (bench::Result result : read.results) {
      if (result.backend != own) continue;
      result.backend = file;
      all.push_back(std::move(result));
    }
  }
  std::cout << head_line(names) << '\n';
  for (const bench::Result& one : all) {
    if (one.backend != names.front()) continue;
    const auto other = std::ranges::find_if(all, [&](const bench::Result& result) {
      return result.backend == names.back() && result.workload == one.workload;
    });
    if (other != all.end()) std::cout << workload_line(one.workload, {one, *other}) << '\n';
  }
  std::cout << means_text(all, names.front());
  return kConformant;
}

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "Measure how fast backends are");
  command->footer(
      "A workload is a program of the API. The worker repeats and times its last call, so that\n"
      "messages do not count. Several backends take turns, round by round, so that all meet the\n"
      "same conditions. Ratios are time(other) / time(first), above 1 where the first is faster.\n"
      "Compare only ratios of one run: machines differ, and a machine differs from hour to hour.\n"
      "The answers are compared first, with a coarse limit: a wrong computation cannot win.\n"
      "Only `kassay run` judges answers.\n\n"
      "--compare measures nothing. It compares the first backend of each of two files.\n\n"
      "Exit code: 0; 1 if a backend failed or its answer differs; otherwise as for `kassay "
      "run`.\n\n"
      "Examples:\n"
      "  kassay bench --backend optimized --backend python:my_backend --threads 2\n"
      "  kassay bench --backend optimized:cuda --resident\n"
      "  kassay bench --backend exec:./mine --only activation --only '*/large' --out today.jsonl\n"
      "  kassay bench --compare yesterday.jsonl today.jsonl");
  command
      ->add_option("-b,--backend", options->backends,
                   "A backend (repeatable; the others are compared with the first); see `kassay "
                   "list backends`")
      ->type_name("BACKEND");
  command
      ->add_option(
          "--only", options->only,
          "Only these workloads: ids, beginnings of ids up to a slash, or globs (repeatable)")
      ->type_name("ID");
  command->add_flag("--list", options->list, "List the ids of the workloads, and measure nothing");
  command->add_option("--compare", options->compare, "Compare two files of --out")
      ->type_name("FILE")
      ->expected(2);
  command->add_flag(
      "--resident", options->effort.is_resident,
      "Keep inputs and outputs in variables, so that no call transfers arrays: a fair "
      "comparison on a device");
  command
      ->add_option("--seconds", options->effort.seconds,
                   "How long each backend is measured in each round of a workload")
      ->type_name("SECONDS")
      ->check(in_range(0.0, 3600.0))
      ->capture_default_str();
  command->add_option("--rounds", options->effort.rounds, "How many turns each backend has")
      ->type_name("COUNT")
      ->check(in_range(1, 1000))
      ->capture_default_str();
  command
      ->add_option("--threads", options->threads,
                   "How many threads backends should use; 0: their own choice")
      ->type_name("COUNT")
      ->check(in_range(0, 4096))
      ->capture_default_str();
  add_timeout_option(*command, options->effort.timeout,
                     "Seconds that a backend may take for a round of a workload");
  add_start_timeout_option(*command, options->backend_options.start_timeout);
  add_sandbox_options(*command, options->backend_options.sandbox);
  add_results_out_option(*command, options->out, "Write the results to FILE, as JSON Lines");
  add_overwrite_option(*command, options->overwrite);
  command->add_option("--workloads", options->workloads, "The file with the workloads")
      ->type_name("FILE");
  command->callback([options, &exit_code] {
    exit_code = options->compare.empty() ? run(*options) : compare(options->compare);
  });
}

}  // namespace kassay::cli
