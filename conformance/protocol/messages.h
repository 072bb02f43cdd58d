// The messages between the runner and a worker: conformance/PROTOCOL.md, both sides.
//
// A frame is eight bytes of little-endian length, then one safetensors buffer of that length. Its
// metadata has the key "message" with the JSON text; tensors travel in the buffer by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "conformance/compare/compare.h"
#include "spec/lib/backend.h"
#include "spec/lib/program.h"

namespace kassay::protocol {

inline constexpr std::int64_t kVersion = 1;
inline constexpr std::size_t kLengthBytes = 8;
inline constexpr std::uint64_t kMaxMessageBytes = std::uint64_t{1} << 30;

// Kinds of the message `error` in addition to those of ErrorKind.
inline constexpr char kOutOfMemory[] = "out-of-memory";   // the call ran out of memory
inline constexpr char kAlteredInput[] = "altered-input";  // the call wrote to an input
inline constexpr char kViolation[] = "violation";  // the backend broke its interface's contract
inline constexpr char kBadMessage[] = "protocol";  // the received message is at fault

// The other side broke the protocol. The message says where and how.
class ProtocolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// From the runner.
struct Start {
  std::int64_t protocol = kVersion;
  Edition edition = Edition::kKo;
};
struct Run {
  std::int64_t id = 0;
  Program program;
  double deadline = 0;  // seconds from receipt; a worker that exceeds it is killed
  Inputs inputs;
};
struct ProgramRun {
  Program program;
  Inputs inputs;
};
// Programs that run at the same time, each in a thread of the worker.
struct Together {
  std::int64_t id = 0;
  std::vector<ProgramRun> runs;
  std::int64_t times = 1;  // how often each thread runs its program
  double deadline = 0;     // as in Run
};
struct Stop {};
using Request = std::variant<Start, Run, Together, Stop>;

// From the worker.
struct Started {
  std::int64_t protocol = kVersion;
  BackendInfo info;
};
struct Outputs {
  std::int64_t id = 0;
  std::vector<Value> outputs;
  std::vector<double> seconds = {};  // of each measured call
};
struct NotSupported {  // as an answer to Start (id 0): the backend is absent on this machine
  std::int64_t id = 0;
  std::string reason;
};
struct Error {
  std::int64_t id = 0;  // 0: not an answer to Run
  std::string kind;     // a name of ErrorKind or one of the constants above
  std::string message;
  std::int64_t call = 0;  // the call of the program that raised it, from 1; 0: not reported
};
using Answer = std::variant<Outputs, NotSupported, Error>;
// The reply to Together: the different answers of each program, in order of first appearance.
struct Answers {
  std::int64_t id = 0;
  std::vector<std::vector<Answer>> of_runs;
};
using Reply = std::variant<Started, Outputs, NotSupported, Error, Answers>;

// How many different answers of a program are sent.
inline constexpr std::size_t kMostAnswers = 8;

// A complete frame, including the length. Throws ProtocolError if it would exceed kMaxMessageBytes.
// `labels` are additional keys of the metadata, which a reader of messages ignores.
std::vector<std::byte> encode(const Request& request);
std::vector<std::byte> encode(const Reply& reply,
                              const std::map<std::string, std::string>& labels = {});

// The length in the first eight bytes. Throws ProtocolError if it exceeds the limit.
std::uint64_t decode_length(const std::byte* bytes, std::uint64_t limit = kMaxMessageBytes);

// For display: the JSON text of the message in this buffer, with dtype and shape of each tensor, or why
// the buffer does not contain a message.
std::string describe_message(std::span<const std::byte> buffer);

// `buffer`: what follows the length; tensors are views of it. Throws ProtocolError.
Request decode_request(std::shared_ptr<std::byte> buffer, std::size_t size);
Reply decode_reply(std::shared_ptr<std::byte> buffer, std::size_t size);

}  // namespace kassay::protocol
