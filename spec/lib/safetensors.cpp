#include "spec/lib/safetensors.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <tuple>

#include "spec/lib/atomic_file.h"
#include "spec/lib/error.h"
#include "spec/lib/json_node.h"
#include "spec/lib/json_text.h"
#include "spec/lib/names.h"

namespace kassay {
namespace {

using Json = nlohmann::json;

static_assert(std::endian::native == std::endian::little, "safetensors are little-endian");

constexpr std::size_t kLengthSize = 8;  // the header's length, before the header
constexpr std::size_t kAlignment = 8;   // of the first tensor: the header is padded to it
constexpr char kMetadata[] = "__metadata__";
constexpr char kDataRemedy[] =
    "The data is truncated, altered or not in the safetensors format: make it again.";

constexpr Names<DType, 9> kFormatNames{{{DType::kBool, "BOOL"},
                                        {DType::kUint8, "U8"},
                                        {DType::kInt8, "I8"},
                                        {DType::kInt16, "I16"},
                                        {DType::kInt32, "I32"},
                                        {DType::kInt64, "I64"},
                                        {DType::kFloat16, "F16"},
                                        {DType::kFloat32, "F32"},
                                        {DType::kFloat64, "F64"}}};

// The bytes of the header.
std::string_view header_of(const std::byte* buffer, std::size_t size, const std::string& file,
                           std::size_t most_bytes) {
  if (size < kLengthSize) {
    throw FileError(file, "header", std::to_string(size) + " bytes are too few for its length",
                    kDataRemedy);
  }
  std::uint64_t length = 0;
  std::memcpy(&length, buffer, kLengthSize);
  if (length > most_bytes || length > size - kLengthSize) {
    throw FileError(file, "header",
                    "its length of " + std::to_string(length) + " bytes is more than the " +
                        std::to_string(std::min(most_bytes, size - kLengthSize)) + " there can be",
                    kDataRemedy);
  }
  return {reinterpret_cast<const char*>(buffer) + kLengthSize, length};
}

struct Entry {
  std::string name;
  JsonNode node;
  DType dtype;
  Shape shape;
  std::uint64_t begin, end;  // in the bytes after the header
};

// The bytes of a shape. A product that overflows is an error even with empty dimensions: code that
// computes strides from it would overflow.
std::uint64_t byte_count(const JsonNode& node, const Shape& shape, DType dtype) {
  std::int64_t widest = static_cast<std::int64_t>(dtype_size(dtype));
  bool empty = false;
  for (const std::int64_t dimension : shape) {
    empty = empty || dimension == 0;
    if (dimension != 0 && __builtin_mul_overflow(widest, dimension, &widest)) {
      node.fail("the shape " + to_string(shape) + " is larger than any memory");
    }
  }
  return empty ? 0 : static_cast<std::uint64_t>(widest);
}

Entry read_entry(const std::string& name, const JsonNode& node) {
  node.allow_only({"dtype", "shape", "data_offsets"});
  const JsonNode dtype_node = node.at("dtype");
  const auto dtype = kFormatNames.find(dtype_node.text());
  if (!dtype) dtype_node.fail("the dtype \"" + dtype_node.text() + "\" is not a dtype of the API");
  Entry entry{.name = name, .node = node, .dtype = *dtype, .shape = {}, .begin = 0, .end = 0};
  for (const JsonNode& dimension : node.at("shape").elements()) {
    entry.shape.push_back(dimension.count());
  }
  const JsonNode offsets = node.at("data_offsets");
  const std::vector<JsonNode> pair = offsets.elements();
  if (pair.size() != 2) offsets.fail("expected two offsets, found " + std::to_string(pair.size()));
  entry.begin = static_cast<std::uint64_t>(pair[0].count());
  entry.end = static_cast<std::uint64_t>(pair[1].count());
  const std::uint64_t needed = byte_count(node, entry.shape, entry.dtype);
  if (entry.end < entry.begin || entry.end - entry.begin != needed) {
    offsets.fail("the offsets " + std::to_string(entry.begin) + " to " + std::to_string(entry.end) +
                 " do not span the " + std::to_string(needed) + " bytes of " +
                 std::string(dtype_name(entry.dtype)) + to_string(entry.shape));
  }
  return entry;
}

// The entries must fill the data from end to end: a gap or an overlap means that the header and the
// data do not belong together.
void check_layout(std::vector<Entry>& entries, std::uint64_t data_size, const std::string& file) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  std::uint64_t end = 0;
  for (const Entry& entry : entries) {
    if (entry.end > data_size) {
      entry.node.fail("it ends at byte " + std::to_string(entry.end) + " of only " +
                      std::to_string(data_size));
    }
    if (entry.begin != end) {
      entry.node.fail("it begins at byte " + std::to_string(entry.begin) + ", " +
                      (entry.begin < end ? "inside the tensor before it" : "after unused bytes") +
                      ", and should at " + std::to_string(end));
    }
    end = entry.end;
  }
  if (end != data_size) {
    throw FileError(file, "data", std::to_string(data_size - end) + " bytes belong to no tensor",
                    kDataRemedy);
  }
}

// In C++, a bool with any other byte is undefined behaviour.
void check_bools(const Entry& entry, const std::byte* data) {
  if (entry.dtype != DType::kBool) return;
  for (std::uint64_t i = 0; i < entry.end - entry.begin; ++i) {
    if (std::to_integer<unsigned>(data[i]) > 1) {
      entry.node.fail("element " + std::to_string(i) + " is neither false (0) nor true (1)");
    }
  }
}

Tensor view_of(const Entry& entry, const std::shared_ptr<std::byte>& buffer, std::byte* data) {
  if (reinterpret_cast<std::uintptr_t>(data) % dtype_size(entry.dtype) == 0) {
    return {entry.dtype, entry.shape, std::shared_ptr<std::byte>(buffer, data)};
  }
  Tensor copy(entry.dtype, entry.shape);
  std::copy_n(data, copy.byte_size(), copy.mutable_bytes().data());
  return copy;
}

std::map<std::string, std::string> read_metadata(const JsonNode& node) {
  std::map<std::string, std::string> metadata;
  for (const auto& [key, value] : node.members()) metadata.emplace(key, value.text());
  return metadata;
}

void check_name(const std::string& name) {
  try {
    static_cast<void>(Json(name).dump());
  } catch (const Json::type_error&) {
    throw FileError("safetensors", dump_json(name), "the name of a tensor is not UTF-8",
                    "Choose another name.");
  }
  if (name == kMetadata) {
    throw FileError("safetensors", name, "no tensor can have the name of the format's metadata",
                    "Choose another name.");
  }
}

}  // namespace

TensorFile parse_safetensors(std::shared_ptr<std::byte> buffer, std::size_t size,
                             const std::string& file, const HeaderLimits& limits) {
  const std::string_view header = header_of(buffer.get(), size, file, limits.bytes);
  const Json json = parse_json(header, file, kDataRemedy, "header", limits.values);
  const JsonSource source{file, "header", kDataRemedy};
  TensorFile result;
  std::vector<Entry> entries;
  for (const auto& [name, node] : JsonNode(json, source).members()) {
    if (name == kMetadata) {
      result.metadata = read_metadata(node);
    } else {
      entries.push_back(read_entry(name, node));
    }
  }
  check_layout(entries, size - kLengthSize - header.size(), file);
  std::byte* const data = buffer.get() + kLengthSize + header.size();
  for (const Entry& entry : entries) {
    check_bools(entry, data + entry.begin);
    result.tensors.emplace(entry.name, view_of(entry, buffer, data + entry.begin));
  }
  return result;
}

TensorFile read_safetensors(const std::string& file) {
  FileBytes bytes = read_file(file, "Check the path.");
  return parse_safetensors(std::move(bytes.data), bytes.size, file);
}

std::vector<std::byte> serialize_safetensors(const TensorFile& file) {
  // The widest elements first, so that each tensor is aligned without gaps.
  std::vector<std::pair<const std::string*, const Tensor*>> order;
  for (const auto& [name, tensor] : file.tensors) {
    check_name(name);
    order.emplace_back(&name, &tensor);
  }
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return dtype_size(a.second->dtype()) > dtype_size(b.second->dtype());
  });
  Json header = Json::object();
  if (!file.metadata.empty()) header[kMetadata] = file.metadata;
  std::size_t end = 0;
  for (const auto& [name, tensor] : order) {
    const std::size_t begin = end;
    end += tensor->byte_size();
    header[*name] = {{"dtype", kFormatNames.name(tensor->dtype())},
                     {"shape", tensor->shape()},
                     {"data_offsets", {begin, end}}};
  }
  std::string text = dump_json(header);
  text.resize((text.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');

  std::vector<std::byte> bytes(kLengthSize + text.size() + end);
  const std::uint64_t length = text.size();
  std::memcpy(bytes.data(), &length, kLengthSize);
  std::memcpy(bytes.data() + kLengthSize, text.data(), text.size());
  std::byte* next = bytes.data() + kLengthSize + text.size();
  for (const auto& [name, tensor] : order) {
    next = std::copy_n(tensor->bytes().data(), tensor->byte_size(), next);
  }
  return bytes;
}

}  // namespace kassay
