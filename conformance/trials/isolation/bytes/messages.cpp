// Messages of the protocol, from the runner and from a worker. A decoded message is encoded again, and that must decode, too.
#include "conformance/protocol/messages.h"

#include <type_traits>

#include "conformance/trials/isolation/bytes/input.h"

namespace {

using namespace kassay;

template <class Decode>
void decode_twice(std::span<const std::uint8_t> bytes, Decode decode) {
  std::vector<std::byte> frame;
  try {
    frame = protocol::encode(decode(fuzz::buffer_of(bytes), bytes.size()));
  } catch (const protocol::ProtocolError&) {
    return;
  }
  const auto* const message =
      reinterpret_cast<const std::uint8_t*>(frame.data()) + protocol::kLengthBytes;
  const std::size_t size = frame.size() - protocol::kLengthBytes;
  fuzz::require(protocol::decode_length(frame.data()) == size);
  decode(fuzz::buffer_of({message, size}), size);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  decode_twice({data, size}, protocol::decode_reply);
  decode_twice({data, size}, protocol::decode_request);
  protocol::describe_message(std::as_bytes(std::span(data, size)));
  return 0;
}
