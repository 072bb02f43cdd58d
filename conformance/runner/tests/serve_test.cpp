// The worker's side of the protocol, tested over pipes.
#include "conformance/worker/serve.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <future>
#include <thread>

#include "conformance/protocol/frame_reader.h"
#include "conformance/protocol/messages.h"
#include "conformance/runner/tests/toy_backend.h"
#include "conformance/runner/tests/toy_vectors.h"

namespace kassay::runner::serve_test {
namespace {

using protocol::Error;
using protocol::Outputs;
using testing::HasSubstr;

class Serve : public testing::Test {
 protected:
  Serve() {
    int requests[2], replies[2];
    if (pipe2(requests, O_CLOEXEC) != 0 || pipe2(replies, O_CLOEXEC) != 0) std::abort();
    input_ = Descriptor(requests[1]);
    output_ = Descriptor(replies[0]);
    status_ = std::async(std::launch::async, [this, in = requests[0], out = replies[1]] {
      Descriptor input(in), output(out);
      return worker::serve([this](Edition edition) { return make(edition); }, {in, out});
    });
  }
  ~Serve() override { input_.reset(); }

  std::unique_ptr<Backend> make(Edition edition) {
    if (edition == Edition::kJa) throw Unsupported("no such device");
    if (edition == Edition::kZh) throw std::runtime_error("broken installation");
    return std::make_unique<ToyBackend>();
  }

  void write_bytes(const void* data, std::size_t size) {
    ASSERT_EQ(write(input_.get(), data, size), static_cast<ssize_t>(size));
  }
  protocol::Reply receive() {
    protocol::FrameReader reader;
    protocol::FrameReader::State state = protocol::FrameReader::State::kPartial;
    while (state == protocol::FrameReader::State::kPartial) state = reader.read_from(output_.get());
    if (state != protocol::FrameReader::State::kComplete)
      return Error{-1, "", "no reply: " + reader.detail()};
    protocol::Frame frame = reader.take();
    return protocol::decode_reply(frame.buffer, frame.size);
  }
  template <class Reply>
  Reply ask(const protocol::Request& request) {
    std::vector<std::byte> frame = protocol::encode(request);
    write_bytes(frame.data(), frame.size());
    protocol::Reply reply = receive();
    if (const auto* wanted = std::get_if<Reply>(&reply)) return *wanted;
    ADD_FAILURE() << "another reply came, of index " << reply.index();
    return {};
  }
  template <class Reply>
  Reply run(const std::string& function) {
    ask<protocol::Started>(protocol::Start{});
    return ask<Reply>(protocol::Run{5, toy_program(function), 10, toy_inputs()});
  }

  Descriptor input_, output_;
  std::future<int> status_;
};

TEST_F(Serve, RunsProgramsTogether) {
  ask<protocol::Started>(protocol::Start{});
  const auto answers = ask<protocol::Answers>(protocol::Together{
      6, {{toy_program("identity"), toy_inputs()}, {toy_program("no_such"), {}}}, 3, 10});
  EXPECT_EQ(answers.id, 6);
  ASSERT_EQ(answers.of_runs.size(), 2u);
  ASSERT_EQ(answers.of_runs[0].size(), 1u) << "the same answer three times";
  EXPECT_EQ(std::get<Outputs>(answers.of_runs[0][0]).outputs.size(), 1u);
  ASSERT_EQ(answers.of_runs[1].size(), 1u);
  EXPECT_FALSE(std::holds_alternative<Outputs>(answers.of_runs[1][0]));
}

TEST_F(Serve, IntroducesItself) {
  auto started = ask<protocol::Started>(protocol::Start{});
  EXPECT_EQ(started.info.name, "toy");
  EXPECT_EQ(started.protocol, protocol::kVersion);
  EXPECT_EQ(started.info.dtypes.size(), 9u);
}

TEST_F(Serve, OtherVersion) {
  auto error = ask<Error>(protocol::Start{99, Edition::kKo});
  EXPECT_EQ(error.kind, protocol::kBadMessage);
  EXPECT_THAT(error.message, HasSubstr("99"));
}

TEST_F(Serve, AbsentBackend) {
  EXPECT_EQ(ask<protocol::NotSupported>(protocol::Start{1, Edition::kJa}).reason, "no such device");
}

TEST_F(Serve, BackendThatCannotBeMade) {
  EXPECT_EQ(ask<Error>(protocol::Start{1, Edition::kZh}).message, "broken installation");
}

TEST_F(Serve, Outputs) {
  auto outputs = run<protocol::Outputs>("identity");
  EXPECT_EQ(outputs.id, 5);
  ASSERT_EQ(outputs.outputs.size(), 1u);
  EXPECT_NE(outputs.outputs[0].get_if<Tensor>(), nullptr);
}

TEST_F(Serve, MixedOutputs) {
  auto outputs = run<protocol::Outputs>("mixed");
  ASSERT_EQ(outputs.outputs.size(), 1u);
  EXPECT_EQ(outputs.outputs[0].get_if<List>()->size(), 7u);
}

TEST_F(Serve, RaisedError) {
  auto error = run<Error>("invalid");
  EXPECT_EQ(error.kind, "value");
  EXPECT_EQ(error.id, 5);
  EXPECT_THAT(error.message, HasSubstr("x must not be"));
  EXPECT_EQ(error.call, 1);
}

TEST_F(Serve, OtherException) { EXPECT_EQ(run<Error>("odd").kind, "other"); }

TEST_F(Serve, Unsupported) {
  EXPECT_THAT(run<protocol::NotSupported>("lacking").reason, HasSubstr("no such thing"));
}

TEST_F(Serve, MemoryRunsOut) { EXPECT_EQ(run<Error>("exhausts").kind, protocol::kOutOfMemory); }

TEST_F(Serve, AlteredInput) {
  auto error = run<Error>("alters");
  EXPECT_EQ(error.kind, protocol::kAlteredInput);
  EXPECT_THAT(error.message, HasSubstr("\"x\""));
}

TEST_F(Serve, Violation) {
  auto error = run<Error>("breaks");
  EXPECT_EQ(error.kind, protocol::kViolation);
  EXPECT_EQ(error.message, "breaks wrote outside its buffer");
}

TEST_F(Serve, RunBeforeStart) {
  auto error = ask<Error>(protocol::Run{5, toy_program("identity"), 10, toy_inputs()});
  EXPECT_EQ(error.kind, protocol::kBadMessage);
  EXPECT_EQ(status_.get(), 1);
}

TEST_F(Serve, MalformedRequest) {
  write_bytes("\x08\0\0\0\0\0\0\0nonsense", 16);
  protocol::Reply reply = receive();
  ASSERT_TRUE(std::holds_alternative<Error>(reply));
  EXPECT_EQ(std::get<Error>(reply).kind, protocol::kBadMessage);
  EXPECT_EQ(status_.get(), 1);
}

TEST_F(Serve, StopEndsIt) {
  std::vector<std::byte> frame = protocol::encode(protocol::Request(protocol::Stop{}));
  write_bytes(frame.data(), frame.size());
  EXPECT_EQ(status_.get(), 0);
}

TEST_F(Serve, EndOfInputEndsIt) {
  input_.reset();
  EXPECT_EQ(status_.get(), 0);
}

TEST_F(Serve, EndOfInputInAMessageIsAnError) {
  write_bytes("\x08\0\0", 3);
  input_.reset();
  EXPECT_EQ(status_.get(), 1);
}

}  // namespace
}  // namespace kassay::runner::serve_test
