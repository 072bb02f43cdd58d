// The program `kassay-faulty-worker`: serves one of the wrong backends over the worker protocol, to show
// how `kassay run` and `kassay fuzz` report it.
//
//   kassay run --backend 'exec:build/bin/kassay-faulty-worker elementwise/round/through-int32'
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "conformance/trials/strength/faults/catalogue.h"
#include "conformance/trials/strength/faults/faulty_backend.h"
#include "conformance/worker/serve.h"

namespace kassay::faults {
namespace {

constexpr int kUsage = 2;

int serve_fault(const Fault& fault) {
  worker::ProtocolStreams streams = worker::take_standard_streams();
  worker::end_with_runner(streams.input);
  return worker::serve(
      [&](Edition edition) {
        if (edition != Edition::kKo)
          throw std::runtime_error("faults are served only in edition ko");
        return make_faulty(fault);
      },
      streams);
}

int run(int argc, char** argv) {
  const std::vector<Fault> faults = all_faults();
  if (argc == 2 && std::string(argv[1]) == "--list") {
    for (const Fault& fault : faults) std::printf("%s\n", fault.id.c_str());
    return 0;
  }
  const auto found = std::ranges::find(faults, std::string(argc == 2 ? argv[1] : ""), &Fault::id);
  if (found == faults.end()) {
    std::fputs(
        "Usage: kassay-faulty-worker ID | --list\n"
        "  ID   the fault to serve, one of those that --list prints\n",
        stderr);
    return kUsage;
  }
  return serve_fault(*found);
}

}  // namespace
}  // namespace kassay::faults

int main(int argc, char** argv) {
  try {
    return kassay::faults::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "kassay-faulty-worker: %s\n", error.what());
    return 2;
  }
}
