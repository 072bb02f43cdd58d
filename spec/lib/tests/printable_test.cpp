#include "spec/lib/printable.h"

#include <gtest/gtest.h>

namespace kassay::printable_test {
namespace {

TEST(Printable, KeepsTextAndLineBreaks) {
  EXPECT_EQ(printable("a\tb\n백엔드 ε 😀"), "a\tb\n백엔드 ε 😀");
}

TEST(Printable, ShowsControlCharacters) {
  EXPECT_EQ(printable("\x1b[31m\r\x7f"), "\\u{001B}[31m\\u{000D}\\u{007F}");
  EXPECT_EQ(printable("\xc2\x9b"), "\\u{009B}");
}

TEST(Printable, ShowsWhatRearrangesTextOrIsInvisible) {
  EXPECT_EQ(printable("a\u202Eb\u2066c"), "a\\u{202E}b\\u{2066}c");
  EXPECT_EQ(printable("a\u200Bb\uFEFFc"), "a\\u{200B}b\\u{FEFF}c");
}

TEST(Printable, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(printable("\xff\xfe"), "��");
  EXPECT_EQ(printable("\xc0\xaf"), "��");            // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), "���");       // a surrogate
  EXPECT_EQ(printable("a\xe2\x82"), "a��");          // cut off
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "����");  // beyond Unicode
}

TEST(Excerpt, IsOneLineAndShort) {
  EXPECT_EQ(excerpt("a\nb"), "a b");
  EXPECT_EQ(excerpt("abcdef", 3), "abc...");
}

TEST(LastLines, TakesTheLastOnes) {
  EXPECT_EQ(last_lines("a\nb\nc\n", 2, 100), "b\nc");
  EXPECT_EQ(last_lines("a\nb\nc", 5, 100), "a\nb\nc");
  EXPECT_EQ(last_lines("\na", 1, 100), "a");
  EXPECT_EQ(last_lines("abc", 1, 2), "bc");
  EXPECT_EQ(last_lines("\n\n", 3, 100), "");
  EXPECT_EQ(last_lines("", 3, 100), "");
}

}  // namespace
}  // namespace kassay::printable_test
