#include "spec/lib/specification.h"

#include "spec/lib/sha256.h"
#include "spec/lib/tests/file_error.h"
#include "spec/lib/tests/vectors_directory.h"

namespace kassay::specification_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Specification, IsReadWhole) {
  VectorsDirectory vectors;
  const Specification specification = read_specification(vectors.write());
  EXPECT_EQ(specification.hash, sha256(vectors.directory().read("specification.json")));
  const DocumentEdition* ko = specification.find_edition("ko");
  ASSERT_NE(ko, nullptr);
  EXPECT_EQ(ko->page_title, "K");
  ASSERT_EQ(ko->documents.size(), 2u);
  EXPECT_EQ(ko->documents[0].sha256, "0a");
  EXPECT_EQ(specification.find_edition("zh"), nullptr);
  ASSERT_EQ(specification.functions.size(), 2u);
  EXPECT_EQ(specification.functions[0].name, "elu");
  const FunctionSpecification* softmax = specification.find("softmax");
  ASSERT_NE(softmax, nullptr);
  EXPECT_EQ(softmax->category, "activation");
  EXPECT_EQ(softmax->signatures.at("ja"), "(x)");
  EXPECT_EQ(softmax->headings.at("ko"), "softmax");
  const Clause* rank = softmax->find_clause("softmax.rank");
  ASSERT_NE(rank, nullptr);
  EXPECT_EQ(rank->decision, "D-001");
  EXPECT_THAT(rank->raises, ElementsAre("value"));
  const Clause* numpy = softmax->find_clause("softmax.numpy");
  ASSERT_EQ(numpy->sources.size(), 1u);
  EXPECT_EQ(numpy->sources[0].edition, "ko");
  EXPECT_EQ(numpy->sources[0].entry, "exp");
  EXPECT_THAT(numpy->sources[0].parts, ElementsAre("numpy"));
  EXPECT_EQ(softmax->find_clause("softmax.value")->differs.at("ja"), "The first axis.");
  ASSERT_NE(softmax->find_reading("axis-ignored"), nullptr);
  EXPECT_EQ(softmax->find_reading("axis-ignored")->clause, "softmax.value");
  ASSERT_NE(specification.find_decision("D-001"), nullptr);
  EXPECT_EQ(specification.find_decision("D-001")->choice, "c");
  ASSERT_EQ(specification.errata.size(), 1u);
  EXPECT_EQ(specification.errata[0].meant, "m");
  EXPECT_THAT(specification.errata[0].editions, ElementsAre("ja"));
  EXPECT_THAT(specification.errata[0].decisions, ElementsAre());
  const Profile* profile = specification.find_profile("all");
  ASSERT_NE(profile, nullptr);
  EXPECT_THAT(profile->modes, ElementsAre(Mode::kEager, Mode::kProgram));
  EXPECT_THAT(profile->without, ElementsAre("softmax.rank"));
  EXPECT_THAT(profile->calls, ElementsAre("eval", "softmax"));
  EXPECT_EQ(specification.find_profile("none"), nullptr);
}

TEST(Specification, IntroductionIsNoFunction) {
  VectorsDirectory vectors;
  const Specification specification = read_specification(vectors.write());
  EXPECT_EQ(specification.find("introduction"), nullptr);
  EXPECT_EQ(specification.introduction.name, "introduction");
  const Clause* file = specification.introduction.find_clause("introduction.file");
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(file->checked, "read.");
  EXPECT_THAT(file->cases_of, ElementsAre("softmax.value", "softmax.rank"));
  EXPECT_EQ(file->unchecked, "Windows.");
}

TEST(Specification, VectorsWithoutAnIntroduction) {
  VectorsDirectory vectors;
  vectors.specification.erase("introduction");
  EXPECT_TRUE(read_specification(vectors.write()).introduction.clauses.empty());
}

TEST(Specification, UnknownNameIsNull) {
  VectorsDirectory vectors;
  const Specification specification = read_specification(vectors.write());
  EXPECT_EQ(specification.find("soft"), nullptr);
  EXPECT_EQ(specification.find_decision("D-2"), nullptr);
  EXPECT_EQ(specification.find("softmax")->find_clause(""), nullptr);
}

TEST(Specification, FunctionsOfAnEditionAreCounted) {
  VectorsDirectory vectors;
  const Specification specification = read_specification(vectors.write());
  EXPECT_EQ(specification.functions_in("ja"), 1);
  EXPECT_EQ(specification.functions_in("en"), 0);
}

TEST(Specification, FunctionsOfAProfileAreThoseOfSingleClausesToo) {
  VectorsDirectory vectors;
  const Specification specification = read_specification(vectors.write());
  Profile profile;
  profile.clauses = {"softmax.rank"};
  EXPECT_THAT(specification.functions_of(profile, "ja"), ElementsAre("softmax"));
  EXPECT_THAT(specification.functions_of(profile, "en"), ElementsAre());
}

TEST(Unspecified, SentencesThatSaySoAreTaken) {
  Decision decision;
  for (const auto& [choice, open] :
       {std::pair{"All of it.", ""},
        std::pair{"The rest is unspecified.", "The rest is unspecified."},
        std::pair{"A is. B is unspecified. C is. D and E are unspecified and not tested.",
                  "B is unspecified. D and E are unspecified and not tested."},
        std::pair{"A is unspecified", "A is unspecified"}, std::pair{"", ""}}) {
    decision.choice = choice;
    EXPECT_EQ(decision.unspecified(), open) << choice;
  }
}

TEST(Unspecified, AcceptedReadingHasTheDecisionOfItsClause) {
  FunctionSpecification mean;
  mean.clauses.resize(2);
  mean.clauses[0].id = "mean.bool";
  mean.clauses[0].decision = "D-1";
  mean.clauses[1].id = "mean.value";
  mean.readings = {{"as-float64", "mean.bool", "accepted", ""},
                   {"other", "mean.value", "accepted", ""}};
  Specification specification;
  specification.decisions = {{"D-1", "", {"mean"}, "", "", "", ""}};
  mean.name = "mean";
  specification.functions = {mean};
  const std::vector<const Decision*> decision = {&specification.decisions[0]};
  EXPECT_EQ(specification.decisions_on("mean", "as-float64"), decision);
  EXPECT_EQ(specification.decisions_on("mean", "other+as-float64"), decision);
  EXPECT_EQ(specification.decisions_on("sum", "mean/as-float64"), decision);
  EXPECT_TRUE(specification.decisions_on("mean", "other").empty());
  EXPECT_TRUE(specification.decisions_on("mean", "none+as-float64").empty());
}

TEST(Specification, MissingDirectoryNamesTheCommand) {
  EXPECT_THAT(file_error([] { read_specification("/nowhere"); }), HasSubstr("`./run vectors`"));
}

TEST(Specification, AlteredFile) {
  VectorsDirectory vectors;
  vectors.write();
  vectors.directory().write("specification.json", vectors.specification.dump() + "\n");
  EXPECT_THAT(file_error([&] { read_specification(vectors.directory().path()); }),
              AllOf(HasSubstr("specification.json"), HasSubstr("altered or truncated")));
}

TEST(Specification, ClauseWithoutText) {
  VectorsDirectory vectors;
  vectors.specification["functions"][0]["clauses"][1].erase("text");
  EXPECT_THAT(file_error([&] { read_specification(vectors.write()); }),
              AllOf(HasSubstr("/functions/0/clauses/1: "), HasSubstr("\"text\" is missing")));
}

TEST(Specification, SignatureOfNoEdition) {
  VectorsDirectory vectors;
  vectors.specification["functions"][0]["signatures"]["en"] = "(x)";
  EXPECT_THAT(file_error([&] { read_specification(vectors.write()); }),
              HasSubstr("/functions/0/signatures/en"));
}

TEST(Specification, ProfileOfAnUnknownMode) {
  VectorsDirectory vectors;
  vectors.specification["profiles"][0]["modes"][0] = "lazy";
  EXPECT_THAT(file_error([&] { read_specification(vectors.write()); }),
              AllOf(HasSubstr("/profiles/0/modes/0"), HasSubstr("\"lazy\" is not a valid mode")));
}

TEST(Specification, UnknownVerdict) {
  VectorsDirectory vectors;
  vectors.specification["functions"][0]["readings"][0]["verdict"] = "maybe";
  EXPECT_THAT(file_error([&] { read_specification(vectors.write()); }),
              HasSubstr("/functions/0/readings/0/verdict"));
}

}  // namespace
}  // namespace kassay::specification_test
