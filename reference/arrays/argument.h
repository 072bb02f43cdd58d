// Errors that name an argument.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "spec/lib/error.h"
#include "spec/lib/value.h"

namespace kassay::reference {

// An argument, or an element of the lists in it, for messages: "padding", "padding[0][1]". It holds references: only pass it on.
class Place {
 public:
  Place(const std::string& argument) : argument_(argument) {}
  Place(const char* argument) : argument_(argument) {}
  Place(const Place& list, std::size_t element) : list_(&list), element_(element) {}
  std::string text() const;

 private:
  std::string_view argument_;
  const Place* list_ = nullptr;
  std::size_t element_ = 0;
};

// "argument padding[0] takes an int, not 'a'".
std::string mismatch_text(const Place& argument, const std::string& taken,
                          const std::string& given);
// An error with this text.
ApiError mismatch(ErrorKind kind, const Place& argument, const std::string& taken,
                  const Value& given);

}  // namespace kassay::reference
