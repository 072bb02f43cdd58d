#include "spec/lib/citation.h"

#include <gmock/gmock.h>

#include "spec/lib/tests/vectors_directory.h"

namespace kassay::citation_test {
namespace {

FunctionSpecification softmax() {
  VectorsDirectory vectors;
  return *read_specification(vectors.write()).find("softmax");
}

TEST(Citation, PartsOfTheOwnEntryStandAlone) {
  EXPECT_EQ(parts_text({"ko", "exp", {"returns", "numpy"}}, "exp"), "returns, NumPy code");
}

TEST(Citation, PartsOfAnotherEntryNameIt) {
  EXPECT_EQ(parts_text({"ko", "exp", {"returns", "example"}}, "log"),
            "returns of exp, example of exp");
}

TEST(Citation, SectionsOfTheIntroduction) {
  EXPECT_EQ(parts_text({"ko", "introduction", {"settings"}}, "exp"),
            "section on keras.json of the introduction");
  EXPECT_EQ(parts_text({"ko", "introduction", {"switching"}}, "introduction"),
            "section on switching");
}

TEST(Citation, PlaceIsTheHeadingOnThePageOfTheEdition) {
  VectorsDirectory vectors;
  const Specification specification = read_specification(vectors.write());
  const DocumentEdition* ko = specification.find_edition("ko");
  EXPECT_EQ(place_text({"ko", "exp", {"numpy"}}, ko), "heading \"exp\": NumPy code");
  EXPECT_EQ(place_text({"ko", "introduction", {"code", "settings"}}, ko),
            "introduction, section \"New code\" and section on keras.json");
  EXPECT_EQ(place_text({"zh", "introduction", {"code"}}, nullptr),
            "introduction, section on new code");
}

TEST(Citation, EditionsWithTheSameTextStandTogether) {
  const FunctionSpecification function = softmax();
  EXPECT_EQ(sources_text(*function.find_clause("softmax.value"), function),
            "ko: summary, NumPy code, section on new code of the introduction; ja: summary");
  Clause clause;
  clause.sources = {{"ko", "softmax", {"returns"}}, {"ja", "softmax", {"returns"}}};
  EXPECT_EQ(sources_text(clause, function), "ko, ja: returns");
}

TEST(Citation, AnEditionThatIsNoSourceHasNoText) {
  const FunctionSpecification function = softmax();
  EXPECT_EQ(edition_text(*function.find_clause("softmax.numpy"), function, "ko"),
            "NumPy code of exp");
  EXPECT_EQ(edition_text(*function.find_clause("softmax.numpy"), function, "ja"), "");
  EXPECT_EQ(sources_text(*function.find_clause("softmax.rank"), function), "");
}

TEST(Citation, EachWayInWhichAClauseIsCheckedIsASentence) {
  VectorsDirectory vectors;
  const Specification specification = read_specification(vectors.write());
  EXPECT_THAT(checks_of(*specification.introduction.find_clause("introduction.file")),
              testing::ElementsAre("Checked by a test of the Python adapter: read.",
                                   "Checked by the cases of softmax.value, softmax.rank.",
                                   "Not checked: Windows."));
  EXPECT_THAT(checks_of(*softmax().find_clause("softmax.value")), testing::IsEmpty());
}

TEST(Citation, DescriptionNamesWhatIsKnown) {
  DocumentEdition edition;
  edition.language = "Korean";
  edition.version = "Keras 2.2";
  EXPECT_EQ(description(edition), "Korean, Keras 2.2");
}

}  // namespace
}  // namespace kassay::citation_test
