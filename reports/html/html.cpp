// The HTML page: a template, a style sheet, a script and data, put into one file.
#include <openssl/evp.h>

#include <array>
#include <stdexcept>

#include "reports/html/page_data.h"
#include "reports/html/page_files.h"
#include "reports/report.h"
#include "reports/summary.h"
#include "reports/text.h"

namespace kassay {
namespace {

// A source expression of a Content-Security-Policy: exactly this text may run or style the page.
std::string content_hash(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned int size = 0;
  if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL offers no SHA-256, which the report page needs");
  }
  std::array<unsigned char, 4 * (EVP_MAX_MD_SIZE / 3 + 1) + 1> base64;
  EVP_EncodeBlock(base64.data(), digest.data(), static_cast<int>(size));
  return "'sha256-" + std::string(reinterpret_cast<const char*>(base64.data())) + "'";
}

std::string page_title(const Report& report) {
  std::string names;
  for (const ReportRun& run : report.runs) names += (names.empty() ? "" : ", ") + run.label;
  return printable(names) + " · Keras backend conformance";
}

// What a reader without script sees, and what finds its way into a search index or a mail preview.
std::string plain_summary(const Report& report) {
  std::string result;
  for (const ReportRun& run : report.runs) {
    const RunSummary summary = summarize(run.results);
    result += "<h2>" + escape_markup(printable(run.label)) + "</h2>\n<p><strong>" +
              verdict_text(summary) + "</strong>: ";
    bool first = true;
    for (std::size_t i = 0; i < summary.counts.size(); ++i) {
      if (summary.counts[i] == 0) continue;
      result += (first ? "" : ", ") + std::to_string(summary.counts[i]) + " " +
                std::string(outcome_name(kOutcomesWorstFirst[i]));
      first = false;
    }
    result += first ? "no results</p>\n" : "</p>\n";
    const std::string profiles = profiles_text(summary);
    if (!profiles.empty()) result += "<p>" + escape_markup(printable(profiles)) + "</p>\n";
    if (summary.limits.empty()) continue;
    result += "<p>This run is not a conformance claim.</p>\n<ul>\n";
    for (const std::string& limit : summary.limits) {
      result += "<li>" + escape_markup(printable(limit)) + "</li>\n";
    }
    result += "</ul>\n";
  }
  return result;
}

// Fills the {{places}} of a template in one pass, so that nothing filled in is looked at again.
std::string filled(std::string_view page, const std::map<std::string, std::string>& places) {
  std::string result;
  while (true) {
    const std::size_t open = page.find("{{");
    const std::size_t close = page.find("}}", open);
    if (open == std::string_view::npos || close == std::string_view::npos) break;
    result += page.substr(0, open);
    result += places.at(std::string(page.substr(open + 2, close - open - 2)));
    page.remove_prefix(close + 2);
  }
  return result += page;
}

}  // namespace

std::string html_report(const Report& report) {
  return filled(kPageTemplate, {{"title", escape_markup(page_title(report))},
                                {"style-hash", content_hash(kPageStyle)},
                                {"script-hash", content_hash(kPageScript)},
                                {"style", std::string(kPageStyle)},
                                {"script", std::string(kPageScript)},
                                {"summary", plain_summary(report)},
                                {"data", escape_script_data(page_data(report))}});
}

}  // namespace kassay
