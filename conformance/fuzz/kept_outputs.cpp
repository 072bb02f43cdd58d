// Kept outputs: a file of records as it is, and one whose checks are right, so that what they guard is reached, too.
#include "conformance/runner/kept_outputs.h"

#include <filesystem>
#include <fstream>

#include "conformance/fuzz/input.h"
#include "conformance/runner/outputs_files.h"

namespace {

using namespace kassay;
using namespace kassay::runner;

constexpr char kHeader[] =
    R"({"header": {"format": 1, "kassay": "0.1.0", "backend": {"argument": "reference", "name": )"
    R"("kassay reference", "version": "0.1.0", "device": "cpu"}, "machine": {"cpu": "one", )"
    R"("cores": 1, "os": "one"}, "specification": )"
    R"("0000000000000000000000000000000000000000000000000000000000000000", "vectors": )"
    R"("0000000000000000000000000000000000000000000000000000000000000000", "tier": "smoke", )"
    R"("edition": "ko", "filter": ["abs"], "profiles": [], "shard": [1, 1], "selected": 44, )"
    R"("started": "2026-11-24T02:44:30Z", "functions": 149}})";

// A folder of a run with the function `abs`, whose answers are those in the file.
std::string folder_of(const std::string& file) {
  static const std::string folder = [] {
    std::string name = std::filesystem::temp_directory_path().string() + "/kassay-fuzz-XXXXXX";
    fuzz::require(mkdtemp(name.data()) != nullptr);
    std::ofstream(header_file(name)) << kHeader;
    return name;
  }();
  const std::string outputs = outputs_file(folder, "abs");
  if (!std::filesystem::is_symlink(outputs)) std::filesystem::create_symlink(file, outputs);
  return folder;
}

void read(std::span<const std::uint8_t> bytes) {
  const std::string folder = folder_of(fuzz::file_of(bytes));
  fuzz::is_taken([&] { KeptOutputs(folder).read("abs"); });
}

// The bytes as one message.
std::vector<std::byte> record_with(std::span<const std::uint8_t> bytes) {
  std::vector<std::byte> frame(protocol::kLengthBytes + bytes.size());
  for (std::size_t i = 0; i < protocol::kLengthBytes; ++i)
    frame[i] = static_cast<std::byte>(bytes.size() >> (8 * i));
  std::memcpy(frame.data() + protocol::kLengthBytes, bytes.data(), bytes.size());
  return record_of(frame);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  read({data, size});
  const std::vector<std::byte> record = record_with({data, size});
  read({reinterpret_cast<const std::uint8_t*>(record.data()), record.size()});
  return 0;
}
