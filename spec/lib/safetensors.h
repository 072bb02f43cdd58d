// The safetensors container: named tensors and a JSON header, in one buffer.
// Format: https://github.com/huggingface/safetensors
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "spec/lib/json_text.h"
#include "spec/lib/tensor.h"

namespace kassay {

struct TensorFile {
  std::map<std::string, Tensor, std::less<>> tensors;
  std::map<std::string, std::string> metadata;
};

// Limits of a header.
struct HeaderLimits {
  std::size_t bytes = 100'000'000;  // the limit of the format's own library
  std::size_t values = kAnyNumberOfValues;
};

// The tensors are views of `buffer`, which they keep alive. Every offset, size, dtype and shape is
// checked. Throws FileError naming `file` (or another description of the source of the buffer) and
// the entry at fault.
TensorFile parse_safetensors(std::shared_ptr<std::byte> buffer, std::size_t size,
                             const std::string& file, const HeaderLimits& limits = {});
TensorFile read_safetensors(const std::string& file);

std::vector<std::byte> serialize_safetensors(const TensorFile& file);

}  // namespace kassay
