#include "conformance/protocol/execute.h"

#include <exception>
#include <functional>
#include <new>
#include <string_view>

#include "spec/lib/error.h"

namespace kassay::protocol {
namespace {

std::size_t checksum(const Tensor& tensor) {
  std::span<const std::byte> bytes = tensor.bytes();
  return std::hash<std::string_view>{}(
      std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

CallResult answer_of(Backend& backend, const Program& program, const Inputs& inputs) {
  ProgramRecord record;
  const auto raised = [&](ErrorKind kind, const std::exception& error) {
    return compare::Answer{.outputs = {},
                           .error_kind = std::string(error_kind_name(kind)),
                           .error_message = error.what(),
                           .failed_call = record.call};
  };
  try {
    compare::Answer answer;
    answer.outputs = run_program(backend, program, inputs, &record);
    answer.seconds = std::move(record.seconds);
    // Not an error, because an error would pass if the case expects one.
    for (Value& output : answer.outputs) {
      if (!is_plain(output)) output = "<" + describe(output) + ": not a value>";
    }
    return answer;
  } catch (const ApiError& error) {
    return raised(error.kind(), error);
  } catch (const Unsupported& reason) {
    return AbnormalEnd{Outcome::kUnsupported, reason.what()};
  } catch (const Violation& violation) {
    return AbnormalEnd{Outcome::kCrash, violation.what(), record.call};
  } catch (const AlteredInput& altered) {
    return AbnormalEnd{Outcome::kError, altered.what(), record.call};
  } catch (const std::bad_alloc&) {
    return AbnormalEnd{Outcome::kOutOfMemory, "an allocation failed", record.call};
  } catch (const std::exception& error) {
    return raised(ErrorKind::kOther, error);
  }
}

}  // namespace

CallResult execute(Backend& backend, const Program& program, const Inputs& inputs) {
  std::map<std::string_view, std::size_t> before;
  for (const auto& [name, tensor] : inputs) before.emplace(name, checksum(tensor));
  CallResult result = answer_of(backend, program, inputs);
  for (const auto& [name, tensor] : inputs) {
    if (checksum(tensor) != before.at(name)) {
      return AbnormalEnd{Outcome::kError, "the backend altered the input \"" + name +
                                              "\", which belongs to the caller"};
    }
  }
  return result;
}

}  // namespace kassay::protocol
