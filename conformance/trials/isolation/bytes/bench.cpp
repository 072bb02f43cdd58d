// Results files of `kassay bench`.
#include "conformance/trials/isolation/bytes/input.h"
#include "spec/lib/bench_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kassay;
  fuzz::is_taken([&] { bench::read_bench_file(fuzz::file_of({data, size})); });
  return 0;
}
