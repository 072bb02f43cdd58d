// SHA-256 (FIPS 180-4), by OpenSSL.
#pragma once

#include <string>
#include <string_view>

namespace kassay {

// The digest as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace kassay
