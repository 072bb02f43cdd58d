// A form in which pages are written, such as HTML. The functions return text in that form, and take
// it as `text`; `words` are raw, with `backquotes` around code.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kassay::reports {

struct TableRow {
  std::string id;  // the target of links, or empty
  std::vector<std::string> texts;
};

class Format {
 public:
  virtual ~Format() = default;

  virtual std::string file(const std::string& page) const = 0;
  virtual std::string page(const std::string& title, const std::string& text) const = 0;

  virtual std::string words(const std::string& words) const = 0;
  virtual std::string code(const std::string& words) const = 0;
  virtual std::string link(const std::string& page, const std::string& id,
                           const std::string& text) const = 0;
  // Something "bad", "wrong" or "accepted".
  virtual std::string marked(const std::string& text, const std::string& kind) const = 0;
  // Within a cell of a table.
  virtual std::string lines(const std::vector<std::string>& texts) const = 0;

  virtual std::string heading(const std::string& id, const std::string& text) const = 0;
  virtual std::string paragraph(const std::string& text) const = 0;
  virtual std::string list(const std::vector<std::string>& texts) const = 0;
  virtual std::string facts(
      const std::vector<std::pair<std::string, std::string>>& texts) const = 0;
  virtual std::string table(const std::string& caption, const std::vector<std::string>& heads,
                            const std::vector<TableRow>& rows) const = 0;
};

}  // namespace kassay::reports
