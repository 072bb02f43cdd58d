#include "reports/site/page.h"

#include "reports/html/page.h"
#include "reports/html/page_files.h"
#include "reports/site/markup.h"

namespace kassay::reports::site {

std::string page_text(const Page& page) {
  std::vector<std::string> places = {link(page.root + "index.html", "Backends"),
                                     link(page.root + "support.html", "Support")};
  if (page.has_specification) {
    const std::string folder = page.root + "specification/";
    places.push_back(link(folder + "index.html", "Functions"));
    places.push_back(link(folder + "decisions.html", "Decisions"));
    places.push_back(link(folder + "errata.html", "Errata"));
    places.push_back(link(folder + "editions.html", "Editions"));
  }
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src " +
         content_hash(kSiteStyle) +
         "; img-src data:; base-uri 'none'; form-action 'none'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
         text(page.title) + " · kassay</title>\n<style>" + std::string(kSiteStyle) +
         "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#contents\">Skip to the "
         "contents</a>\n"
         "<header>\n<p>kassay · Keras backend API</p>\n<nav aria-label=\"Site\">\n" +
         list(places) + "</nav>\n</header>\n<main id=\"contents\">\n" +
         element("h1", text(page.title)) + "\n" + page.html + "</main>\n</body>\n</html>\n";
}

}  // namespace kassay::reports::site
