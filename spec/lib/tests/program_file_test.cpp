#include "spec/lib/program_file.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "spec/lib/json_text.h"
#include "spec/lib/tests/file_error.h"
#include "spec/lib/tests/temporary_directory.h"

namespace kassay::program_file_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

ProgramFile read(const std::string& input) {
  const TemporaryDirectory directory;
  const std::string text = R"({"inputs": {"x": )" + input +
                           R"(}, "calls": [{"let": ["y"], "call": "f", "args": [{"ref": "x"}]}],
                               "return": ["y"]})";
  return read_program_file(directory.write("p.json", text));
}

std::string error_of(const std::string& input) {
  return file_error([&] { read(input); });
}

TEST(ProgramFile, InputsReadBack) {
  for (
      const char* input :
      {R"({"data":[[1.5,{"float":"nan"}],[-0.0,{"float":"-inf"}]],"dtype":"float32","shape":[2,2]})",
       R"({"data":true,"dtype":"bool","shape":[]})",
       R"({"data":[[],[]],"dtype":"int8","shape":[2,0]})",
       R"({"data":[9223372036854775807],"dtype":"int64","shape":[1]})"}) {
    EXPECT_EQ(dump_json(input_to_json(read(input).inputs.at("x"))), input);
  }
}

TEST(ProgramFile, ShapeFollowsFromData) {
  const ProgramFile file = read(R"({"dtype": "int32", "data": [[1, 2, 3], [4, 5, 6]]})");
  EXPECT_EQ(file.inputs.at("x").shape(), (Shape{2, 3}));
  EXPECT_EQ(element(file.inputs.at("x"), 4), 5);
}

TEST(ProgramFile, IntsAreFloatsOfAFloatingDType) {
  EXPECT_EQ(element(read(R"({"dtype": "float16", "data": 3})").inputs.at("x"), 0), 3);
}

TEST(ProgramFile, RaggedData) {
  EXPECT_THAT(error_of(R"({"dtype": "int32", "data": [[1, 2], [3]]})"),
              AllOf(HasSubstr("/inputs/x/data/1: "), HasSubstr("asks for 2")));
}

TEST(ProgramFile, DataOfAnotherShape) {
  EXPECT_THAT(
      error_of(R"({"dtype": "int32", "shape": [1000000000000, 1000000000000], "data": [1]})"),
      AllOf(HasSubstr("/inputs/x/data: "), HasSubstr("there are 1")));
}

TEST(ProgramFile, NumberOfAnotherType) {
  EXPECT_THAT(error_of(R"({"dtype": "int32", "data": [1.0]})"), HasSubstr("expected an int"));
  EXPECT_THAT(error_of(R"({"dtype": "bool", "data": [1]})"), HasSubstr("expected a bool"));
  EXPECT_THAT(error_of(R"({"dtype": "float32", "data": ["nan"]})"), HasSubstr("/inputs/x/data/0"));
}

TEST(ProgramFile, IntegerBeyondTheDType) {
  EXPECT_THAT(error_of(R"({"dtype": "uint8", "data": [255, 256]})"),
              AllOf(HasSubstr("/inputs/x/data/1"), HasSubstr("256 does not fit")));
  EXPECT_THAT(error_of(R"({"dtype": "uint8", "data": [-1]})"), HasSubstr("-1 does not fit"));
}

TEST(ProgramFile, UnknownDType) {
  EXPECT_THAT(error_of(R"({"dtype": "f32", "data": []})"), HasSubstr("\"f32\""));
}

TEST(ProgramFile, UnknownName) {
  const TemporaryDirectory directory;
  const std::string file = directory.write(
      "p.json", R"({"calls": [{"call": "f", "args": [{"ref": "x"}]}], "return": []})");
  EXPECT_THAT(file_error([&] { read_program_file(file); }),
              AllOf(HasSubstr("/calls/0/args/0/ref"), HasSubstr("\"x\"")));
}

TEST(ProgramFile, MissingFile) {
  EXPECT_THAT(file_error([] { read_program_file("/nowhere/p.json"); }),
              HasSubstr("/nowhere/p.json: opening failed"));
}

}  // namespace
}  // namespace kassay::program_file_test
