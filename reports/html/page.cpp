#include "reports/html/page.h"

#include <openssl/evp.h>

#include <array>
#include <map>
#include <stdexcept>

#include "reports/html/page_files.h"
#include "reports/text.h"

namespace kassay::reports {
namespace {

// Fills the {{places}} of a template in one pass, so that inserted text is not scanned again.
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

std::string content_hash(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned int size = 0;
  if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("this OpenSSL lacks SHA-256, which the report page needs");
  }
  std::array<unsigned char, 4 * (EVP_MAX_MD_SIZE / 3 + 1) + 1> base64;
  EVP_EncodeBlock(base64.data(), digest.data(), static_cast<int>(size));
  return "'sha256-" + std::string(reinterpret_cast<const char*>(base64.data())) + "'";
}

std::string assemble_page(const PageParts& parts) {
  const std::string style = std::string(kPageStyle) + std::string(parts.style);
  return filled(kPageTemplate, {{"title", escape_markup(parts.title)},
                                {"heading", std::string(parts.heading)},
                                {"style-hash", content_hash(style)},
                                {"script-hash", content_hash(parts.script)},
                                {"style", style},
                                {"script", std::string(parts.script)},
                                {"summary", parts.summary},
                                {"data", escape_script_data(parts.data)}});
}

}  // namespace kassay::reports
