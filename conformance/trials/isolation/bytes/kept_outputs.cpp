// Kept outputs. The bytes are read as a file of records, and as one record with correct checksums, so that the code behind the checks is
// reached, too.
#include "conformance/runner/kept_outputs.h"

#include <filesystem>
#include <fstream>

#include "conformance/runner/outputs_files.h"
#include "conformance/trials/isolation/bytes/input.h"

namespace {

using namespace kassay;
using namespace kassay::runner;

constexpr char kHeader[] =
    R"({"header": {"format": 1, "kassay": "1.0", "backend": {"argument": "reference", "name": )"
    R"("kassay reference", "version": "1.0", "device": "cpu"}, "machine": {"cpu": "one", )"
    R"("cores": 1, "os": "one"}, "specification": )"
    R"("0000000000000000000000000000000000000000000000000000000000000000", "vectors": )"
    R"("0000000000000000000000000000000000000000000000000000000000000000", "tier": "smoke", )"
    R"("edition": "ko", "filter": ["abs"], "profiles": [], "shard": [1, 1], "selected": 44, )"
    R"("started": "2026-11-24T02:44:30Z", "functions": 149}})"
    "\n";

// The folder of a run of the function `abs`; its answers are in the file.
class Folder {
 public:
  explicit Folder(const std::string& file) {
    fuzz::require(mkdtemp(name_.data()) != nullptr);
    std::ofstream(header_file(name_)) << kHeader;
    std::filesystem::create_symlink(file, outputs_file(name_, "abs"));
  }
  Folder(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(name_); }
  const std::string& name() const { return name_; }

 private:
  std::string name_ = std::filesystem::temp_directory_path().string() + "/kassay-fuzz-XXXXXX";
};

void read(std::span<const std::uint8_t> bytes) {
  static const Folder folder(fuzz::file_of(bytes));
  static const KeptOutputs outputs(folder.name());
  fuzz::file_of(bytes);
  fuzz::is_taken([&] { outputs.read("abs"); });
}

// A record whose message is the bytes.
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
