// The files of kept outputs (PROTOCOL.md, Kept outputs): their names, and the records in them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/protocol/messages.h"

namespace kassay::runner {

inline constexpr char kOutputsExtension[] = ".outputs";

inline std::string header_file(const std::string& folder) { return folder + "/run.json"; }
inline std::string outputs_file(const std::string& folder, const std::string& function) {
  return folder + "/" + function + kOutputsExtension;
}

// A record is a frame with two checks: the length of the message, CRC-32 of these bytes, the message, CRC-32 of it. So an altered length
// can be told from an incomplete record.
inline constexpr std::size_t kCheckBytes = 4;
inline constexpr std::size_t kHeadBytes = protocol::kLengthBytes + kCheckBytes;
using RecordHead = std::array<std::byte, kHeadBytes>;

// The record of a frame, which includes its length.
std::vector<std::byte> record_of(std::span<const std::byte> frame);

// How many bytes follow the head: the message and its check. None if the head is damaged.
std::optional<std::uint64_t> rest_of_record(const RecordHead& head);

// The message in these bytes, which its check follows; none if they are damaged.
std::optional<std::span<const std::byte>> message_in(std::span<const std::byte> rest);

}  // namespace kassay::runner
