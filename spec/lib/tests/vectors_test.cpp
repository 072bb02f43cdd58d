#include "spec/lib/vectors.h"

#include <limits>

#include "spec/lib/function_vectors.h"
#include "spec/lib/sha256.h"
#include "spec/lib/tests/file_error.h"
#include "spec/lib/tests/vectors_directory.h"

namespace kassay::vectors_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using Json = nlohmann::json;

std::vector<Case> read(VectorsDirectory& vectors, Tier tier = Tier::kCore) {
  return read_cases(vectors.write(), "softmax", tier);
}

// The message where one thing of the first case is changed.
template <class Change>
std::string error_of(Change&& change) {
  VectorsDirectory vectors;
  change(vectors.first());
  return file_error([&] { read(vectors); });
}

TEST(Tier, NameReadsBack) {
  for (const Tier tier : {Tier::kSmoke, Tier::kCore, Tier::kFull}) {
    EXPECT_EQ(parse_tier(tier_name(tier)), tier);
  }
  EXPECT_EQ(parse_tier("all"), std::nullopt);
}

TEST(Manifest, IsReadWhole) {
  VectorsDirectory vectors;
  const Manifest manifest = read_manifest(vectors.write());
  EXPECT_EQ(manifest.hash, sha256(vectors.directory().read("manifest.json")));
  EXPECT_EQ(manifest.specification_hash, sha256(vectors.directory().read("specification.json")));
  EXPECT_EQ(manifest.functions.at("softmax").category, "activation");
  EXPECT_EQ(manifest.functions.at("softmax").counts.core, 2);
}

TEST(Manifest, WithoutVersion) {
  VectorsDirectory vectors;
  const Manifest manifest = read_manifest(vectors.write());
  EXPECT_EQ(manifest.version, "");
  EXPECT_TRUE(manifest.changes.empty());
}

TEST(Manifest, SaysWhatVersionsChanged) {
  VectorsDirectory vectors;
  vectors.manifest["version"] = "1.2.0";
  vectors.manifest["changes"] = {
      {{"version", "1.1.0"}, {"kind", "retired"}, {"cases", {"a/b/*"}}, {"reason", "Why."}}};
  const Manifest manifest = read_manifest(vectors.write());
  EXPECT_EQ(manifest.version, "1.2.0");
  ASSERT_EQ(manifest.changes.size(), 1u);
  EXPECT_EQ(manifest.changes[0].version, "1.1.0");
  EXPECT_EQ(manifest.changes[0].kind, CaseChangeKind::kRetired);
  EXPECT_THAT(manifest.changes[0].cases, ElementsAre("a/b/*"));
  EXPECT_EQ(manifest.changes[0].reason, "Why.");
}

TEST(Manifest, VersionThatIsNone) {
  VectorsDirectory vectors;
  vectors.manifest["version"] = "1.2";
  EXPECT_THAT(file_error([&] { read_manifest(vectors.write()); }),
              HasSubstr("/version: \"1.2\" is not a version"));
}

TEST(Manifest, MissingDirectoryNamesTheCommand) {
  EXPECT_THAT(file_error([] { read_manifest("/nowhere"); }),
              AllOf(HasSubstr("/nowhere/manifest.json"), HasSubstr("`./run vectors`")));
}

TEST(Manifest, OtherFormat) {
  VectorsDirectory vectors;
  vectors.manifest["format"] = 2;
  EXPECT_THAT(file_error([&] { read_manifest(vectors.write()); }), HasSubstr("/format: format 2"));
}

TEST(Manifest, HashThatIsNone) {
  VectorsDirectory vectors;
  vectors.manifest["functions"]["softmax"]["files"]["a.json"] = "ABC";
  EXPECT_THAT(file_error([&] { read_manifest(vectors.write()); }),
              HasSubstr("/functions/softmax/files/a.json"));
}

TEST(Manifest, NameThatIsAPath) {
  VectorsDirectory vectors;
  vectors.manifest["functions"]["../x"] = vectors.manifest["functions"]["softmax"];
  EXPECT_THAT(file_error([&] { read_manifest(vectors.write()); }), HasSubstr("/functions/..~1x"));
}

TEST(Manifest, CountsThatShrink) {
  VectorsDirectory vectors;
  vectors.manifest["functions"]["softmax"]["cases"]["core"] = 3;
  EXPECT_THAT(file_error([&] { read_manifest(vectors.write()); }),
              HasSubstr("/functions/softmax/cases"));
}

TEST(Cases, AreReadWhole) {
  VectorsDirectory vectors;
  const std::vector<Case> cases = read(vectors);
  ASSERT_EQ(cases.size(), 2u);
  const Case& first = cases[0];
  EXPECT_EQ(first.id, "activation/softmax/float32/value,x=2");
  EXPECT_EQ(first.function, "softmax");
  EXPECT_EQ(first.tier, Tier::kSmoke);
  EXPECT_THAT(first.editions, ElementsAre("ko", "ja"));
  EXPECT_THAT(first.clauses, ElementsAre("softmax.value"));
  EXPECT_THAT(first.modes, ElementsAre(Mode::kEager, Mode::kGradient));
  EXPECT_EQ(element(first.inputs.at("x"), 1), 0.5L);
  EXPECT_EQ(first.program.calls.at(0).function, "softmax");
  EXPECT_EQ(first.accuracy.terms, 7);
  EXPECT_TRUE(first.sign_of_zero);
  ASSERT_EQ(first.expectation.outputs.size(), 2u);
  const auto& tensor = std::get<ExpectedTensor>(first.expectation.outputs[0]);
  EXPECT_EQ(tensor.dtype, DType::kFloat32);
  EXPECT_EQ(tensor.value.dtype(), DType::kFloat64);
  EXPECT_TRUE(tensor.magnitude);
  EXPECT_EQ(std::get<Value>(first.expectation.outputs[1]).get_if<List>()->size(), 2u);
  ASSERT_EQ(first.readings.size(), 2u);
  EXPECT_FALSE(first.readings[0].accepted);
  EXPECT_TRUE(first.readings[1].accepted);
  EXPECT_THAT(first.readings[1].expectation.error_kinds, ElementsAre("value"));
  EXPECT_THAT(cases[1].modes, ElementsAre(Mode::kProgram));
  EXPECT_THAT(cases[1].expectation.error_kinds, ElementsAre("value", "any"));
  EXPECT_FALSE(cases[1].gradient);
}

TEST(Cases, GradientIsReadWhole) {
  VectorsDirectory vectors;
  const std::optional<ExpectedGradient> gradient = read(vectors)[0].gradient;
  ASSERT_TRUE(gradient);
  EXPECT_THAT(gradient->wrt, ElementsAre("x"));
  ASSERT_EQ(gradient->weights.size(), 1u);
  EXPECT_EQ(gradient->weights[0].dtype(), DType::kFloat32);
  ASSERT_EQ(gradient->expectation.outputs.size(), 1u);
  EXPECT_TRUE(std::get<ExpectedTensor>(gradient->expectation.outputs[0]).magnitude);
  EXPECT_EQ(gradient->accuracy.ulps, 5);
  EXPECT_EQ(gradient->accuracy.terms, 8);
}

TEST(Cases, ArrayIsToldFromATensor) {
  VectorsDirectory vectors;
  vectors.first()["expect"]["outputs"][0]["kind"] = "array";
  const std::vector<Case> cases = read(vectors);
  EXPECT_TRUE(std::get<ExpectedTensor>(cases[0].expectation.outputs[0]).is_array);
  const auto& tensor = std::get<ExpectedTensor>(cases[0].readings[0].expectation.outputs[0]);
  EXPECT_FALSE(tensor.is_array);
}

TEST(Cases, TierLimits) {
  VectorsDirectory vectors;
  vectors.with_full = true;
  EXPECT_EQ(read(vectors, Tier::kSmoke).size(), 1u);
  EXPECT_EQ(read(vectors, Tier::kCore).size(), 2u);
  EXPECT_EQ(read(vectors, Tier::kFull).size(), 3u);
}

TEST(Cases, FullWithoutMoreCasesNeedsNoFile) {
  VectorsDirectory vectors;
  EXPECT_EQ(read(vectors, Tier::kFull).size(), 2u);
}

TEST(Cases, FullThatIsNotGeneratedNamesTheCommand) {
  VectorsDirectory vectors;
  vectors.manifest["functions"]["softmax"]["cases"]["full"] = 9;
  EXPECT_THAT(file_error([&] { read(vectors, Tier::kFull); }),
              HasSubstr("`./run vectors --tier full`"));
}

TEST(Cases, UnknownFunction) {
  VectorsDirectory vectors;
  EXPECT_THAT(file_error([&] { read_cases(vectors.write(), "../softmax", Tier::kCore); }),
              AllOf(HasSubstr("\"../softmax\""), HasSubstr("kassay list functions")));
}

TEST(Cases, MissingFile) {
  VectorsDirectory vectors;
  std::filesystem::remove(vectors.write() + "/softmax.safetensors");
  EXPECT_THAT(file_error([&] { read_cases(vectors.directory().path(), "softmax", Tier::kCore); }),
              AllOf(HasSubstr("softmax.safetensors"), HasSubstr("`./run vectors`")));
}

TEST(Cases, AlteredOrTruncatedFileNamesBothHashes) {
  for (const char* name : {"softmax.json", "softmax.safetensors"}) {
    VectorsDirectory vectors;
    vectors.write();
    std::string contents = vectors.directory().read(name);
    const std::string hash = sha256(contents);
    contents.pop_back();
    vectors.directory().write(name, contents);
    EXPECT_THAT(file_error([&] { read_cases(vectors.directory().path(), "softmax", Tier::kCore); }),
                AllOf(HasSubstr(name), HasSubstr("altered or truncated"), HasSubstr(hash),
                      HasSubstr(sha256(contents)), HasSubstr("`./run vectors`")));
  }
}

TEST(Cases, FileOfAnotherFunction) {
  VectorsDirectory vectors;
  vectors.cases["function"] = "elu";
  EXPECT_THAT(file_error([&] { read(vectors); }), HasSubstr("softmax.json: /function"));
}

TEST(Cases, OtherNumberThanTheManifestCounts) {
  VectorsDirectory vectors;
  vectors.cases["cases"].erase(1);
  EXPECT_THAT(file_error([&] { read(vectors); }), HasSubstr("1 cases up to tier core"));
}

TEST(Cases, SameIdTwice) {
  VectorsDirectory vectors;
  vectors.cases["cases"][1]["id"] = vectors.first()["id"];
  EXPECT_THAT(file_error([&] { read(vectors); }), HasSubstr("two cases have this id"));
}

TEST(Cases, MissingKey) {
  for (const char* key :
       {"id", "tier", "dtype", "editions", "clauses", "modes", "inputs", "program", "expect"}) {
    EXPECT_THAT(error_of([&](Json& first) { first.erase(key); }),
                AllOf(HasSubstr("softmax.json: /cases/0: "), HasSubstr(key)));
  }
}

TEST(Cases, UnknownKey) {
  EXPECT_THAT(error_of([](Json& first) { first["expect"]["sign-of-zero"] = true; }),
              HasSubstr("\"sign-of-zero\" is not known here"));
}

TEST(Cases, WrongTypeAnywhereIsAFileError) {
  VectorsDirectory original;
  // Every member of the case in turn becomes a value of every other kind.
  const std::vector<std::string> pointers = [&] {
    std::vector<std::string> all;
    const Json flat = original.first().flatten();
    for (const auto& [pointer, leaf] : flat.items()) {
      for (std::string p = pointer; !p.empty(); p.erase(p.rfind('/'))) all.push_back(p);
    }
    return all;
  }();
  for (const std::string& pointer : pointers) {
    for (const Json& wrong : {Json(nullptr), Json(-7), Json(0.5), Json("?"), Json::array({1, "a"}),
                              Json::object({{"a", 1}})}) {
      VectorsDirectory vectors;
      vectors.first()[Json::json_pointer(pointer)] = wrong;
      try {
        read(vectors);
      } catch (const FileError& error) {
        EXPECT_THAT(error.what(), HasSubstr("softmax.json: /cases/0"));
      }
    }
  }
}

TEST(Cases, UnknownTier) {
  EXPECT_THAT(error_of([](Json& first) { first["tier"] = "quick"; }), HasSubstr("/cases/0/tier"));
}

TEST(Cases, UnknownEdition) {
  EXPECT_THAT(error_of([](Json& first) { first["editions"][1] = "en"; }),
              HasSubstr("/cases/0/editions/1"));
}

TEST(Cases, NoEdition) {
  EXPECT_THAT(error_of([](Json& first) { first["editions"] = Json::array(); }),
              HasSubstr("/cases/0/editions"));
}

TEST(Cases, UnknownMode) {
  EXPECT_THAT(error_of([](Json& first) { first["modes"][1] = "lazy"; }),
              HasSubstr("/cases/0/modes/1: \"lazy\" is not a valid mode"));
}

TEST(Cases, SameModeTwice) {
  EXPECT_THAT(error_of([](Json& first) { first["modes"].push_back("eager"); }),
              HasSubstr("/cases/0/modes/2: it is listed twice"));
}

TEST(Cases, NoMode) {
  EXPECT_THAT(error_of([](Json& first) { first["modes"] = Json::array(); }),
              HasSubstr("/cases/0/modes: expected an array that is not empty"));
}

TEST(Cases, GradientWithoutItsMode) {
  EXPECT_THAT(error_of([](Json& first) { first["modes"].erase(1); }),
              HasSubstr("/cases/0: \"gradient\" must be here where it is one of the modes"));
}

TEST(Cases, ModeWithoutItsGradient) {
  EXPECT_THAT(error_of([](Json& first) { first.erase("gradient"); }),
              HasSubstr("/cases/0: \"gradient\" must be here where it is one of the modes"));
}

// The second gradient of the first case, with a direction.
void add_second_gradient(Json& first) {
  first["modes"].push_back("second-gradient");
  first["second-gradient"] = first["gradient"];
  first["second-gradient"]["directions"] = {"weights"};
}

TEST(Cases, SecondGradient) {
  VectorsDirectory vectors;
  add_second_gradient(vectors.first());
  const std::optional<ExpectedGradient> second = read(vectors)[0].second_gradient;
  ASSERT_TRUE(second);
  EXPECT_EQ(second->directions.size(), 1u);
}

TEST(Cases, SecondGradientWithoutADirectionForEachInput) {
  EXPECT_THAT(
      error_of([](Json& first) {
        add_second_gradient(first);
        first["second-gradient"]["directions"] = Json::array();
      }),
      HasSubstr("/cases/0/second-gradient/directions: each of \"wrt\" needs its direction"));
}

TEST(Cases, DirectionsOfAFirstGradient) {
  EXPECT_THAT(error_of([](Json& first) { first["gradient"]["directions"] = {"weights"}; }),
              HasSubstr("/cases/0/gradient"));
}

TEST(Cases, OtherNumberOfWeightsThanTheProgramReturns) {
  EXPECT_THAT(error_of([](Json& first) { first["gradient"]["weights"].push_back("weights"); }),
              HasSubstr("/cases/0/gradient/weights: the program returns 1 values"));
}

TEST(Cases, WeightsThatAreNotThere) {
  EXPECT_THAT(error_of([](Json& first) { first["gradient"]["weights"][0] = "absent"; }),
              AllOf(HasSubstr("/cases/0/gradient/weights/0"), HasSubstr("\"absent\"")));
}

TEST(Cases, GradientOfSomethingThatIsNoInput) {
  EXPECT_THAT(error_of([](Json& first) { first["gradient"]["wrt"][0] = "y"; }),
              HasSubstr("/cases/0/gradient/wrt/0: no input has this name"));
}

TEST(Cases, OtherNumberOfGradientsThanOfWhatTheyAreOf) {
  EXPECT_THAT(error_of([](Json& first) { first["gradient"]["wrt"].push_back("x"); }),
              HasSubstr("/cases/0/gradient: \"wrt\" and \"outputs\""));
}

TEST(Cases, GradientOfNothing) {
  EXPECT_THAT(error_of([](Json& first) {
                first["gradient"]["wrt"] = Json::array();
                first["gradient"]["outputs"] = Json::array();
              }),
              HasSubstr("/cases/0/gradient/wrt: expected an array that is not empty"));
}

TEST(Cases, GradientWithTermsAndWithoutMagnitude) {
  EXPECT_THAT(error_of([](Json& first) { first["gradient"]["outputs"][0].erase("magnitude"); }),
              AllOf(HasSubstr("/cases/0/gradient: "), HasSubstr("\"magnitude\"")));
}

TEST(Cases, GradientWithoutAccuracy) {
  EXPECT_THAT(error_of([](Json& first) { first["gradient"].erase("accuracy"); }),
              AllOf(HasSubstr("/cases/0/gradient: "), HasSubstr("accuracy")));
}

TEST(Cases, TensorThatIsNotThere) {
  EXPECT_THAT(error_of([](Json& first) { first["inputs"]["x"] = "absent"; }),
              AllOf(HasSubstr("/cases/0/inputs/x"), HasSubstr("\"absent\"")));
}

TEST(Cases, ValueOfAnotherShape) {
  EXPECT_THAT(error_of([](Json& first) {
                first["expect"]["outputs"][0]["shape"] = {1, 2};
              }),
              AllOf(HasSubstr("/cases/0/expect/outputs/0/value"), HasSubstr("float64(1, 2)")));
}

TEST(Cases, ValueOfAnotherDType) {
  EXPECT_THAT(error_of([](Json& first) { first["expect"]["outputs"][0]["value"] = "input"; }),
              HasSubstr("is float32(2,)"));
}

TEST(Cases, UnknownKindOfOutput) {
  EXPECT_THAT(error_of([](Json& first) { first["expect"]["outputs"][1]["kind"] = "scalar"; }),
              HasSubstr("/cases/0/expect/outputs/1/kind"));
}

TEST(Cases, BothOutputsAndError) {
  EXPECT_THAT(error_of([](Json& first) { first["expect"]["error"] = {"value"}; }),
              HasSubstr("/cases/0/expect: either"));
}

TEST(Cases, NeitherOutputsNorError) {
  EXPECT_THAT(error_of([](Json& first) { first["readings"][1].erase("error"); }),
              HasSubstr("/cases/0/readings/1: either"));
}

TEST(Cases, UnknownKindOfError) {
  EXPECT_THAT(error_of([](Json& first) { first["readings"][1]["error"] = {"ValueError"}; }),
              HasSubstr("\"ValueError\" is not a kind of error"));
}

TEST(Cases, NoKindOfError) {
  EXPECT_THAT(error_of([](Json& first) { first["readings"][1]["error"] = Json::array(); }),
              HasSubstr("/cases/0/readings/1/error"));
}

TEST(Cases, NegativeAccuracy) {
  EXPECT_THAT(error_of([](Json& first) { first["expect"]["accuracy"]["atol"] = -1; }),
              HasSubstr("/cases/0/expect/accuracy/atol"));
}

TEST(Cases, FloatingOutputWithoutAccuracy) {
  EXPECT_THAT(error_of([](Json& first) { first["expect"].erase("accuracy"); }),
              HasSubstr("needs \"accuracy\""));
}

TEST(Cases, TermsWithoutMagnitude) {
  EXPECT_THAT(error_of([](Json& first) { first["expect"]["outputs"][0].erase("magnitude"); }),
              HasSubstr("\"magnitude\""));
}

TEST(Cases, ReferenceToNothing) {
  EXPECT_THAT(error_of([](Json& first) { first["program"]["calls"][0]["args"][0]["ref"] = "y"; }),
              AllOf(HasSubstr("/cases/0/program/calls/0/args/0/ref"), HasSubstr("\"y\"")));
}

TEST(Cases, ReturnOfNothing) {
  EXPECT_THAT(error_of([](Json& first) { first["program"]["return"] = {"z"}; }),
              HasSubstr("/cases/0/program/return/0"));
}

}  // namespace
}  // namespace kassay::vectors_test
