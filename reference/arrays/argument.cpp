#include "reference/arrays/argument.h"

namespace kassay::reference {

std::string Place::text() const {
  return list_ == nullptr ? std::string(argument_)
                          : list_->text() + "[" + std::to_string(element_) + "]";
}

std::string mismatch_text(const Place& argument, const std::string& taken,
                          const std::string& given) {
  return "argument " + argument.text() + " takes " + taken + ", not " + given;
}

ApiError mismatch(ErrorKind kind, const Place& argument, const std::string& taken,
                  const Value& given) {
  return {kind, mismatch_text(argument, taken, describe(given))};
}

}  // namespace kassay::reference
