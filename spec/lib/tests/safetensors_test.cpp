#include "spec/lib/safetensors.h"

#include <cstring>
#include <random>

#include "spec/lib/tests/file_error.h"
#include "spec/lib/tests/temporary_directory.h"

namespace kassay::safetensors_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// A buffer of exactly `text`, `shift` bytes off the alignment, so that sanitizers see every byte
// read beyond it.
TensorFile parse(const std::string& text, std::size_t shift = 0) {
  std::shared_ptr<std::byte> owner(new std::byte[text.size() + shift],
                                   std::default_delete<std::byte[]>());
  std::shared_ptr<std::byte> buffer(owner, owner.get() + shift);
  std::memcpy(buffer.get(), text.data(), text.size());
  return parse_safetensors(buffer, text.size(), "a.safetensors");
}

std::string container(const std::string& header, const std::string& data) {
  const std::uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header + data;
}

std::string error_of(const std::string& header, const std::string& data) {
  return file_error([&] { parse(container(header, data)); });
}

std::string serialized(const TensorFile& file) {
  const std::vector<std::byte> bytes = serialize_safetensors(file);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TensorFile every_dtype() {
  TensorFile file;
  for (const char* name :
       {"bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64"}) {
    Tensor tensor(*parse_dtype(name), {3, 1});
    set_element(tensor, 1, 1);
    file.tensors.emplace(name, tensor);
  }
  file.tensors.emplace("empty", Tensor(DType::kFloat64, {2, 0, 3}));
  file.tensors.emplace("scalar", Tensor(DType::kFloat32, {}));
  file.metadata["message"] = "{\"a\": \"b\\n\"}";
  return file;
}

void expect_same(const TensorFile& actual, const TensorFile& expected) {
  EXPECT_EQ(actual.metadata, expected.metadata);
  ASSERT_EQ(actual.tensors.size(), expected.tensors.size());
  for (const auto& [name, tensor] : expected.tensors) {
    const Tensor& other = actual.tensors.at(name);
    EXPECT_EQ(other.dtype(), tensor.dtype()) << name;
    EXPECT_EQ(other.shape(), tensor.shape()) << name;
    EXPECT_TRUE(std::ranges::equal(other.bytes(), tensor.bytes())) << name;
  }
}

TEST(Safetensors, ReadsBackEveryDType) {
  expect_same(parse(serialized(every_dtype())), every_dtype());
}

TEST(Safetensors, ReadsBackNothing) { expect_same(parse(serialized({})), {}); }

TEST(Safetensors, UnalignedBufferIsCopied) {
  for (std::size_t shift = 1; shift < 8; ++shift) {
    const TensorFile file = parse(serialized(every_dtype()), shift);
    expect_same(file, every_dtype());
    const auto address =
        reinterpret_cast<std::uintptr_t>(file.tensors.at("float64").bytes().data());
    EXPECT_EQ(address % alignof(double), 0u);
  }
}

TEST(Safetensors, WrittenTensorsAreAligned) {
  const TensorFile file = parse(serialized(every_dtype()));
  const std::byte* const first = file.tensors.at("float64").bytes().data();
  for (const auto& [name, tensor] : file.tensors) {
    const auto offset = tensor.bytes().data() - first;
    EXPECT_EQ(offset % static_cast<std::ptrdiff_t>(dtype_size(tensor.dtype())), 0) << name;
  }
}

TEST(Safetensors, TensorsKeepTheBufferAlive) {
  Tensor tensor;
  { tensor = parse(serialized(every_dtype())).tensors.at("int32"); }
  EXPECT_EQ(element(tensor, 1), 1);
}

TEST(Safetensors, EveryTruncationIsRefused) {
  const std::string whole = serialized(every_dtype());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THAT(file_error([&] { parse(whole.substr(0, size)); }), HasSubstr("a.safetensors: "))
        << size;
  }
}

TEST(Safetensors, TrailingBytesAreRefused) {
  EXPECT_THAT(file_error([] { parse(serialized(every_dtype()) + "x"); }),
              HasSubstr("1 bytes belong to no tensor"));
}

TEST(Safetensors, HeaderLongerThanTheFile) {
  EXPECT_THAT(file_error([] { parse(std::string(8, '\xff')); }), HasSubstr("header: its length"));
}

TEST(Safetensors, HeaderThatIsNoObject) {
  EXPECT_THAT(error_of("[]", ""), HasSubstr("expected an object, found an array"));
  EXPECT_THAT(error_of("{", ""), HasSubstr("a.safetensors: header: "));
}

TEST(Safetensors, UnknownDType) {
  EXPECT_THAT(error_of(R"({"x":{"dtype":"BF16","shape":[1],"data_offsets":[0,2]}})", "ab"),
              AllOf(HasSubstr("header, /x/dtype"), HasSubstr("\"BF16\"")));
}

TEST(Safetensors, MissingKey) {
  EXPECT_THAT(error_of(R"({"x":{"dtype":"U8","shape":[1]}})", "a"),
              AllOf(HasSubstr("/x: "), HasSubstr("\"data_offsets\" is missing")));
}

TEST(Safetensors, UnknownKey) {
  EXPECT_THAT(error_of(R"({"x":{"dtype":"U8","shape":[1],"data_offsets":[0,1],"y":1}})", "a"),
              HasSubstr("the key \"y\""));
}

TEST(Safetensors, SameNameTwice) {
  const std::string entry = R"("x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]})";
  EXPECT_THAT(error_of("{" + entry + "," + entry + "}", "a"), HasSubstr("appears twice"));
}

TEST(Safetensors, NegativeDimension) {
  EXPECT_THAT(error_of(R"({"x":{"dtype":"U8","shape":[-1],"data_offsets":[0,1]}})", "a"),
              HasSubstr("/x/shape/0"));
}

TEST(Safetensors, ShapeThatOverflows) {
  const std::string two_to_32 = "4294967296";
  for (const std::string& shape : {two_to_32 + "," + two_to_32, two_to_32 + ",0," + two_to_32}) {
    EXPECT_THAT(
        error_of(R"({"x":{"dtype":"U8","shape":[)" + shape + R"(],"data_offsets":[0,0]}})", ""),
        HasSubstr("larger than any memory"));
  }
}

TEST(Safetensors, OffsetsOfAnotherSize) {
  EXPECT_THAT(error_of(R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", "abcd"),
              AllOf(HasSubstr("/x/data_offsets"), HasSubstr("8 bytes of float32(2,)")));
}

TEST(Safetensors, OffsetsBackwards) {
  EXPECT_THAT(error_of(R"({"x":{"dtype":"U8","shape":[1],"data_offsets":[1,0]}})", "a"),
              HasSubstr("/x/data_offsets"));
}

TEST(Safetensors, OffsetsBeyondTheData) {
  EXPECT_THAT(error_of(R"({"x":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})", "ab"),
              AllOf(HasSubstr("/x: "), HasSubstr("byte 4 of only 2")));
}

TEST(Safetensors, OffsetsThatAreNoPair) {
  for (const char* offsets :
       {"[0]", "[0,1,2]", "[0,1.0]", "[0,-1]", "0", "[0,18446744073709551615]"}) {
    EXPECT_THAT(
        error_of(R"({"x":{"dtype":"U8","shape":[1],"data_offsets":)" + std::string(offsets) + "}}",
                 "a"),
        HasSubstr("/x/data_offsets"))
        << offsets;
  }
}

TEST(Safetensors, Overlap) {
  EXPECT_THAT(error_of(R"({"x":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},
                           "y":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})",
                       "abc"),
              AllOf(HasSubstr("/y: "), HasSubstr("inside the tensor before it")));
}

TEST(Safetensors, Gap) {
  EXPECT_THAT(error_of(R"({"x":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})", "ab"),
              AllOf(HasSubstr("/x: "), HasSubstr("after unused bytes")));
}

TEST(Safetensors, BoolThatIsNeitherZeroNorOne) {
  EXPECT_THAT(error_of(R"({"x":{"dtype":"BOOL","shape":[2],"data_offsets":[0,2]}})", "\x01\x02"),
              AllOf(HasSubstr("/x: "), HasSubstr("element 1")));
}

TEST(Safetensors, MetadataThatIsNoText) {
  EXPECT_THAT(error_of(R"({"__metadata__":{"a":1}})", ""),
              HasSubstr("/__metadata__/a: expected a string, found an int"));
}

TEST(Safetensors, NameThatCannotBeWritten) {
  TensorFile file;
  file.tensors.emplace("__metadata__", Tensor());
  EXPECT_THAT(file_error([&] { serialize_safetensors(file); }), HasSubstr("__metadata__"));
  file.tensors.clear();
  file.tensors.emplace("\xff", Tensor());
  EXPECT_THAT(file_error([&] { serialize_safetensors(file); }), HasSubstr("not UTF-8"));
}

// Any altered byte gives tensors or a FileError, and nothing else (under sanitizers: no bad read).
TEST(Safetensors, DamageNeverEscapes) {
  const std::string whole = serialized(every_dtype());
  std::mt19937 random(1);
  int refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string damaged = whole;
    for (int i = 0; i < 3; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
    try {
      for (const auto& [name, tensor] : parse(damaged).tensors) {
        for (std::int64_t i = 0; i < tensor.size(); ++i) static_cast<void>(element(tensor, i));
      }
    } catch (const FileError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 10'000);
}

TEST(Safetensors, ReadsAFile) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a.safetensors", serialized(every_dtype()));
  expect_same(read_safetensors(file), every_dtype());
}

TEST(Safetensors, MissingFile) {
  EXPECT_THAT(file_error([] { read_safetensors("/nowhere/a"); }), HasSubstr("/nowhere/a"));
}

}  // namespace
}  // namespace kassay::safetensors_test
