// Golden vectors: the file with the cases of a function. kassay checks its hash before it reads it; this target starts after that check.
#include <nlohmann/json.hpp>

#include "conformance/trials/isolation/bytes/input.h"
#include "spec/lib/case_json.h"
#include "spec/lib/json_node.h"
#include "spec/lib/json_scan.h"
#include "spec/lib/json_text.h"

namespace {

// Whether the quick reader, which finds where cases begin and end, accepts the text.
bool is_scanned(std::string_view text) {
  try {
    kassay::JsonScan scan(text);
    scan.skip();
    scan.end();
    return true;
  } catch (const kassay::JsonScan::Unexpected&) {
    return false;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kassay;
  static const TensorFile tensors = {
      {{"x", Tensor(DType::kFloat32, {2})}, {"y", Tensor(DType::kInt32, {2, 3})}}, {}};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const bool is_scannable = is_scanned(text);
  nlohmann::json json;
  const bool is_json = fuzz::is_taken([&] { json = parse_json(text, "input", "remedy"); });
  fuzz::require(is_scannable || !is_json);  // otherwise a valid file would be refused
  if (!is_json) return 0;
  fuzz::is_taken([&] {
    const JsonSource source{"input", "", "remedy"};
    read_case(JsonNode(json, source), "abs", tensors);
  });
  return 0;
}
