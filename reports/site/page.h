// The parts around the contents of every page of a site.
#pragma once

#include <string>

namespace kassay::reports::site {

struct Page {
  std::string title;  // words
  std::string root;   // from the page to the folder of the site: "" or "../"
  std::string html;   // the contents of <main>
  bool has_specification = true;
};

std::string page_text(const Page& page);

}  // namespace kassay::reports::site
