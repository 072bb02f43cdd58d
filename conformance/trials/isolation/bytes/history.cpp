// Histories.
#include "reports/history/history.h"

#include "conformance/trials/isolation/bytes/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kassay;
  fuzz::is_taken([&] { reports::read_history(fuzz::file_of({data, size})); });
  return 0;
}
