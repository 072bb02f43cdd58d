#include "conformance/protocol/frame_reader.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "spec/lib/printable.h"

namespace kassay::protocol {
namespace {

constexpr std::size_t kFirstCapacity = std::size_t{16} << 20;

std::shared_ptr<std::byte> allocate(std::size_t size) {
  return {new std::byte[std::max<std::size_t>(size, 1)], std::default_delete<std::byte[]>()};
}

std::string text(const std::byte* bytes, std::size_t count) {
  return {reinterpret_cast<const char*>(bytes), count};
}

// Usually the bytes are text that was printed to the pipe, so showing them explains the problem.
std::string shown(const std::string& bytes) {
  return "\"" + excerpt(bytes, kShownBytes) + "\" (conformance/PROTOCOL.md, Frames)";
}

}  // namespace

std::string waiting_bytes(int fd) {
  pollfd ready{fd, POLLIN, 0};
  if (poll(&ready, 1, 0) <= 0 || (ready.revents & POLLIN) == 0) return "";
  std::array<std::byte, kShownBytes> bytes;
  const ssize_t count = read(fd, bytes.data(), bytes.size());
  return text(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
}

std::string waiting_text(int fd) { return ": " + shown(waiting_bytes(fd)); }

void FrameReader::grow() {
  std::size_t capacity = std::min(size_, std::max(2 * capacity_, kFirstCapacity));
  std::shared_ptr<std::byte> larger = allocate(capacity);
  if (received_ > 0) std::memcpy(larger.get(), buffer_.get(), received_);
  buffer_ = std::move(larger);
  capacity_ = capacity;
}

std::string FrameReader::detail() const {
  if (!problem_.empty()) return problem_;
  if (in_body_) {
    return "in the middle of a message, after " + std::to_string(received_) + " of " +
           std::to_string(size_) + " bytes; length and message begin with " +
           shown(text(length_bytes_.data(), length_bytes_.size()) +
                 text(buffer_.get(), std::min(received_, kShownBytes)));
  }
  if (received_ == 0) return "";
  return "in the middle of the length of a message, after " + std::to_string(received_) + " of " +
         std::to_string(length_bytes_.size()) +
         " bytes: " + shown(text(length_bytes_.data(), received_));
}

FrameReader::State FrameReader::read_from(int fd) {
  if (in_body_ && received_ == capacity_) grow();
  std::byte* to = (in_body_ ? buffer_.get() : length_bytes_.data()) + received_;
  std::size_t room = (in_body_ ? capacity_ : length_bytes_.size()) - received_;
  ssize_t count = read(fd, to, room);
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
    return State::kPartial;
  }
  if (count <= 0) {
    if (count < 0) problem_ = std::string("reading failed: ") + std::strerror(errno);
    return State::kEnded;
  }
  received_ += static_cast<std::size_t>(count);
  if (!in_body_) {
    if (received_ < length_bytes_.size()) return State::kPartial;
    try {
      size_ = static_cast<std::size_t>(decode_length(length_bytes_.data(), limit_));
    } catch (const ProtocolError& error) {
      problem_ = error.what() +
                 std::string(": raise --max-answer, unless these bytes are not a message: ") +
                 shown(text(length_bytes_.data(), received_) + waiting_bytes(fd));
      return State::kViolation;
    }
    in_body_ = true;
    received_ = 0;
    grow();
  }
  return received_ == size_ ? State::kComplete : State::kPartial;
}

Frame FrameReader::take() { return {std::move(buffer_), size_}; }

}  // namespace kassay::protocol
