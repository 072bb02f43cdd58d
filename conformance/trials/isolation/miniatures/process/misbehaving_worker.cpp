// A worker that misbehaves in the middle of a case, as the name of the called function says. Functions
// that are not listed here go to the toy backend.
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "conformance/protocol/execute.h"
#include "conformance/protocol/frame_reader.h"
#include "conformance/protocol/messages.h"
#include "conformance/runner/tests/toy_backend.h"
#include "conformance/runner/tests/toy_vectors.h"
#include "conformance/trials/isolation/miniatures/process/attempts.h"
#include "conformance/worker/serve.h"

namespace {

using namespace kassay;
using protocol::Outputs;
using protocol::Reply;

constexpr std::size_t kFloodBytes = std::size_t{8} << 20;
worker::ProtocolStreams streams;

void write_raw(const void* data, std::size_t size) {
  for (std::size_t sent = 0; sent < size;) {
    ssize_t count = write(streams.output, static_cast<const char*>(data) + sent, size - sent);
    if (count <= 0) _exit(9);
    sent += static_cast<std::size_t>(count);
  }
}

void write_text(const std::string& text) { write_raw(text.data(), text.size()); }

void write_length(std::uint64_t length) { write_raw(&length, sizeof length); }

void send(const protocol::Reply& reply) {
  std::vector<std::byte> frame = protocol::encode(reply);
  write_raw(frame.data(), frame.size());
}

[[noreturn]] void hang() {
  std::signal(SIGTERM, SIG_IGN);
  while (true) pause();
}

// Starts a child that ignores signals and keeps the pipes open, then does the same.
[[noreturn]] void hang_with_child() {
  pid_t child = fork();
  if (child == 0) hang();
  std::cerr << "child " << child << std::endl;
  hang();
}

// Starts a child as a daemon: in its own session, with its parent ended, and without the pipe.
void leave_a_daemon() {
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    close(streams.output);
    hang();
  }
  waitpid(child, nullptr, 0);
}

// The answer to the previous case, under the id of this one.
void answer_of_another_case(std::int64_t id) {
  Tensor tensor(DType::kFloat32, {3});
  tensor.mutable_data<float>()[0] = 41;
  send(protocol::Outputs{id, {tensor}});
}

void flood(std::ostream& stream) {
  std::string line(1023, 'x');
  for (std::size_t i = 0; i < kFloodBytes / 1024; ++i) stream << line << '\n';
  stream << std::flush;
}

// Allocates and touches memory until none is left.
std::size_t take_all_memory() {
  constexpr std::size_t kChunk = std::size_t{16} << 20;
  std::size_t taken = 0;
  while (void* chunk = std::malloc(kChunk)) {
    std::memset(chunk, 1, kChunk);
    taken += kChunk;
  }
  return taken;
}

constexpr std::size_t kMuch = std::size_t{700} << 20;

// Maps memory and touches every byte. Throws std::bad_alloc if that fails.
void hold(std::size_t bytes, int sharing) {
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  std::memset(memory, 1, bytes);
}

void half_a_message(std::int64_t id) {
  std::vector<std::byte> frame =
      protocol::encode(protocol::Reply(protocol::Outputs{id, {std::string(1000, 'x')}}));
  write_raw(frame.data(), frame.size() / 2);
}

// The visible processes of the guard above this one.
std::vector<pid_t> guards() {
  std::vector<pid_t> found;
  for (pid_t pid = getppid(); pid > 0;) {
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string number, name, state;
    pid_t parent = 0;
    if (!(stat >> number >> name >> state >> parent) || name != "(kassay-guard)") break;
    found.push_back(pid);
    pid = parent;
  }
  return found;
}

// Starts a daemon that sends the signal to the guard, over and over.
void attack_the_guard(int signal) {
  const std::vector<pid_t> targets = guards();
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  close(streams.output);
  while (true) {
    for (const pid_t target : targets) kill(target, signal);
    usleep(1000);
  }
}

using Misbehaviour = std::function<void(std::int64_t id)>;

const std::map<std::string, Misbehaviour>& misbehaviours() {
  static const std::map<std::string, Misbehaviour> table = {
      {"segfault",
       [](std::int64_t) {
         std::cerr << "about to fault\n" << std::flush;
         std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would exit instead
         std::raise(SIGSEGV);
       }},
      {"abort", [](std::int64_t) { std::abort(); }},
      {"exit_zero", [](std::int64_t) { _exit(0); }},
      {"exit_three", [](std::int64_t) { _exit(3); }},
      {"hang", [](std::int64_t) { hang(); }},
      {"hang_with_child", [](std::int64_t) { hang_with_child(); }},
      {"close_output",
       [](std::int64_t) {
         close(streams.output);
         hang();
       }},
      {"garbage", [](std::int64_t) { write_text("Using TensorFlow backend.\n"); }},
      {"binary_garbage",
       [](std::int64_t) {
         write_length(64);
         write_text(std::string(64, '\xff'));
       }},
      {"not_json",
       [](std::int64_t) {
         std::string header = R"({"__metadata__":{"message":"{nonsense"}})";
         write_length(sizeof(std::uint64_t) + header.size());
         write_length(header.size());
         write_text(header);
       }},
      {"half_then_exit",
       [](std::int64_t id) {
         half_a_message(id);
         _exit(0);
       }},
      {"half_then_hang",
       [](std::int64_t id) {
         half_a_message(id);
         hang();
       }},
      {"huge_length", [](std::int64_t) { write_length(~std::uint64_t{0}); }},
      {"lying_length",
       [](std::int64_t) {
         write_length(protocol::kMaxMessageBytes);
         _exit(0);
       }},
      {"wrong_id",
       [](std::int64_t id) {
         send(protocol::Outputs{id + 1, {None{}}});
       }},
      {"two_answers",
       [](std::int64_t id) {
         std::vector<std::byte> frame =
             protocol::encode(protocol::Reply(protocol::Outputs{id, {None{}}}));
         std::vector<std::byte> twice = frame;
         twice.insert(twice.end(), frame.begin(), frame.end());
         write_raw(twice.data(), twice.size());
       }},
      {"started_again", [](std::int64_t) { send(protocol::Started{}); }},
      {"unknown_kind",
       [](std::int64_t id) {
         send(protocol::Error{id, "ValueError", "no"});
       }},
      {"breach",
       [](std::int64_t id) {
         send(protocol::Error{id, protocol::kViolation, "square wrote outside its buffer"});
       }},
      {"rejects",
       [](std::int64_t) {
         send(protocol::Error{0, protocol::kBadMessage, "what?"});
       }},
      {"another_case", answer_of_another_case},
      {"keep_state",
       [](std::int64_t id) {
         static int programs = 0;
         Tensor answer = runner::toy_inputs().at("x");
         answer.mutable_data<float>()[0] += static_cast<float>(programs++);
         send(protocol::Outputs{id, {answer}});
       }},
      {"wrong_shape",
       [](std::int64_t id) {
         send(protocol::Outputs{id, {Tensor(DType::kFloat32, {1, 3})}});
       }},
      {"wrong_dtype",
       [](std::int64_t id) {
         send(protocol::Outputs{id, {Tensor(DType::kFloat64, {3})}});
       }},
      {"daemon",
       [](std::int64_t id) {
         leave_a_daemon();
         send(protocol::Outputs{id, {None{}}});
       }},
      {"temporary_file",
       [](std::int64_t id) {
         const std::string folder = std::getenv("TMPDIR");
         std::ofstream(folder + "/left") << "behind";
         send(protocol::Outputs{id, {folder}});
       }},
      {"no_outputs",
       [](std::int64_t id) {
         send(protocol::Outputs{id, {}});
       }},
      {"too_many_outputs",
       [](std::int64_t id) {
         send(protocol::Outputs{id, {None{}, None{}}});
       }},
      {"ends_later",
       [](std::int64_t id) {
         send(protocol::Outputs{id, {None{}}});
         _exit(4);
       }},
      {"flood_standard_error",
       [](std::int64_t id) {
         flood(std::cerr);
         send(protocol::Outputs{id, {None{}}});
       }},
      {"flood_standard_output",
       [](std::int64_t id) {
         flood(std::cout);
         send(protocol::Outputs{id, {None{}}});
       }},
      {"flood_protocol",
       [](std::int64_t) {
         while (true) write_text(std::string(4096, 'x'));
       }},
      {"throws_on_memory",
       [](std::int64_t id) {
         take_all_memory();
         send(protocol::Error{id, protocol::kOutOfMemory, "an allocation failed"});
       }},
      {"dies_on_memory",
       [](std::int64_t) {
         take_all_memory();
         std::abort();
       }},
      {"shares_memory",
       [](std::int64_t) {
         hold(kMuch, MAP_SHARED);
         hang();
       }},
      {"children_with_memory",
       [](std::int64_t) {
         constexpr std::size_t kChildren = 8;
         for (std::size_t i = 0; i < kChildren; ++i) {
           if (fork() != 0) continue;
           hold(kMuch / kChildren, MAP_PRIVATE);
           hang();
         }
         hang();
       }},
      {"raises_its_limit",
       [](std::int64_t) {
         const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
         setrlimit(RLIMIT_DATA, &none);  // only root may
         hold(kMuch, MAP_PRIVATE);
         hang();
       }},
      {"kills_its_guard",
       [](std::int64_t) {
         attack_the_guard(SIGKILL);
         hang();
       }},
      {"stops_its_guard",
       [](std::int64_t) {
         attack_the_guard(SIGSTOP);
         hang();
       }},
      {"kills_itself", [](std::int64_t) { kill(getpid(), SIGKILL); }},
      {"kills_its_group", [](std::int64_t) { kill(0, SIGKILL); }},
      {"unprintable_standard_error",
       [](std::int64_t) {
         std::cerr << "\xff\xfe \x1b[31mred\x07" << std::flush;
         _exit(1);
       }},
  };
  return table;
}

// The function under test: the only one besides `constant` and `eval`.
std::string subject(const Program& program) {
  for (const Call& call : program.calls) {
    if (call.function != "constant" && call.function != "eval") return call.function;
  }
  return {};
}

void answer(const protocol::Run& run, Backend& backend) {
  auto misbehaviour = misbehaviours().find(subject(run.program));
  if (misbehaviour != misbehaviours().end()) return misbehaviour->second(run.id);
  if (const std::string told = miniatures::attempt(subject(run.program)); !told.empty()) {
    return send(protocol::Outputs{run.id, {told}});
  }
  protocol::CallResult result = protocol::execute(backend, run.program, run.inputs);
  if (auto* answer = std::get_if<compare::Answer>(&result)) {
    if (answer->error_kind.empty()) return send(protocol::Outputs{run.id, answer->outputs});
    return send(protocol::Error{run.id, answer->error_kind, answer->error_message});
  }
  send(protocol::NotSupported{run.id, std::get<protocol::AbnormalEnd>(result).message});
}

void start(const std::string& how) {
  protocol::Started started;
  started.info = {"misbehaving", "1.0", "none", {}, {}};
  if (how == "exits") {
    std::cerr << "no licence found\n" << std::flush;
    _exit(5);
  }
  if (how == "hangs") hang();
  if (how == "garbage") return write_text("Welcome to this backend!\n");
  if (how == "prints") {
    write_text("Hello\n");
    _exit(0);
  }
  if (how == "other-version") started.protocol = 99;
  if (how == "absent") return send(protocol::NotSupported{0, "there is no device"});
  if (how == "error") return send(protocol::Error{0, "other", "no edition of mine"});
  if (how == "few-functions") started.info.functions = {"constant", "eval", "identity"};
  if (how == "misspells") started.info.functions = {"constant", "eval", "identty"};
  if (how == "few-dtypes") started.info.dtypes = {"float64"};
  send(started);
}

}  // namespace

// The first argument says how the worker starts. With "once" it starts only the first time; the second
// argument names a file that marks the first time.
int main(int argc, char** argv) {
  std::string how = argc > 1 ? argv[1] : "";
  std::signal(SIGPIPE, SIG_DFL);
  streams = worker::take_standard_streams();
  if (how == "once") {
    if (access(argv[2], F_OK) == 0) return 6;
    std::fclose(std::fopen(argv[2], "w"));
  }
  runner::ToyBackend backend;
  while (true) {
    protocol::FrameReader reader;
    protocol::FrameReader::State state = protocol::FrameReader::State::kPartial;
    while (state == protocol::FrameReader::State::kPartial) state = reader.read_from(streams.input);
    if (state != protocol::FrameReader::State::kComplete) return 0;
    protocol::Frame frame = reader.take();
    protocol::Request request = protocol::decode_request(frame.buffer, frame.size);
    if (std::holds_alternative<protocol::Stop>(request)) return 0;
    if (std::holds_alternative<protocol::Start>(request)) {
      start(how);
    } else {
      answer(std::get<protocol::Run>(request), backend);
    }
  }
}
