// The program `kassay-device-worker [--correlations FILE] [--chains FOLDER]` runs the optimized interpreter with the emulated device behind
// the worker protocol. It is for tests and not installed.
//
// It adds each correlation of its programs to FILE, which cuda_plans reads, and writes each chain in CUDA C++ to FOLDER, for
// cuda_compile_chains.
#include <cstdio>
#include <fstream>
#include <set>
#include <string>
#include <string_view>

#include "conformance/worker/serve.h"
#include "optimized/cuda/chain_source.h"
#include "optimized/cuda/source_files.h"
#include "optimized/device/correlation_lines.h"
#include "optimized/device/emulated.h"
#include "optimized/device/interpreter.h"

namespace {

using namespace kassay::optimized;

constexpr int kUsage = 2;

// Writes correlations and chains to the given places, each one once.
class Writer {
 public:
  std::string correlations, chains;  // the file and the folder; empty: not written

  void operator()(const device::Correlation& correlation) {
    if (correlations.empty()) return;
    const std::string line = to_line(correlation);
    if (seen_.insert(line).second) std::ofstream(correlations, std::ios::app) << line + "\n";
  }
  void operator()(const device::Chain& chain) {
    if (!chains.empty()) cuda::write_source(cuda::program_of(chain).source, chains);
  }
  void operator()(const auto&) {}

 private:
  std::set<std::string> seen_;
};

}  // namespace

int main(int argc, char** argv) {
  using namespace kassay;
  Writer writer;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view option = argv[i];
    if (i + 1 < argc && option == "--correlations") {
      writer.correlations = argv[i + 1];
    } else if (i + 1 < argc && option == "--chains") {
      writer.chains = argv[i + 1];
    } else {
      std::fputs("usage: kassay-device-worker [--correlations FILE] [--chains FOLDER]\n", stderr);
      return kUsage;
    }
  }
  worker::ProtocolStreams streams = worker::take_standard_streams();
  worker::end_with_runner(streams.input);
  const auto write = [&](const device::Command& command) { std::visit(writer, command); };
  return worker::serve(
      [&](Edition edition) {
        return device::make_interpreter(edition, device::make_emulated_device(write));
      },
      streams);
}
