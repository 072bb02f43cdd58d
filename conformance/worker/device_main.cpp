// The program `kassay-device-worker [--correlations FILE]`: the optimized interpreter with the emulated device, behind the worker protocol.
// It adds each correlation of its programs to the file (optimized/cuda/plans.cpp reads it). For tests; it is not installed.
#include <cstdio>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "conformance/worker/serve.h"
#include "optimized/device/correlation_lines.h"
#include "optimized/device/emulated.h"
#include "optimized/device/interpreter.h"

namespace {

using kassay::optimized::device::Command;
using kassay::optimized::device::Correlation;

// Adds each of them once.
std::function<void(const Command&)> writer_of(const std::string& file) {
  return [file, seen = std::set<std::string>()](const Command& command) mutable {
    const auto* const correlation = std::get_if<Correlation>(&command);
    if (correlation == nullptr) return;
    const std::string line = to_line(*correlation);
    if (seen.insert(line).second) std::ofstream(file, std::ios::app) << line + "\n";
  };
}

}  // namespace

int main(int argc, char** argv) {
  using namespace kassay;
  std::function<void(const Command&)> see;
  if (argc == 3 && std::string_view(argv[1]) == "--correlations") {
    see = writer_of(argv[2]);
  } else if (argc != 1) {
    std::fputs("usage: kassay-device-worker [--correlations FILE]\n", stderr);
    return 2;
  }
  worker::ProtocolStreams streams = worker::take_standard_streams();
  worker::end_with_runner(streams.input);
  return worker::serve(
      [&](Edition edition) {
        return optimized::device::make_interpreter(edition,
                                                   optimized::device::make_emulated_device(see));
      },
      streams);
}
