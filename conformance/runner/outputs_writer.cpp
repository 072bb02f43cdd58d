#include "conformance/runner/outputs_writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "conformance/protocol/messages.h"
#include "conformance/runner/kept_outputs.h"
#include "conformance/runner/outputs_files.h"
#include "conformance/runner/results_file.h"
#include "spec/lib/atomic_file.h"
#include "spec/lib/error.h"
#include "spec/lib/result_lines.h"

namespace kassay::runner {
namespace {

constexpr mode_t kFilePermissions = 0666;  // less the umask
constexpr mode_t kFolderPermissions = 0777;

[[noreturn]] void fail(const std::string& file, const std::string& attempt,
                       const std::string& remedy) {
  throw FileError(file, "", attempt + ": " + std::strerror(errno), remedy);
}

// Opens a file of the folder. Never follows a link, which could lead elsewhere.
Descriptor open_own(const std::string& file, int flags) {
  Descriptor descriptor(
      open(file.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, kFilePermissions));
  struct stat status {};
  const bool is_open = descriptor.get() >= 0 && fstat(descriptor.get(), &status) == 0;
  if (is_open ? !S_ISREG(status.st_mode) || status.st_nlink != 1 : errno == ELOOP) {
    throw FileError(file, "",
                    "it is a link or not a regular file: outputs go only to regular files",
                    "Name a folder that only this run writes to.");
  }
  if (!is_open)
    fail(file, "cannot be opened", "Make it readable and writable, or name another folder.");
  return descriptor;
}

// Where the last complete record ends. Throws FileError if a head is damaged, because answers may follow it.
off_t end_of_records(const std::string& file, int descriptor, off_t size) {
  off_t end = 0;
  for (int number = 1;; ++number) {
    RecordHead head;
    if (pread(descriptor, head.data(), head.size(), end) != static_cast<ssize_t>(head.size()))
      return end;
    const auto rest = rest_of_record(head);
    if (!rest) {
      throw FileError(file, "frame " + std::to_string(number), "its length is damaged",
                      "Restore the file, or give --keep-outputs a new folder and --overwrite "
                      "instead of --resume.");
    }
    const off_t next = end + static_cast<off_t>(head.size() + *rest);
    if (next > size) return end;
    end = next;
  }
}

// Hidden files do not count: a run that is killed while it writes the header leaves one.
bool is_empty(const std::string& folder) {
  const std::filesystem::directory_iterator entries(folder);
  return std::all_of(begin(entries), end(entries), [](const auto& entry) {
    return entry.path().filename().string().starts_with('.');
  });
}

// Cuts off an incomplete last record. Returns how many bytes it had.
off_t cut_off_rest(const std::string& file) {
  const Descriptor descriptor = open_own(file, O_RDWR);
  const off_t size = lseek(descriptor.get(), 0, SEEK_END);
  const off_t end = end_of_records(file, descriptor.get(), size);
  if (end < size && ftruncate(descriptor.get(), end) != 0) {
    fail(file, "cannot be truncated", "Name another folder, and run without --resume.");
  }
  return size - end;
}

}  // namespace

OutputsWriter::OutputsWriter(const std::string& folder, bool resume) : folder_(folder) {
  created_ = mkdir(folder_.c_str(), kFolderPermissions) == 0;
  if (!created_ && errno != EEXIST) {
    fail(folder_, "cannot be created",
         "Give --keep-outputs a folder whose parent exists and may be written to.");
  }
  lock_ = Descriptor(open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock_.get() < 0) {
    fail(folder_, "cannot be opened", "Give --keep-outputs a folder that you may write to.");
  }
  if (flock(lock_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw FileError(folder_, "", "another run is writing to it",
                    "Give --keep-outputs another folder, or wait for that run.");
  }
  if (is_empty(folder_)) return;
  continues_ = resume && std::filesystem::exists(header_file(folder_));
  if (continues_) return;
  throw FileError(
      folder_, "",
      resume ? "it is not empty and lacks run.json, so it does not hold the outputs of a run"
             : "it is not empty",
      resume ? "Name the folder of the run that --resume continues."
             : "Name a new folder or empty this one; or, to continue the run whose "
               "outputs it holds, repeat its command with --resume.");
}

OutputsWriter::~OutputsWriter() {
  if (created_ && !begun_) rmdir(folder_.c_str());
}

void OutputsWriter::begin(const ResultsHeader& header) {
  const std::string file = header_file(folder_);
  begun_ = true;
  if (!continues_) return write_file(file, to_line(header) + "\n");
  ResultsHeader there = read_results(file).header;
  there.waivers = header.waivers;  // waivers do not affect the answers
  const std::string different = run_differences(there, header);
  if (!different.empty()) {
    throw FileError(file, "", "the folder holds outputs of another run: " + different,
                    "Repeat the options of that run, or give --keep-outputs a new folder and "
                    "--overwrite instead of --resume.");
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    if (entry.path().extension() != kOutputsExtension) continue;
    const std::string outputs = entry.path().string();
    if (const off_t bytes = cut_off_rest(outputs); bytes > 0)
      notices_.push_back(outputs + ": the last " + std::to_string(bytes) +
                         " bytes were removed, an answer that the run had not finished writing");
  }
}

void OutputsWriter::add(const std::string& function, std::span<const std::byte> frame) {
  const std::vector<std::byte> record = record_of(frame);
  const std::string name = outputs_file(folder_, function);
  if (function != function_) {
    file_ = open_own(name, O_WRONLY | O_APPEND | O_CREAT);
    function_ = function;
    written_.insert(name);
  }
  for (std::span<const std::byte> rest = record; !rest.empty();) {
    const ssize_t count = write(file_.get(), rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      fail(name, "cannot be written",
           "Make room on the disk, then run the same command with --resume.");
    }
    rest = rest.subspan(static_cast<std::size_t>(count));
  }
}

void OutputsWriter::finish() {
  for (const std::string& file : written_) {
    if (fsync(open_own(file, O_WRONLY).get()) != 0)
      fail(file, "cannot be written to the disk", "Check the disk.");
    sync_name(file);
  }
  if (created_) sync_name(folder_);
}

}  // namespace kassay::runner
