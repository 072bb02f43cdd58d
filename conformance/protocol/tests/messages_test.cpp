#include "conformance/protocol/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "conformance/runner/tests/toy_vectors.h"
#include "spec/lib/safetensors.h"

namespace kassay::protocol::messages_test {
namespace {

using runner::toy_inputs;
using runner::toy_program;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

struct Body {
  std::shared_ptr<std::byte> buffer;
  std::size_t size;
};

Body body_of(const std::vector<std::byte>& bytes, std::size_t skipped) {
  Body body{{new std::byte[bytes.size()], std::default_delete<std::byte[]>()},
            bytes.size() - skipped};
  std::memcpy(body.buffer.get(), bytes.data() + skipped, body.size);
  return body;
}

template <class T>
T request_round_trip(const T& request) {
  std::vector<std::byte> frame = encode(Request(request));
  EXPECT_EQ(decode_length(frame.data()), frame.size() - kLengthBytes);
  Body body = body_of(frame, kLengthBytes);
  return std::get<T>(decode_request(body.buffer, body.size));
}

template <class T>
T reply_round_trip(const T& reply) {
  Body body = body_of(encode(Reply(reply)), kLengthBytes);
  return std::get<T>(decode_reply(body.buffer, body.size));
}

// The error of decoding a message with this JSON text.
std::string reply_error(const std::string& json) {
  TensorFile file;
  file.metadata["message"] = json;
  Body body = body_of(serialize_safetensors(file), 0);
  try {
    decode_reply(body.buffer, body.size);
  } catch (const ProtocolError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Protocol, Start) {
  EXPECT_EQ(request_round_trip(Start{1, Edition::kJa}).edition, Edition::kJa);
}

TEST(Protocol, StartOfALaterVersionIsReadAsFarAsItGoes) {
  EXPECT_EQ(request_round_trip(Start{2, Edition::kKo}).protocol, 2);
}

TEST(Protocol, RunWithInputs) {
  protocol::Run run =
      request_round_trip(protocol::Run{7, toy_program("identity"), 2.5, toy_inputs()});
  EXPECT_EQ(run.id, 7);
  EXPECT_EQ(run.deadline, 2.5);
  ASSERT_EQ(run.program.calls.size(), 1u);
  EXPECT_EQ(run.program.calls[0].function, "identity");
  ASSERT_EQ(run.inputs.size(), 1u);
  EXPECT_TRUE(std::ranges::equal(run.inputs.at("x").bytes(), toy_inputs().at("x").bytes()));
}

TEST(Protocol, Stop) { request_round_trip(Stop{}); }

TEST(Protocol, Started) {
  Started started = reply_round_trip(
      Started{1, {"name", "2.0", "cpu", {"dot", "exp"}, {"dot"}, {"float32", "bool"}}});
  EXPECT_EQ(started.info.name, "name");
  EXPECT_EQ(started.info.version, "2.0");
  EXPECT_EQ(started.info.device, "cpu");
  EXPECT_THAT(started.info.functions, ElementsAre("dot", "exp"));
  EXPECT_THAT(started.info.native, ElementsAre("dot"));
  EXPECT_THAT(started.info.dtypes, ElementsAre("float32", "bool"));
}

TEST(Protocol, OutputsOfEveryKind) {
  Tensor tensor = toy_inputs().at("x");
  double infinity = std::numeric_limits<double>::infinity();
  List values = {None{}, true,   std::int64_t{-3},     0.1, std::nan(""), infinity, -infinity,
                 "text", tensor, List{tensor, List{}}, 2.0};
  Outputs outputs = reply_round_trip(Outputs{3, values});
  ASSERT_EQ(outputs.outputs.size(), values.size());
  EXPECT_TRUE(outputs.outputs[0].is_none());
  EXPECT_EQ(*outputs.outputs[1].get_if<bool>(), true);
  EXPECT_EQ(*outputs.outputs[2].get_if<std::int64_t>(), -3);
  EXPECT_EQ(*outputs.outputs[3].get_if<double>(), 0.1);
  EXPECT_TRUE(std::isnan(*outputs.outputs[4].get_if<double>()));
  EXPECT_EQ(*outputs.outputs[5].get_if<double>(), infinity);
  EXPECT_EQ(*outputs.outputs[6].get_if<double>(), -infinity);
  EXPECT_EQ(*outputs.outputs[7].get_if<std::string>(), "text");
  EXPECT_TRUE(std::ranges::equal(outputs.outputs[8].get_if<Tensor>()->bytes(), tensor.bytes()));
  const List& list = *outputs.outputs[9].get_if<List>();
  ASSERT_EQ(list.size(), 2u);
  EXPECT_NE(list[0].get_if<Tensor>(), nullptr);
  EXPECT_EQ(*outputs.outputs[10].get_if<double>(), 2.0);  // still a float
}

TEST(Protocol, ErrorMaySayWhichCallRaised) {
  EXPECT_EQ(reply_round_trip(Error{4, "value", "no", 3}).call, 3);
  EXPECT_EQ(reply_round_trip(Error{4, "value", "no"}).call, 0);
  EXPECT_THAT(reply_error(R"({"type":"error","id":1,"kind":"value","message":"","call":0})"),
              HasSubstr("numbered from 1"));
}

TEST(Protocol, ErrorWithTextThatIsNotUtf8) {
  Error error = reply_round_trip(Error{4, "value", "bad \xff byte"});
  EXPECT_EQ(error.kind, "value");
  EXPECT_THAT(error.message, AllOf(HasSubstr("bad "), HasSubstr(" byte")));
}

TEST(Protocol, ReplyWithoutIdHasIdZero) {
  TensorFile file;
  file.metadata["message"] = R"({"type":"error","kind":"other","message":"m"})";
  Body body = body_of(serialize_safetensors(file), 0);
  EXPECT_EQ(std::get<Error>(decode_reply(body.buffer, body.size)).id, 0);
}

TEST(Protocol, LengthAboveTheLimit) {
  std::uint64_t length = kMaxMessageBytes + 1;
  EXPECT_THROW(decode_length(reinterpret_cast<const std::byte*>(&length)), ProtocolError);
  length = kMaxMessageBytes;
  EXPECT_EQ(decode_length(reinterpret_cast<const std::byte*>(&length)), kMaxMessageBytes);
}

TEST(MalformedReply, NamesThePlace) {
  EXPECT_THAT(reply_error("nonsense"), HasSubstr("message"));
  EXPECT_THAT(reply_error("[]"), HasSubstr("an array"));
  EXPECT_THAT(reply_error("{}"), HasSubstr("type"));
  EXPECT_THAT(reply_error(R"({"type":"answer"})"), HasSubstr("/type"));
  EXPECT_THAT(reply_error(R"({"type":"outputs","outputs":[]})"), HasSubstr("id"));
  EXPECT_THAT(reply_error(R"({"type":"outputs","id":"1","outputs":[]})"), HasSubstr("/id"));
  EXPECT_THAT(reply_error(R"({"type":"outputs","id":1,"outputs":3})"), HasSubstr("/outputs"));
  EXPECT_THAT(reply_error(R"({"type":"outputs","id":1,"outputs":[0,[{"tensor":"t"}]]})"),
              HasSubstr("/outputs/1/0"));
  EXPECT_THAT(reply_error(R"({"type":"outputs","id":1,"outputs":[{"float":"big"}]})"),
              HasSubstr("/outputs/0"));
  EXPECT_THAT(reply_error(R"({"type":"error","id":1,"kind":"ValueError","message":""})"),
              HasSubstr("/kind"));
  EXPECT_THAT(reply_error(R"({"type":"started","protocol":1,"name":"","version":"","device":"",)"
                          R"("functions":[],"dtypes":["float31"]})"),
              HasSubstr("/dtypes/0"));
  EXPECT_THAT(reply_error(std::string(10000, '[') + std::string(10000, ']')),
              HasSubstr("levels of nesting"));
}

// `count` times the text, with commas.
std::string repeated(const std::string& text, std::size_t count) {
  std::string all;
  all.reserve(count * (text.size() + 1));
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) all += ',';
    all += text;
  }
  return all;
}

TEST(MalformedReply, WithMoreValuesThanItMayHave) {
  const std::string outputs = "[" + repeated("[]", 10'000'000) + "]";
  rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  EXPECT_THAT(reply_error(R"({"type":"outputs","id":1,"outputs":)" + outputs + "}"),
              HasSubstr("more than 1000000 values"));
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 1 << 20);  // KiB
}

TEST(MalformedReply, WithMoreTextThanItMayHave) {
  EXPECT_THAT(
      reply_error(R"({"type":"unsupported","reason":")" + std::string(70'000'000, 'x') + "\"}"),
      HasSubstr("header"));
}

TEST(MalformedReply, WithMoreOutputsThanItMayHave) {
  EXPECT_THAT(reply_error(R"({"type":"outputs","id":1,"outputs":[)" + repeated("0", 10'001) + "]}"),
              HasSubstr("10001 outputs, above the limit of 10000"));
}

TEST(MalformedReply, WithMoreDimensionsThanItMayHave) {
  const Tensor deep(DType::kInt8, Shape(65, 1));
  const std::vector<std::byte> frame = encode(Outputs{1, {deep}}, {});
  const Body body = body_of(frame, kLengthBytes);
  EXPECT_THROW(decode_reply(body.buffer, body.size), ProtocolError);
}

TEST(LongText, IsCut) {
  const std::string text(1'000'000, 'x');
  EXPECT_LT(reply_round_trip(NotSupported{1, text}).reason.size(), 11'000u);
  EXPECT_LT(reply_round_trip(Error{1, "value", text}).message.size(), 11'000u);
  Started started;
  started.protocol = kVersion;
  started.info.name = started.info.version = started.info.device = text;
  const BackendInfo info = reply_round_trip(started).info;
  for (const std::string& cut : {info.name, info.version, info.device}) EXPECT_LT(cut.size(), 300u);
}

TEST(Protocol, ProgramsThatRunTogetherHaveTheirOwnInputs) {
  Inputs other = toy_inputs();
  other.emplace("y", Tensor(DType::kInt8, Shape{2}));
  const Together together = request_round_trip(
      Together{3, {{toy_program("identity"), toy_inputs()}, {toy_program("fail"), other}}, 16, 2});
  EXPECT_EQ(together.id, 3);
  EXPECT_EQ(together.times, 16);
  EXPECT_EQ(together.deadline, 2);
  ASSERT_EQ(together.runs.size(), 2u);
  EXPECT_EQ(together.runs[0].inputs.size(), 1u);
  EXPECT_EQ(together.runs[1].inputs.size(), 2u);
  EXPECT_EQ(together.runs[1].inputs.at("y").dtype(), DType::kInt8);
  EXPECT_EQ(together.runs[1].program.calls.at(0).function, "fail");
}

TEST(Protocol, DifferentAnswersKeepTheirOrder) {
  const Outputs first{4, {Tensor(DType::kInt8, Shape{1})}}, second{4, {Tensor(DType::kInt16, {})}};
  const Answers answers = reply_round_trip(
      Answers{4, {{first}, {second, Error{4, "value", "no"}, NotSupported{4, ""}}}});
  EXPECT_EQ(answers.id, 4);
  ASSERT_EQ(answers.of_runs.size(), 2u);
  const auto dtype_of = [](const Answer& answer) {
    return std::get<Outputs>(answer).outputs.at(0).get_if<Tensor>()->dtype();
  };
  EXPECT_EQ(dtype_of(answers.of_runs[0].at(0)), DType::kInt8);
  EXPECT_EQ(dtype_of(answers.of_runs[1].at(0)), DType::kInt16);
  EXPECT_EQ(std::get<Error>(answers.of_runs[1].at(1)).message, "no");
  EXPECT_TRUE(std::holds_alternative<NotSupported>(answers.of_runs[1].at(2)));
}

TEST(MalformedReply, AnswersWithoutAnAnswer) {
  EXPECT_THAT(reply_error(R"({"type": "answers", "id": 1, "answers": [[]]})"),
              AllOf(HasSubstr("/answers/0"), HasSubstr("no answer")));
}

TEST(MalformedReply, InvalidAnswers) {
  EXPECT_THAT(reply_error(R"({"type": "answers", "id": 1, "answers": [[{"type": "started"}]]})"),
              AllOf(HasSubstr("/answers/0/0/type"), HasSubstr("no such reply")));
}

TEST(MalformedReply, BufferWithoutMessage) {
  Body body = body_of(serialize_safetensors({}), 0);
  EXPECT_THROW(decode_reply(body.buffer, body.size), ProtocolError);
  body.size = 0;
  EXPECT_THROW(decode_reply(body.buffer, body.size), ProtocolError);
}

}  // namespace
}  // namespace kassay::protocol::messages_test
