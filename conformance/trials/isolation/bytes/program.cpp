// Programs of `kassay exec`. An accepted program is written as JSON, read again, and must give the same JSON.
#include <nlohmann/json.hpp>

#include "conformance/trials/isolation/bytes/input.h"
#include "spec/lib/program_file.h"
#include "spec/lib/program_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kassay;
  fuzz::is_taken([&] {
    const ProgramFile file = read_program_file(fuzz::file_of({data, size}));
    const nlohmann::json json = to_json(file.program);
    fuzz::require(to_json(parse_program(json, "again")) == json);
  });
  return 0;
}
