// The interface of anything under test.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/lib/value.h"

namespace kassay {

enum class Edition { kKo, kZh, kJa };
inline constexpr Edition kEditions[] = {Edition::kKo, Edition::kZh, Edition::kJa};
std::string_view edition_name(Edition edition);  // "ko", "zh", "ja"
std::optional<Edition> parse_edition(std::string_view name);

struct BackendInfo {
  std::string name;
  std::string version;
  std::string device;
  std::vector<std::string> functions;  // supported
  std::vector<std::string> native;     // implemented by itself, not borrowed; a subset of functions
  std::vector<std::string> dtypes = {};  // supported; empty: unknown
  bool threads = false;  // several threads, each with a backend, may run programs at the same time
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual BackendInfo info() const = 0;
  // Resets everything: variables, settings, counters. Called before each program.
  virtual void reset() = 0;
  // Calls one function of the API, or a tensor operator ("operator.add"), and returns its values
  // (several if the API returns a tuple of tensors). Throws ApiError if the call is invalid and
  // Unsupported if the backend lacks it.
  virtual std::vector<Value> call(std::string_view function, const Arguments& arguments) = 0;
};

}  // namespace kassay
