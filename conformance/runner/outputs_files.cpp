#include "conformance/runner/outputs_files.h"

#include <algorithm>
#include <boost/crc.hpp>

namespace kassay::runner {
namespace {

std::array<std::byte, kCheckBytes> check_of(std::span<const std::byte> bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  std::array<std::byte, kCheckBytes> check;
  for (std::size_t i = 0; i < kCheckBytes; ++i)
    check[i] = static_cast<std::byte>(crc.checksum() >> (8 * i));
  return check;
}

bool has_check(std::span<const std::byte> bytes, std::span<const std::byte> check) {
  return std::ranges::equal(check_of(bytes), check);
}

}  // namespace

std::vector<std::byte> record_of(std::span<const std::byte> frame) {
  const auto length = frame.first(protocol::kLengthBytes), message = frame.subspan(length.size());
  std::vector<std::byte> record;
  record.reserve(frame.size() + 2 * kCheckBytes);
  const auto add = [&](const auto& bytes) {
    record.insert(record.end(), bytes.begin(), bytes.end());
  };
  add(length);
  add(check_of(length));
  add(message);
  add(check_of(message));
  return record;
}

std::optional<std::uint64_t> rest_of_record(const RecordHead& head) {
  const std::span<const std::byte> bytes(head);
  const auto length = bytes.first(protocol::kLengthBytes);
  if (!has_check(length, bytes.subspan(length.size()))) return std::nullopt;
  return protocol::decode_length(length.data()) + kCheckBytes;
}

std::optional<std::span<const std::byte>> message_in(std::span<const std::byte> rest) {
  const auto message = rest.first(rest.size() - kCheckBytes);
  if (!has_check(message, rest.subspan(message.size()))) return std::nullopt;
  return message;
}

}  // namespace kassay::runner
