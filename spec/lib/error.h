// How a call of the API fails, and how reading our own files fails.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kassay {

// A case checks the kind, never the message. Kinds follow Python's exception classes.
enum class ErrorKind { kValue, kType, kIndex, kAssertion, kNotImplemented, kOther };
std::string_view error_kind_name(
    ErrorKind kind);  // "value", "type", "index", "assertion", "not-implemented", "other"
std::optional<ErrorKind> parse_error_kind(std::string_view name);

// A backend's answer that a call is invalid.
class ApiError : public std::runtime_error {
 public:
  ApiError(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

// A backend's answer that it lacks a function, dtype or feature.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A backend broke the contract of its interface, for example by writing outside a buffer: its process
// is unreliable from now on.
class Violation : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A backend wrote to an argument, which belongs to the caller.
class AlteredInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A file that cannot be used. The message names the file, the place in it and the remedy.
class FileError : public std::runtime_error {
 public:
  FileError(const std::string& file, const std::string& place, const std::string& problem,
            const std::string& remedy);
};

}  // namespace kassay
