// Results files of `kassay run`.
#include "spec/lib/results.h"

#include "conformance/trials/isolation/bytes/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kassay;
  fuzz::is_taken([&] { read_results(fuzz::file_of({data, size})); });
  return 0;
}
