#include "reports/specification/markdown.h"

#include <string_view>

#include "spec/lib/text.h"

namespace kassay::reports {
namespace {

std::string place(const std::string& id) { return id.empty() ? "" : "<a id=\"" + id + "\"></a>"; }

std::string table_line(const std::vector<std::string>& cells) {
  return "| " + joined(cells, " | ") + " |\n";
}

class MarkdownFormat : public Format {
 public:
  std::string file(const std::string& page) const override {
    return (page == "index" ? "README" : page) + ".md";
  }

  std::string page(const std::string& title, const std::string& text) const override {
    std::vector<std::string> places;
    for (const auto& [stem, name] : {std::pair{"index", "Functions"},
                                     {"decisions", "Decisions"},
                                     {"errata", "Errata"},
                                     {"editions", "Editions"}}) {
      places.push_back(link(stem, "", name));
    }
    return "# " + words(title) + "\n\n" + joined(places, " · ") + "\n\n" + text;
  }

  // Characters that would have a meaning outside of `code` are escaped.
  std::string words(const std::string& words) const override {
    constexpr std::string_view kSpecial = "\\*<>$[]~";
    std::string result;
    bool in_code = false;
    for (const char c : words) {
      if (c == '`') in_code = !in_code;
      const bool escaped = c == '|' || (!in_code && kSpecial.find(c) != std::string_view::npos);
      if (escaped) result += '\\';
      result += c == '\n' ? ' ' : c;
    }
    return result;
  }

  // A bar is escaped too: in a table it would end the cell, even in code.
  std::string code(const std::string& words) const override {
    std::string result = "`";
    for (const char c : words) result += c == '|' ? std::string("\\|") : std::string(1, c);
    return result + "`";
  }

  std::string link(const std::string& page, const std::string& id,
                   const std::string& text) const override {
    return "[" + text + "](" + file(page) + (id.empty() ? "" : "#") + id + ")";
  }

  std::string marked(const std::string& text, const std::string& kind) const override {
    return kind == "bad" ? "**" + text + "**" : text;
  }

  std::string lines(const std::vector<std::string>& texts) const override {
    return joined(texts, "<br>");
  }

  std::string heading(const std::string& id, const std::string& text) const override {
    return "## " + place(id) + text + "\n\n";
  }

  std::string paragraph(const std::string& text) const override { return text + "\n\n"; }

  std::string list(const std::vector<std::string>& texts) const override {
    std::string result;
    for (const std::string& text : texts) result += "* " + text + "\n";
    return result + "\n";
  }

  std::string facts(const std::vector<std::pair<std::string, std::string>>& texts) const override {
    std::vector<std::string> items;
    for (const auto& [name, text] : texts) items.push_back(name + ": " + text);
    return list(items);
  }

  std::string table(const std::string&, const std::vector<std::string>& heads,
                    const std::vector<TableRow>& rows) const override {
    std::string result = table_line(heads) + "|";
    for (std::size_t i = 0; i < heads.size(); ++i) result += "---|";
    result += "\n";
    for (const auto& [id, texts] : rows) {
      std::vector<std::string> cells = texts;
      cells.front() = place(id) + cells.front();
      result += table_line(cells);
    }
    return result + "\n";
  }
};

}  // namespace

const Format& markdown_format() {
  static const MarkdownFormat format;
  return format;
}

}  // namespace kassay::reports
