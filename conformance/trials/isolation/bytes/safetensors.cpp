// Containers of tensors. An accepted container is written and read again, and must give the same tensors.
#include "spec/lib/safetensors.h"

#include <algorithm>

#include "conformance/trials/isolation/bytes/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kassay;
  fuzz::is_taken([&] {
    const TensorFile file = parse_safetensors(fuzz::buffer_of({data, size}), size, "input");
    const std::vector<std::byte> written = serialize_safetensors(file);
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(written.data()), written.size());
    const TensorFile again = parse_safetensors(fuzz::buffer_of(bytes), bytes.size(), "again");
    fuzz::require(again.metadata == file.metadata && again.tensors.size() == file.tensors.size());
    for (const auto& [name, tensor] : file.tensors) {
      const Tensor& other = again.tensors.at(name);
      fuzz::require(other.dtype() == tensor.dtype() && other.shape() == tensor.shape() &&
                    std::ranges::equal(other.bytes(), tensor.bytes()));
    }
  });
  return 0;
}
