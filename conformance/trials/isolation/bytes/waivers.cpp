// Waiver files.
#include "conformance/runner/waiver_file.h"
#include "conformance/trials/isolation/bytes/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kassay;
  fuzz::is_taken([&] { runner::read_waivers(fuzz::file_of({data, size})); });
  return 0;
}
