#include "reports/site/markup.h"

#include <algorithm>

#include "reports/text.h"
#include "spec/lib/text.h"

namespace kassay::reports::site {
namespace {

std::string class_attribute(const std::string& name) {
  return name.empty() ? "" : " class=\"" + name + "\"";
}

}  // namespace

std::string text(std::string_view words) { return escape_markup(printable(words)); }

std::string prose(std::string_view words) {
  std::string html;
  bool inside = false;
  for (std::size_t begin = 0; begin <= words.size(); inside = !inside) {
    const std::size_t end = std::min(words.find('`', begin), words.size());
    const std::string_view part = words.substr(begin, end - begin);
    const bool closed = end < words.size();
    html += inside && closed ? code(part) : (inside ? "`" : "") + text(part);
    begin = end + 1;
  }
  return html;
}

std::string code(std::string_view words) { return element("code", text(words)); }

std::string link(const std::string& address, const std::string& html) {
  return "<a href=\"" + text(address) + "\">" + html + "</a>";
}

std::string element(const std::string& tag, const std::string& html,
                    const std::string& class_name) {
  return "<" + tag + class_attribute(class_name) + ">" + html + "</" + tag + ">";
}

std::string anchored(const std::string& tag, const std::string& id, const std::string& html,
                     const std::string& class_name) {
  return "<" + tag + " id=\"" + text(id) + "\"" + class_attribute(class_name) + ">" + html + "</" +
         tag + ">";
}

std::string list(const std::vector<std::string>& html_items, const std::string& class_name) {
  std::string items;
  for (const std::string& item : html_items) items += element("li", item) + "\n";
  return element("ul", "\n" + items, class_name) + "\n";
}

std::string table(const std::vector<std::string>& headings, const std::string& html_rows,
                  const std::string& caption) {
  std::string head;
  for (const std::string& heading : headings) {
    head += "<th scope=\"col\">" + text(heading) + "</th>";
  }
  // The keyboard must reach a scrolling area, and so it needs a name.
  return "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"" + text(caption) +
         "\">\n<table>\n<thead><tr>" + head + "</tr></thead>\n<tbody>\n" + html_rows +
         "</tbody>\n</table>\n</div>\n";
}

std::string row(const std::vector<std::string>& html_cells, const std::string& id) {
  std::string cells;
  for (const std::string& cell : html_cells) {
    cells += cells.empty() ? "<th scope=\"row\">" + cell + "</th>" : element("td", cell);
  }
  return (id.empty() ? element("tr", cells) : anchored("tr", id, cells)) + "\n";
}

}  // namespace kassay::reports::site
