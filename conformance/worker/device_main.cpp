// The program `kassay-device-worker`: the optimized interpreter with the emulated device, behind the worker protocol. For tests; it is not
// installed.
#include "conformance/worker/serve.h"
#include "optimized/device/emulated.h"
#include "optimized/device/interpreter.h"

int main() {
  using namespace kassay;
  worker::ProtocolStreams streams = worker::take_standard_streams();
  worker::end_with_runner(streams.input);
  return worker::serve(
      [](Edition edition) {
        return optimized::device::make_interpreter(edition,
                                                   optimized::device::make_emulated_device());
      },
      streams);
}
