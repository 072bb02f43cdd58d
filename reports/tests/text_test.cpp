#include "reports/text.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace kassay::reports::text_test {
namespace {

TEST(Printable, KeepsOrdinaryTextInAnyScript) {
  EXPECT_EQ(printable("softmax 소프트맥스 活性化 é 🙂\n\tx"),
            "softmax 소프트맥스 活性化 é 🙂\n\tx");
}

TEST(Printable, ShowsBidirectionalControls) {
  EXPECT_EQ(printable("a\u202Eexe\u2066b\u200F"), "a\\u{202E}exe\\u{2066}b\\u{200F}");
}

TEST(Printable, ShowsControlCharacters) {
  EXPECT_EQ(printable(std::string_view("a\0b\x1b[31mc\x7f", 10)),
            "a\\u{0000}b\\u{001B}[31mc\\u{007F}");
}

TEST(Printable, ShowsInvisibleCharactersAndNoncharacters) {
  EXPECT_EQ(printable("\u200B\uFEFF\uFFFF\u2028"), "\\u{200B}\\u{FEFF}\\u{FFFF}\\u{2028}");
}

TEST(Printable, TurnsWindowsLineEndsIntoNewlines) { EXPECT_EQ(printable("a\r\nb"), "a\nb"); }

TEST(Printable, ShowsALoneCarriageReturn) { EXPECT_EQ(printable("a\rb"), "a\\u{000D}b"); }

TEST(Printable, ReplacesEachByteThatIsNoUtf8) {
  EXPECT_EQ(printable("a\xFFz"), "a\uFFFDz");
  EXPECT_EQ(printable("\xC0\xAF"), "\uFFFD\uFFFD");                      // overlong "/"
  EXPECT_EQ(printable("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");            // a surrogate
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");  // beyond U+10FFFF
  EXPECT_EQ(printable("\xE2\x82"), "\uFFFD\uFFFD");                      // cut off
}

TEST(Printable, CutsALongTextAndSaysHowMuchIsMissing) {
  const std::string text = printable(std::string(1 << 20, 'x'));
  EXPECT_LT(text.size(), kLongestText + 100);
  EXPECT_TRUE(text.ends_with("[… 1,040,384 bytes more in the results file]")) << text.substr(8192);
}

TEST(Printable, CutsBetweenCharacters) {
  EXPECT_EQ(printable("€€€", 4), "€€\n[… 3 bytes more in the results file]");
}

TEST(EscapeMarkup, LeavesNoCharacterThatMarkupReads) {
  EXPECT_EQ(escape_markup("<script a=\"1\" b='2'>&amp;</script>"),
            "&lt;script a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;&lt;/script&gt;");
}

TEST(EscapeScriptData, LeavesNothingThatEndsAScriptAndKeepsTheMeaning) {
  const std::string hostile = "</script><!-- <script> & ]]> \xE2\x80\xA8 \xE2\x80\xA9 \xE2\x80\xAA";
  const std::string escaped = escape_script_data(nlohmann::json(hostile).dump());
  EXPECT_EQ(escaped.find_first_of("<>&"), std::string::npos);
  EXPECT_EQ(escaped.find("\xE2\x80\xA8"), std::string::npos);
  EXPECT_EQ(escaped.find("\xE2\x80\xA9"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(escaped).get<std::string>(), hostile);
}

TEST(ThreeDigits, RoundsAndKeepsWhatIsNotFinite) {
  EXPECT_EQ(three_digits(0.123456), 0.123);
  EXPECT_EQ(three_digits(1.0005e-9), 1e-9);
  EXPECT_EQ(three_digits(std::numeric_limits<double>::infinity()),
            std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace kassay::reports::text_test
