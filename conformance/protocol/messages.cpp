#include "conformance/protocol/messages.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "spec/lib/error.h"
#include "spec/lib/json_node.h"
#include "spec/lib/json_text.h"
#include "spec/lib/json_value.h"
#include "spec/lib/printable.h"
#include "spec/lib/program_json.h"
#include "spec/lib/safetensors.h"
#include "spec/lib/text.h"

namespace kassay::protocol {
namespace {

using Json = nlohmann::json;

constexpr char kMessageKey[] = "message";
constexpr std::size_t kMaxErrorText = 1000;
// Limits for a message without the elements of its tensors. They limit the memory for reading it (half a gigabyte) and the size of
// results.
constexpr HeaderLimits kHeaderLimits{.bytes = std::size_t{64} << 20, .values = 1'000'000};
constexpr std::size_t kMostOutputs = 10'000;
constexpr std::size_t kMostRuns = 256;                            // of one message
constexpr std::size_t kLongestName = 200, kLongestText = 10'000;  // of a backend, in bytes
constexpr std::size_t kMostDimensions = 64;

// ---- Encoding ----

std::vector<std::byte> frame(const Json& message, TensorFile file) {
  file.metadata[kMessageKey] = dump_json(message);
  std::vector<std::byte> body = serialize_safetensors(file);
  if (body.size() > kMaxMessageBytes) {
    throw ProtocolError("a message of " + std::to_string(body.size()) +
                        " bytes is above the limit of " + std::to_string(kMaxMessageBytes));
  }
  std::vector<std::byte> result(kLengthBytes + body.size());
  std::uint64_t length = body.size();
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    result[i] = static_cast<std::byte>(length >> (8 * i));
  }
  std::copy(body.begin(), body.end(), result.begin() + kLengthBytes);
  return result;
}

Json encode_value(const Value& value, TensorFile& file) {
  if (const auto* tensor = value.get_if<Tensor>()) {
    std::string name = "output" + std::to_string(file.tensors.size());
    file.tensors.emplace(name, *tensor);
    return {{"tensor", name}};
  }
  if (const auto* list = value.get_if<List>()) {
    Json items = Json::array();
    for (const Value& item : *list) items.push_back(encode_value(item, file));
    return items;
  }
  return to_json(value);
}

Json message_of(const Outputs& outputs, TensorFile& file) {
  Json items = Json::array();
  for (const Value& value : outputs.outputs) items.push_back(encode_value(value, file));
  Json message = {{"type", "outputs"}, {"id", outputs.id}, {"outputs", items}};
  if (!outputs.seconds.empty()) message["seconds"] = outputs.seconds;
  return message;
}

Json message_of(const NotSupported& answer, TensorFile& /*file*/) {
  return {{"type", "unsupported"}, {"id", answer.id}, {"reason", answer.reason}};
}

Json message_of(const Error& error, TensorFile& /*file*/) {
  Json message = {
      {"type", "error"}, {"id", error.id}, {"kind", error.kind}, {"message", error.message}};
  if (error.call > 0) message["call"] = error.call;
  return message;
}

Json message_of(const Answers& answers, TensorFile& file) {
  Json of_runs = Json::array();
  for (const std::vector<Answer>& different : answers.of_runs) {
    Json items = Json::array();
    for (const Answer& answer : different) {
      items.push_back(std::visit([&](const auto& each) { return message_of(each, file); }, answer));
    }
    of_runs.push_back(std::move(items));
  }
  return {{"type", "answers"}, {"id", answers.id}, {"answers", of_runs}};
}

Json message_of(const Started& started, TensorFile& /*file*/) {
  Json message = {{"type", "started"},
                  {"protocol", started.protocol},
                  {"name", started.info.name},
                  {"version", started.info.version},
                  {"device", started.info.device},
                  {"functions", started.info.functions},
                  {"native", started.info.native}};
  if (!started.info.dtypes.empty()) message["dtypes"] = started.info.dtypes;
  if (started.info.threads) message["threads"] = true;
  return message;
}

Json message_of(const Start& start, TensorFile& /*file*/) {
  return {{"type", "start"},
          {"protocol", start.protocol},
          {"edition", std::string(edition_name(start.edition))}};
}

Json message_of(const Run& run, TensorFile& file) {
  file.tensors = run.inputs;
  return {{"type", "run"},
          {"id", run.id},
          {"program", to_json(run.program)},
          {"deadline", run.deadline}};
}

// The inputs of the programs share the names of one buffer.
std::string prefix_of_run(std::size_t place) { return std::to_string(place) + "/"; }

Json message_of(const Together& together, TensorFile& file) {
  Json programs = Json::array();
  for (std::size_t i = 0; i < together.runs.size(); ++i) {
    programs.push_back(to_json(together.runs[i].program));
    for (const auto& [name, tensor] : together.runs[i].inputs) {
      file.tensors.emplace(prefix_of_run(i) + name, tensor);
    }
  }
  return {{"type", "together"},
          {"id", together.id},
          {"programs", programs},
          {"times", together.times},
          {"deadline", together.deadline}};
}

Json message_of(const Stop& /*stop*/, TensorFile& /*file*/) { return {{"type", "stop"}}; }

// ---- Decoding ----

// A buffer split into its parts. Any fault throws a FileError that names the place.
struct Message {
  Message(std::shared_ptr<std::byte> buffer, std::size_t size)
      : file(parse_safetensors(std::move(buffer), size, kSource.file, kHeaderLimits)) {
    auto found = file.metadata.find(kMessageKey);
    if (found == file.metadata.end()) {
      throw FileError(kSource.file, "metadata", "the key \"message\" is missing", kSource.remedy);
    }
    json = parse_json(found->second, kSource.file, kSource.remedy, "", kHeaderLimits.values);
  }
  JsonNode root() const { return {json, kSource}; }
  std::string type() const { return root().at("type").text(); }

  static inline const JsonSource kSource{"message", "", "See conformance/PROTOCOL.md."};
  TensorFile file;
  Json json;
};

std::string text_of(const JsonNode& node, std::size_t longest = kLongestText) {
  return wording::shortened(node.text(), longest);
}

Value decode_value(const JsonNode& node, const TensorFile& file) {
  if (node.is_array()) {
    List list;
    for (const JsonNode& item : node.elements()) list.push_back(decode_value(item, file));
    return list;
  }
  if (node.is_object() && node.find("tensor")) {
    node.allow_only({"tensor"});
    auto found = file.tensors.find(node.at("tensor").text());
    if (found == file.tensors.end()) node.fail("the buffer has no tensor of this name");
    if (found->second.shape().size() > kMostDimensions)
      node.fail("a tensor of more than " + std::to_string(kMostDimensions) + " dimensions");
    return found->second;
  }
  return value_from_json(node);
}

Together decode_together(const JsonNode& root, const TensorFile& file) {
  Together together{
      root.at("id").integer(), {}, root.at("times").count(), root.at("deadline").number()};
  const std::vector<JsonNode> programs = root.at("programs").elements();
  if (programs.size() > kMostRuns) {
    root.at("programs").fail("more than " + std::to_string(kMostRuns) + " programs");
  }
  for (const JsonNode& program : programs) {
    ProgramRun run{parse_program(program.json(), Message::kSource.file), {}};
    const std::string prefix = prefix_of_run(together.runs.size());
    for (const auto& [name, tensor] : file.tensors) {
      if (name.starts_with(prefix)) run.inputs.emplace(name.substr(prefix.size()), tensor);
    }
    together.runs.push_back(std::move(run));
  }
  return together;
}

Request decode_request(const Message& message) {
  JsonNode root = message.root();
  std::string type = message.type();
  if (type == "start") {
    Start start;
    start.protocol = root.at("protocol").integer();
    // A later protocol may look different, so check the version first.
    if (start.protocol != kVersion) return start;
    std::optional<Edition> edition = parse_edition(root.at("edition").text());
    if (!edition) root.at("edition").fail("must be \"ko\", \"zh\" or \"ja\"");
    start.edition = *edition;
    return start;
  }
  if (type == "run") {
    return Run{root.at("id").integer(),
               parse_program(root.at("program").json(), Message::kSource.file),
               root.at("deadline").number(), message.file.tensors};
  }
  if (type == "together") return decode_together(root, message.file);
  if (type != "stop") root.at("type").fail("no such request");
  return Stop{};
}

Started decode_started(const JsonNode& root) {
  Started started;
  started.protocol = root.at("protocol").integer();
  if (started.protocol != kVersion) return started;
  started.info.name = text_of(root.at("name"), kLongestName);
  started.info.version = text_of(root.at("version"), kLongestName);
  started.info.device = text_of(root.at("device"), kLongestName);
  started.info.functions = root.at("functions").texts();
  if (std::optional<JsonNode> native = root.find("native")) started.info.native = native->texts();
  if (std::optional<JsonNode> dtypes = root.find("dtypes")) {
    started.info.dtypes = dtypes->texts();
    for (const JsonNode& dtype : dtypes->elements()) {
      if (!parse_dtype(dtype.text())) dtype.fail("unknown dtype");
    }
  }
  if (const auto threads = root.find("threads")) started.info.threads = threads->boolean();
  return started;
}

// The id of the message; 0 if it does not answer a request.
std::int64_t id_if_any(const JsonNode& root) {
  std::optional<JsonNode> id = root.find("id");
  return id && !id->is_null() ? id->integer() : 0;
}

Outputs decode_outputs(const JsonNode& root, const TensorFile& file) {
  Outputs outputs{root.at("id").integer(), {}};
  if (const auto seconds = root.find("seconds")) {
    for (const JsonNode& each : seconds->elements()) outputs.seconds.push_back(each.number());
  }
  const std::vector<JsonNode> items = root.at("outputs").elements();
  if (items.size() > kMostOutputs) {
    root.at("outputs").fail(std::to_string(items.size()) + " outputs, above the limit of " +
                            std::to_string(kMostOutputs));
  }
  for (const JsonNode& output : items) outputs.outputs.push_back(decode_value(output, file));
  return outputs;
}

Error decode_error(const JsonNode& root) {
  Error error{id_if_any(root), root.at("kind").text(), text_of(root.at("message"))};
  if (const auto call = root.find("call")) {
    error.call = call->count();
    if (error.call == 0) call->fail("calls of a program are numbered from 1");
  }
  if (!parse_error_kind(error.kind) && error.kind != kOutOfMemory && error.kind != kAlteredInput &&
      error.kind != kViolation && error.kind != kBadMessage) {
    root.at("kind").fail(
        "unknown kind of error; known are value, type, index, assertion, not-implemented, other, "
        "out-of-memory, altered-input, violation, protocol");
  }
  return error;
}

Answer decode_answer(const JsonNode& root, const TensorFile& file) {
  const std::string type = root.at("type").text();
  if (type == "outputs") return decode_outputs(root, file);
  if (type == "unsupported") return NotSupported{id_if_any(root), text_of(root.at("reason"))};
  if (type == "error") return decode_error(root);
  root.at("type").fail("no such reply");
}

Answers decode_answers(const JsonNode& root, const TensorFile& file) {
  Answers answers{root.at("id").integer(), {}};
  for (const JsonNode& run : root.at("answers").elements()) {
    std::vector<Answer>& different = answers.of_runs.emplace_back();
    for (const JsonNode& answer : run.elements()) {
      different.push_back(decode_answer(answer, file));
    }
    if (different.empty()) run.fail("no answer");
    if (different.size() > kMostAnswers)
      run.fail("more than " + std::to_string(kMostAnswers) + " answers of one program");
  }
  return answers;
}

Reply decode_reply(const Message& message) {
  const JsonNode root = message.root();
  const std::string type = message.type();
  if (type == "started") return decode_started(root);
  if (type == "answers") return decode_answers(root, message.file);
  return std::visit([](auto&& answer) -> Reply { return std::forward<decltype(answer)>(answer); },
                    decode_answer(root, message.file));
}

}  // namespace

std::vector<std::byte> encode(const Request& request) {
  TensorFile file;
  Json message = std::visit([&](const auto& each) { return message_of(each, file); }, request);
  return frame(message, std::move(file));
}

std::vector<std::byte> encode(const Reply& reply,
                              const std::map<std::string, std::string>& labels) {
  TensorFile file;
  file.metadata = labels;
  Json message = std::visit([&](const auto& each) { return message_of(each, file); }, reply);
  return frame(message, std::move(file));
}

std::uint64_t decode_length(const std::byte* bytes, std::uint64_t limit) {
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    length |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  }
  if (length > limit) {
    throw ProtocolError("the length of a message is " + std::to_string(length) +
                        " bytes, above the limit of " + std::to_string(limit));
  }
  return length;
}

std::string describe_message(std::span<const std::byte> buffer) {
  // A copy, because the parsed message may outlive the caller's bytes.
  std::shared_ptr<std::byte> copy(new std::byte[std::max<std::size_t>(buffer.size(), 1)],
                                  std::default_delete<std::byte[]>());
  std::ranges::copy(buffer, copy.get());
  try {
    const Message message(std::move(copy), buffer.size());
    std::string text = dump_json(message.json);
    for (const auto& [name, tensor] : message.file.tensors) {
      text += "\n  tensor " + name + ": " + std::string(dtype_name(tensor.dtype())) + " " +
              to_string(tensor.shape());
    }
    return printable(text);
  } catch (const FileError& error) {
    return std::string("not a message: ") + printable(error.what());
  }
}

Request decode_request(std::shared_ptr<std::byte> buffer, std::size_t size) {
  try {
    return decode_request(Message(std::move(buffer), size));
  } catch (const FileError& error) {
    throw ProtocolError(excerpt(error.what(), kMaxErrorText));
  }
}

Reply decode_reply(std::shared_ptr<std::byte> buffer, std::size_t size) {
  try {
    return decode_reply(Message(std::move(buffer), size));
  } catch (const FileError& error) {
    throw ProtocolError(excerpt(error.what(), kMaxErrorText));
  }
}

}  // namespace kassay::protocol
