#include "conformance/worker/serve.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <barrier>
#include <cerrno>
#include <future>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "conformance/protocol/execute.h"
#include "conformance/protocol/frame_reader.h"
#include "conformance/protocol/messages.h"
#include "spec/lib/dtype.h"
#include "spec/lib/error.h"

namespace kassay::worker {
namespace {

constexpr int kOrderly = 0;
constexpr int kBroken = 1;  // exit status if the other side breaks the protocol or has ended

// None if the input has ended between two messages.
std::optional<protocol::Request> receive(int input) {
  protocol::FrameReader reader;
  while (true) {
    switch (reader.read_from(input)) {
      case protocol::FrameReader::State::kPartial:
        continue;
      case protocol::FrameReader::State::kComplete: {
        protocol::Frame frame = reader.take();
        return protocol::decode_request(std::move(frame.buffer), frame.size);
      }
      case protocol::FrameReader::State::kEnded:
        if (reader.detail().empty()) return std::nullopt;
        [[fallthrough]];
      case protocol::FrameReader::State::kViolation:
        throw protocol::ProtocolError("the input is wrong: " + reader.detail());
    }
  }
}

bool send(int output, const protocol::Reply& reply) {
  std::vector<std::byte> frame = protocol::encode(reply);
  std::size_t sent = 0;
  while (sent < frame.size()) {
    ssize_t count = write(output, frame.data() + sent, frame.size() - sent);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) sent += static_cast<std::size_t>(count);
  }
  return true;
}

protocol::Reply start(const protocol::Start& request, const MakeBackend& make_backend,
                      std::unique_ptr<Backend>& backend) {
  if (request.protocol != protocol::kVersion) {
    return protocol::Error{0, protocol::kBadMessage,
                           "this worker speaks version " + std::to_string(protocol::kVersion) +
                               " of the protocol, not " + std::to_string(request.protocol)};
  }
  try {
    backend = make_backend(request.edition);
    protocol::Started started;
    started.info = backend->info();
    std::vector<std::string>& dtypes = started.info.dtypes;
    if (dtypes.empty()) {
      for (DType dtype : kDTypes) dtypes.emplace_back(dtype_name(dtype));
    }
    return started;
  } catch (const Unsupported& reason) {
    return protocol::NotSupported{0, reason.what()};
  } catch (const std::exception& error) {
    return protocol::Error{0, std::string(error_kind_name(ErrorKind::kOther)), error.what()};
  }
}

protocol::Answer answer_of(std::int64_t id, protocol::CallResult result) {
  if (auto* end = std::get_if<protocol::AbnormalEnd>(&result)) {
    if (end->outcome == Outcome::kUnsupported) return protocol::NotSupported{id, end->message};
    const char* kind = end->outcome == Outcome::kOutOfMemory ? protocol::kOutOfMemory
                       : end->outcome == Outcome::kCrash     ? protocol::kViolation
                                                             : protocol::kAlteredInput;
    return protocol::Error{id, kind, end->message, end->failed_call};
  }
  auto& answer = std::get<compare::Answer>(result);
  if (!answer.error_kind.empty()) {
    return protocol::Error{id, answer.error_kind, answer.error_message, answer.failed_call};
  }
  return protocol::Outputs{id, std::move(answer.outputs), std::move(answer.seconds)};
}

protocol::Reply as_reply(protocol::Answer answer) {
  return std::visit([](auto&& each) -> protocol::Reply { return std::move(each); },
                    std::move(answer));
}

protocol::Reply run(const protocol::Run& request, Backend& backend) {
  return as_reply(
      answer_of(request.id, protocol::execute(backend, request.program, request.inputs)));
}

// Runs a program `times` times and returns the different answers.
std::vector<protocol::Answer> answers_of(std::int64_t id, const protocol::ProgramRun& run,
                                         std::int64_t times, Backend& backend) {
  std::vector<protocol::Answer> different;
  std::set<std::vector<std::byte>> seen;
  for (std::int64_t i = 0; i < times && different.size() < protocol::kMostAnswers; ++i) {
    protocol::Answer answer = answer_of(id, protocol::execute(backend, run.program, run.inputs));
    if (seen.insert(protocol::encode(as_reply(answer))).second) {
      different.push_back(std::move(answer));
    }
  }
  return different;
}

protocol::Reply run(const protocol::Together& request, const MakeBackend& make_backend,
                    Edition edition) {
  std::vector<std::unique_ptr<Backend>> backends;
  for (std::size_t i = 0; i < request.runs.size(); ++i) backends.push_back(make_backend(edition));
  std::vector<std::future<std::vector<protocol::Answer>>> threads;
  std::barrier begin(static_cast<std::ptrdiff_t>(request.runs.size()));
  for (std::size_t i = 0; i < request.runs.size(); ++i) {
    threads.push_back(std::async(std::launch::async, [&, i] {
      begin.arrive_and_wait();
      return answers_of(request.id, request.runs[i], request.times, *backends[i]);
    }));
  }
  protocol::Answers answers{request.id, {}};
  for (auto& thread : threads) answers.of_runs.push_back(thread.get());
  return answers;
}

// Sends what `run` returns.
bool answer(std::int64_t id, int output, const auto& run) {
  try {
    return send(output, run());
  } catch (const protocol::ProtocolError& error) {  // the outputs are too large for a message
    return send(output, protocol::Error{id, protocol::kOutOfMemory, error.what()});
  } catch (const std::bad_alloc&) {
    return send(output,
                protocol::Error{id, protocol::kOutOfMemory, "the answer does not fit in memory"});
  }
}

}  // namespace

ProtocolStreams take_standard_streams() {
  ProtocolStreams streams;
  streams.input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  streams.output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  return streams;
}

void end_with_runner(int input) {
  std::thread([input] {
    pollfd fd{input, 0, 0};  // no events: only the hang-up is reported
    while (poll(&fd, 1, -1) < 0 && errno == EINTR) {
    }
    _exit(kBroken);
  }).detach();
}

int serve(const MakeBackend& make_backend, ProtocolStreams streams) {
  std::unique_ptr<Backend> backend;
  Edition edition{};
  try {
    while (std::optional<protocol::Request> request = receive(streams.input)) {
      if (std::holds_alternative<protocol::Stop>(*request)) return kOrderly;
      if (const auto* first = std::get_if<protocol::Start>(&*request)) {
        edition = first->edition;
        if (!send(streams.output, start(*first, make_backend, backend))) return kBroken;
      } else if (!backend) {
        throw protocol::ProtocolError("\"run\" came before \"start\"");
      } else if (const auto* one = std::get_if<protocol::Run>(&*request)) {
        if (!answer(one->id, streams.output, [&] { return run(*one, *backend); })) return kBroken;
      } else {
        const auto& several = std::get<protocol::Together>(*request);
        const auto run_all = [&] { return run(several, make_backend, edition); };
        if (!answer(several.id, streams.output, run_all)) return kBroken;
      }
    }
    return kOrderly;
  } catch (const protocol::ProtocolError& error) {
    send(streams.output, protocol::Error{0, protocol::kBadMessage, error.what()});
  } catch (const std::bad_alloc&) {
    send(streams.output,
         protocol::Error{0, protocol::kOutOfMemory, "the request does not fit in memory"});
  }
  return kBroken;
}

}  // namespace kassay::worker
