#include "spec/lib/function_vectors.h"

#include <algorithm>
#include <filesystem>

#include "spec/lib/sha256.h"
#include "spec/lib/tests/file_error.h"
#include "spec/lib/tests/vectors_directory.h"

namespace kassay::function_vectors_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Json = nlohmann::json;

FunctionVectors open(VectorsDirectory& vectors, Tier tier = Tier::kCore) {
  const std::string& directory = vectors.write();
  return {directory, read_manifest(directory), "softmax", tier};
}

TEST(FunctionVectors, ACaseIsReadByItsPlaceAmongTheOutlines) {
  VectorsDirectory vectors;
  vectors.with_full = true;
  const FunctionVectors softmax = open(vectors, Tier::kFull);
  ASSERT_EQ(softmax.cases().size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(softmax.read(i).id, softmax.cases()[i].id);
  EXPECT_EQ(softmax.cases()[2].tier, Tier::kFull);
}

TEST(FunctionVectors, CasesOfAHigherTierAreLeftOut) {
  VectorsDirectory vectors;
  std::swap(vectors.cases["cases"][0], vectors.cases["cases"][1]);
  const FunctionVectors softmax = open(vectors, Tier::kSmoke);
  ASSERT_EQ(softmax.cases().size(), 1u);
  EXPECT_EQ(softmax.read(0).tier, Tier::kSmoke);
}

TEST(FunctionVectors, OutlinesNeedNoTensors) {
  VectorsDirectory vectors;
  const std::string& directory = vectors.write();
  std::filesystem::remove(directory + "/softmax.safetensors");
  const FunctionVectors softmax(directory, read_manifest(directory), "softmax", Tier::kCore);
  EXPECT_EQ(softmax.cases().size(), 2u);
  EXPECT_THAT(file_error([&] { softmax.open_tensors(); }), HasSubstr("softmax.safetensors"));
}

TEST(FunctionVectors, FilesThatAreReplacedMeanwhileAreKept) {
  VectorsDirectory vectors;
  const FunctionVectors softmax = open(vectors);
  softmax.open_tensors();
  const std::string& directory = vectors.directory().path();
  std::filesystem::remove(directory + "/softmax.safetensors");
  std::filesystem::remove(directory + "/softmax.json");
  EXPECT_EQ(softmax.read(0).expectation.outputs.size(), 2u);
}

TEST(FunctionVectors, WhatIsWrongInACaseIsFoundWhenItIsRead) {
  VectorsDirectory vectors;
  vectors.cases["cases"][1]["expect"]["error"][0] = "none";
  const FunctionVectors softmax = open(vectors);
  EXPECT_EQ(softmax.read(0).id, softmax.cases()[0].id);
  EXPECT_THAT(file_error([&] { softmax.read(1); }),
              AllOf(HasSubstr("softmax.json: /cases/1/expect/error/0: "), HasSubstr("\"none\"")));
}

TEST(FunctionVectors, ResultOfTheNameOfAnInput) {
  VectorsDirectory vectors;
  vectors.first()["program"]["calls"][0]["let"][0] = "x";
  vectors.first()["program"]["calls"][0]["args"][0] = {{"input", "x"}};
  vectors.first()["program"]["return"][0] = "x";
  const FunctionVectors softmax = open(vectors);
  EXPECT_FALSE(softmax.cases()[0].takes_inputs);
}

// The text of a whole file, written with its hash in the manifest.
std::string error_of_text(const std::string& text) {
  VectorsDirectory vectors;
  const std::string directory = vectors.write();
  vectors.directory().write("softmax.json", text);
  Manifest manifest = read_manifest(directory);
  manifest.functions.at("softmax").files.at("softmax.json") = sha256(text);
  return file_error([&] {
    const FunctionVectors softmax(directory, manifest, "softmax", Tier::kCore);
    for (std::size_t i = 0; i < softmax.cases().size(); ++i) softmax.read(i);
  });
}

TEST(FunctionVectors, NoJsonNamesTheLine) {
  EXPECT_THAT(error_of_text("{\"format\": 1,\n\"function\": \"softmax\",\n\"cases\": [}"),
              AllOf(HasSubstr("softmax.json: "), HasSubstr("line 3")));
}

TEST(FunctionVectors, NoJsonInsideACaseNamesTheLineOfTheFile) {
  VectorsDirectory vectors;
  std::string text = vectors.cases.dump(1);
  const std::string number = "\"terms\": 7";
  text.replace(text.find(number), number.size(), "\"terms\": 07");
  const auto line =
      std::count(text.begin(), text.begin() + static_cast<long>(text.find("07")), '\n') + 1;
  EXPECT_THAT(error_of_text(text), HasSubstr("line " + std::to_string(line)));
}

TEST(FunctionVectors, KeyThatAppearsTwiceNamesItsPlaceInTheFile) {
  VectorsDirectory vectors;
  std::string text = vectors.cases.dump();
  const std::string number = "\"terms\":7";
  text.replace(text.find(number), number.size(), "\"terms\":7,\"terms\":7");
  EXPECT_THAT(error_of_text(text),
              AllOf(HasSubstr("/cases/0/expect/accuracy"), HasSubstr("\"terms\" appears twice")));
}

TEST(FunctionVectors, UnknownKeyBesideTheCases) {
  VectorsDirectory vectors;
  vectors.cases["case"] = 1;
  EXPECT_THAT(file_error([&] { open(vectors); }), HasSubstr("\"case\" is not known here"));
}

TEST(FunctionVectors, PairsOfCircumstances) {
  VectorsDirectory vectors;
  EXPECT_FALSE(open(vectors).pairs());
  vectors.cases["pairs"] = {
      {"factors", {{"axis", {"0", "1"}}, {"dtype", {"float32"}}}},
      {"listed", 1},
      {"added", 2},
      {"refused", Json::array({Json::array({"axis = 1", "dtype = float32"})})},
      {"contradictory", 3}};
  const FunctionVectors softmax = open(vectors);
  ASSERT_TRUE(softmax.pairs());
  EXPECT_EQ(softmax.pairs()->factors.at("axis"), (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(softmax.pairs()->listed, 1);
  EXPECT_EQ(softmax.pairs()->added, 2);
  EXPECT_EQ(softmax.pairs()->refused.front()[1], "dtype = float32");
  EXPECT_EQ(softmax.pairs()->contradictory, 3);
  vectors.cases["pairs"]["refused"] = Json::array({Json::array({"axis = 1"})});
  EXPECT_THAT(file_error([&] { open(vectors); }),
              HasSubstr("/pairs/refused/0: expected 2 circumstances, found 1"));
}

TEST(FunctionVectors, TriplesOfCircumstances) {
  VectorsDirectory vectors;
  const Json refused = Json::array({"axis = 1", "dtype = float32", "rank of x = 1"});
  vectors.cases["triples"] = {{"factors", {{"axis", {"0"}}}},
                              {"listed", 1},
                              {"added", 2},
                              {"refused", Json::array({refused})},
                              {"contradictory", 3}};
  const FunctionVectors softmax = open(vectors);
  ASSERT_TRUE(softmax.triples());
  EXPECT_EQ(softmax.triples()->refused.front()[2], "rank of x = 1");
  EXPECT_EQ(softmax.triples()->added, 2);
  EXPECT_FALSE(softmax.pairs());
}

TEST(FunctionVectors, NoCases) {
  VectorsDirectory vectors;
  vectors.cases.erase("cases");
  EXPECT_THAT(file_error([&] { open(vectors); }), HasSubstr("the key \"cases\" is missing"));
}

TEST(FunctionVectors, CasesThatAreNoArray) {
  VectorsDirectory vectors;
  vectors.cases["cases"] = 1;
  EXPECT_THAT(file_error([&] { open(vectors); }),
              AllOf(HasSubstr("/cases: "), HasSubstr("expected an array")));
}

}  // namespace
}  // namespace kassay::function_vectors_test
