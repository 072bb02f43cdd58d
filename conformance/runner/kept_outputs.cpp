#include "conformance/runner/kept_outputs.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "conformance/protocol/messages.h"
#include "conformance/runner/outputs_files.h"
#include "spec/lib/atomic_file.h"
#include "spec/lib/error.h"
#include "spec/lib/safetensors.h"

namespace kassay::runner {
namespace {

constexpr char kNoFolder[] = "Name a folder that `kassay run --keep-outputs` wrote.";
constexpr char kDamaged[] = "Run again, with --keep-outputs and a new folder.";

constexpr char kCase[] = "case", kMode[] = "mode", kOutcome[] = "outcome", kReading[] = "reading";

using Metadata = std::map<std::string, std::string>;

// A frame of a file, and its place for error messages.
struct KeptFrame {
  std::string file, place;
  std::shared_ptr<std::byte> buffer;
  std::size_t size;

  [[noreturn]] void fail(const std::string& problem) const {
    throw FileError(file, place, problem, kDamaged);
  }
  std::string label(const Metadata& metadata, const char* key) const {
    const auto found = metadata.find(key);
    if (found == metadata.end()) fail(std::string("its metadata lacks \"") + key + "\"");
    return found->second;
  }
};

KeptAnswer decode_answer(const KeptFrame& frame) {
  KeptAnswer kept;
  protocol::Reply reply;
  try {
    reply = protocol::decode_reply(frame.buffer, frame.size);
  } catch (const protocol::ProtocolError& error) {
    frame.fail(error.what());
  }
  if (auto* outputs = std::get_if<protocol::Outputs>(&reply)) {
    kept.answer.outputs = std::move(outputs->outputs);
  } else if (auto* error = std::get_if<protocol::Error>(&reply)) {
    kept.answer.error_kind = error->kind;
    kept.answer.error_message = error->message;
  } else if (auto* lost = std::get_if<protocol::NotSupported>(&reply)) {
    kept.lost = lost->reason;
  } else {
    frame.fail("the message \"started\" is not an answer to a case");
  }
  return kept;
}

void read_frame(const KeptFrame& frame, KeptOutputs::Answers& answers) {
  Metadata metadata;
  try {
    metadata = parse_safetensors(frame.buffer, frame.size, frame.file).metadata;
  } catch (const FileError& error) {
    frame.fail(error.what());
  }
  const std::string outcome = frame.label(metadata, kOutcome);
  const auto parsed = parse_outcome(outcome);
  if (!parsed) frame.fail("\"" + outcome + "\" is not an outcome");
  KeptAnswer kept = decode_answer(frame);
  kept.outcome = *parsed;
  if (const auto reading = metadata.find(kReading); reading != metadata.end()) {
    kept.reading = reading->second;
  }
  answers[{frame.label(metadata, kCase), frame.label(metadata, kMode)}] = std::move(kept);
}

}  // namespace

std::vector<std::byte> encode_kept(const CaseResult& result, const compare::Answer& answer) {
  Metadata metadata = {{kCase, result.case_id},
                       {kMode, result.mode},
                       {kOutcome, std::string(outcome_name(result.outcome))}};
  if (!result.reading.empty()) metadata[kReading] = result.reading;
  if (!answer.error_kind.empty()) {
    return protocol::encode(protocol::Error{0, answer.error_kind, answer.error_message}, metadata);
  }
  try {
    return protocol::encode(protocol::Outputs{0, answer.outputs}, metadata);
  } catch (const protocol::ProtocolError& error) {  // it is too large
    return protocol::encode(protocol::NotSupported{0, error.what()}, metadata);
  }
}

KeptOutputs::KeptOutputs(const std::string& folder) : folder_(folder) {
  const std::string file = header_file(folder_);
  if (!std::filesystem::exists(file)) {
    throw FileError(folder_, "", "it lacks run.json, so it does not hold the outputs of a run",
                    kNoFolder);
  }
  header_ = read_results(file).header;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    if (entry.path().extension() == kOutputsExtension) functions_.insert(entry.path().stem());
  }
}

KeptOutputs::Answers KeptOutputs::read(const std::string& function) const {
  Answers answers;
  if (!functions_.contains(function)) return answers;
  const std::string file = outputs_file(folder_, function);
  const FileBytes bytes = read_file(file, kNoFolder);
  std::span<const std::byte> left(bytes.data.get(), bytes.size);
  for (int number = 1; left.size() >= kHeadBytes; ++number) {
    KeptFrame frame{file, "frame " + std::to_string(number), nullptr, 0};
    RecordHead head;
    std::copy_n(left.begin(), kHeadBytes, head.begin());
    left = left.subspan(kHeadBytes);
    const auto size = rest_of_record(head);
    if (!size) frame.fail("its length is damaged");
    if (left.size() < *size) break;  // the run ended while it wrote this one
    const auto message = message_in(left.first(*size));
    if (!message) frame.fail("it is damaged");
    left = left.subspan(*size);
    // A copy, because tensors are views of it and must be aligned.
    frame.size = message->size();
    frame.buffer = std::shared_ptr<std::byte>(new std::byte[std::max<std::size_t>(frame.size, 1)],
                                              std::default_delete<std::byte[]>());
    std::ranges::copy(*message, frame.buffer.get());
    read_frame(frame, answers);
  }
  return answers;
}

}  // namespace kassay::runner
