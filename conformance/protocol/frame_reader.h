// Assembles one message from a pipe that delivers it in pieces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "conformance/protocol/messages.h"

namespace kassay::protocol {

// The body of a message, without its length.
struct Frame {
  std::shared_ptr<std::byte> buffer;
  std::size_t size = 0;
};

// How many of the first bytes an error message shows.
inline constexpr std::size_t kShownBytes = 60;

// The bytes that can be read without waiting, at most kShownBytes. waiting_text returns them printable, after a colon.
std::string waiting_bytes(int fd);
std::string waiting_text(int fd);

class FrameReader {
 public:
  enum class State { kPartial, kComplete, kEnded, kViolation };

  // `limit`: bytes of a message.
  explicit FrameReader(std::uint64_t limit = kMaxMessageBytes) : limit_(limit) {}

  // Reads the available bytes once, at most to the end of the message. The descriptor may block or
  // not.
  State read_from(int fd);

  // How much of the message arrived, or why it is a violation, with its first bytes; empty if nothing
  // arrived.
  std::string detail() const;
  // Precondition: kComplete.
  Frame take();

 private:
  // Allocates space for a further part of the body, never all at once: the announced length may be
  // wrong.
  void grow();

  std::uint64_t limit_;
  std::array<std::byte, kLengthBytes> length_bytes_{};
  std::size_t received_ = 0;  // bytes, first of the length, then of the body
  bool in_body_ = false;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  std::shared_ptr<std::byte> buffer_;
  std::string problem_;
};

}  // namespace kassay::protocol
