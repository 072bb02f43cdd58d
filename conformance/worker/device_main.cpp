// The program `kassay-device-worker`: the optimized interpreter with the emulated device, behind the worker protocol. For tests; it is not
// installed. The programs of chains in CUDA C++ are written to the folder $KASSAY_CHAIN_SOURCES, if it is named.
#include <cstdlib>

#include "conformance/worker/serve.h"
#include "optimized/cuda/chain_source.h"
#include "optimized/device/emulated.h"
#include "optimized/device/interpreter.h"

int main() {
  using namespace kassay;
  using namespace optimized;
  worker::ProtocolStreams streams = worker::take_standard_streams();
  worker::end_with_runner(streams.input);
  const auto write = [folder =
                          std::getenv("KASSAY_CHAIN_SOURCES")](const device::Command& command) {
    const auto* const chain = std::get_if<device::Chain>(&command);
    if (folder != nullptr && chain != nullptr)
      cuda::write_source(cuda::program_of(*chain).source, folder);
  };
  return worker::serve(
      [&](Edition edition) {
        return device::make_interpreter(edition, device::make_emulated_device(write));
      },
      streams);
}
