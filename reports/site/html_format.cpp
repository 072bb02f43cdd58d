#include "reports/site/html_format.h"

#include "reports/site/markup.h"
#include "reports/site/page.h"

namespace kassay::reports::site {
namespace {

class HtmlFormat : public Format {
 public:
  std::string file(const std::string& page) const override { return page + ".html"; }

  std::string page(const std::string& title, const std::string& text) const override {
    return page_text({title, "../", text});
  }

  std::string words(const std::string& words) const override { return prose(words); }

  std::string code(const std::string& words) const override { return site::code(words); }

  std::string link(const std::string& page, const std::string& id,
                   const std::string& text) const override {
    return site::link(file(page) + (id.empty() ? "" : "#") + id, text);
  }

  std::string marked(const std::string& text, const std::string& kind) const override {
    return element("span", text, kind);
  }

  std::string lines(const std::vector<std::string>& texts) const override {
    std::string html;
    for (const std::string& text : texts) html += element("p", text);
    return html;
  }

  std::string heading(const std::string& id, const std::string& text) const override {
    return (id.empty() ? element("h2", text) : anchored("h2", id, text)) + "\n";
  }

  std::string paragraph(const std::string& text) const override {
    return element("p", text) + "\n";
  }

  std::string list(const std::vector<std::string>& texts) const override {
    return site::list(texts);
  }

  std::string facts(const std::vector<std::pair<std::string, std::string>>& texts) const override {
    std::string html;
    for (const auto& [name, text] : texts) html += element("dt", name) + element("dd", text) + "\n";
    return element("dl", "\n" + html) + "\n";
  }

  std::string table(const std::string& caption, const std::vector<std::string>& heads,
                    const std::vector<TableRow>& rows) const override {
    std::string html;
    for (const auto& [id, texts] : rows) html += row(texts, id);
    return site::table(heads, html, caption);
  }
};

}  // namespace

const Format& html_format() {
  static const HtmlFormat format;
  return format;
}

}  // namespace kassay::reports::site
