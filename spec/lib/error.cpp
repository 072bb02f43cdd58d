#include "spec/lib/error.h"

#include "spec/lib/names.h"

namespace kassay {
namespace {

constexpr Names<ErrorKind, 6> kErrorKinds{{{ErrorKind::kValue, "value"},
                                           {ErrorKind::kType, "type"},
                                           {ErrorKind::kIndex, "index"},
                                           {ErrorKind::kAssertion, "assertion"},
                                           {ErrorKind::kNotImplemented, "not-implemented"},
                                           {ErrorKind::kOther, "other"}}};

std::string message(const std::string& file, const std::string& place, const std::string& problem,
                    const std::string& remedy) {
  std::string text = file;
  if (!place.empty()) text += ": " + place;
  text += ": " + problem;
  if (!remedy.empty()) text += ". " + remedy;
  return text;
}

}  // namespace

std::string_view error_kind_name(ErrorKind kind) { return kErrorKinds.name(kind); }
std::optional<ErrorKind> parse_error_kind(std::string_view name) { return kErrorKinds.find(name); }

FileError::FileError(const std::string& file, const std::string& place, const std::string& problem,
                     const std::string& remedy)
    : std::runtime_error(message(file, place, problem, remedy)) {}

}  // namespace kassay
