#include "conformance/runner/results_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "spec/lib/atomic_file.h"
#include "spec/lib/error.h"
#include "spec/lib/result_lines.h"

namespace kassay::runner {
namespace {

constexpr mode_t kPermissions = 0666;  // less the umask

std::string list(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : " ") + item;
  return text;
}

}  // namespace

std::string run_differences(const ResultsHeader& there, const ResultsHeader& here) {
  auto waivers = [](const ResultsHeader& header) {
    std::string text;
    for (const auto& [file, digest] : header.waivers) {
      text += (text.empty() ? "" : " ") + file + " (sha256 " + digest + ")";
    }
    return text;
  };
  auto shard = [](const ResultsHeader& header) {
    return std::to_string(header.shard_index) + "/" + std::to_string(header.shard_count);
  };
  auto backend = [](const ResultsHeader& header) {
    return header.backend_name + " " + header.backend_version + " on " + header.backend_device;
  };
  // A header records one sandbox, so all results below it must come from the same one.
  auto sandbox = [](const ResultsHeader& header) -> std::string {
    if (!header.sandbox) return "none";
    const SandboxRecord& record = *header.sandbox;
    std::string text = record.mode;
    if (!record.writable.empty()) text += " with --writable " + list(record.writable);
    for (const auto& [measure, why] : record.lacks) text += ", without " + measure;
    return text;
  };
  const std::pair<const char*, std::pair<std::string, std::string>> fields[] = {
      {"--backend", {there.backend_argument, here.backend_argument}},
      {"backend", {backend(there), backend(here)}},
      {"--edition", {there.edition, here.edition}},
      {"--tier", {there.tier, here.tier}},
      {"vectors", {there.vectors_hash, here.vectors_hash}},
      {"filter", {list(there.filter), list(here.filter)}},
      {"--profile", {list(there.profiles), list(here.profiles)}},
      {"--waivers", {waivers(there), waivers(here)}},
      {"--sandbox", {sandbox(there), sandbox(here)}},
      {"--shard", {shard(there), shard(here)}},
      {"--repeat", {std::to_string(there.repetition.runs), std::to_string(here.repetition.runs)}},
      {"--threads",
       {std::to_string(there.repetition.threads), std::to_string(here.repetition.threads)}},
      {"cases selected", {std::to_string(there.selected), std::to_string(here.selected)}},
      {"kassay", {there.kassay_version, here.kassay_version}},
  };
  std::string text;
  for (const auto& [name, values] : fields) {
    if (values.first == values.second) continue;
    text += (text.empty() ? "" : "; ") + std::string(name) + " was \"" + values.first +
            "\" and is now \"" + values.second + "\"";
  }
  return text;
}

void ResultsFile::fail(const std::string& problem, const std::string& remedy) const {
  throw FileError(file_.empty() ? "standard output" : file_, "", problem, remedy);
}

ResultsFile::ResultsFile(const std::string& file, EarlierResults earlier)
    : file_(file), earlier_(earlier), fd_(STDOUT_FILENO) {
  if (file_.empty()) return;
  int flags = O_WRONLY | O_CLOEXEC;
  descriptor_ = Descriptor(open(file_.c_str(), flags | O_CREAT | O_EXCL, kPermissions));
  created_ = descriptor_.get() >= 0;
  if (!created_ && errno == EEXIST) {
    descriptor_ = Descriptor(open(file_.c_str(), flags | O_CREAT, kPermissions));
  }
  fd_ = descriptor_.get();
  if (fd_ < 0) {
    fail(std::string("cannot be written: ") + std::strerror(errno),
         "Give --out a file in a folder that exists and that you may write to.");
  }
  struct stat status {};
  regular_ = fstat(fd_, &status) == 0 && S_ISREG(status.st_mode);
  if (regular_ && flock(fd_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    fail("another run is writing to it", "Give --out another file, or wait for that run.");
  }
  if (regular_ && earlier == EarlierResults::kRefuse && status.st_size > 0) {
    fail("it already exists, and is not empty",
         "--resume continues the run in it, --overwrite replaces it; or give --out another file.");
  }
}

ResultsFile::~ResultsFile() {
  if (created_ && !written_) unlink(file_.c_str());
}

std::size_t ResultsFile::complete_size() const {
  Descriptor reading(open(file_.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (reading.get() < 0 || fstat(reading.get(), &status) != 0) {
    fail(std::string("cannot be read: ") + std::strerror(errno), "--resume needs to read it.");
  }
  std::vector<char> block(64 * 1024);
  auto end = static_cast<std::size_t>(status.st_size);
  while (end > 0) {
    std::size_t begin = end - std::min(end, block.size());
    ssize_t count = pread(reading.get(), block.data(), end - begin, static_cast<off_t>(begin));
    if (count != static_cast<ssize_t>(end - begin)) {
      fail("cannot be read to its end",
           "Make sure that nothing else writes to it, then try again.");
    }
    for (std::size_t i = end - begin; i > 0; --i) {
      if (block[i - 1] == '\n') return begin + i;
    }
    end = begin;
  }
  return 0;
}

void ResultsFile::truncate(std::size_t size) {
  if (!regular_) return;
  if (ftruncate(fd_, static_cast<off_t>(size)) != 0 ||
      lseek(fd_, static_cast<off_t>(size), SEEK_SET) < 0) {
    fail(std::string("cannot be truncated: ") + std::strerror(errno), "Give --out another file.");
  }
  size_ = static_cast<off_t>(size);
}

std::optional<Results> ResultsFile::begin(const ResultsHeader& header) {
  if (earlier_ == EarlierResults::kContinue && regular_) {
    std::size_t size = complete_size();
    if (size > 0) {
      Results earlier = read_results(file_);
      std::string different = run_differences(earlier.header, header);
      if (!different.empty()) {
        fail("holds another run: " + different,
             "Repeat the options of that run; --overwrite instead of --resume replaces it.");
      }
      truncate(size);
      written_ = true;
      return earlier;
    }
  }
  truncate(0);
  write_line(to_line(header));
  return std::nullopt;
}

void ResultsFile::check_unchanged() const {
  struct stat status {};
  if (!regular_ || fstat(fd_, &status) != 0) return;
  constexpr char kRemedy[] =
      "Make sure that nothing else writes to it, then run again with --overwrite.";
  if (status.st_nlink == 0) fail("was removed while the run wrote to it", kRemedy);
  if (status.st_size != size_) fail("was changed while the run wrote to it", kRemedy);
}

void ResultsFile::finish(const ResultsFooter& footer) {
  write_line(to_line(footer));
  check_unchanged();
  if (regular_ && fsync(fd_) != 0) {
    fail(std::string("cannot be written to the disk: ") + std::strerror(errno), "Check the disk.");
  }
  if (regular_) sync_name(file_);
}

void ResultsFile::write_line(std::string line) {
  check_unchanged();
  line += '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    ssize_t count = write(fd_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      fail(std::string("cannot be written: ") + std::strerror(errno),
           errno == EPIPE  ? "Let the reader of the pipe read to the end, or use --out FILE."
           : file_.empty() ? "Send it to a disk with free space, or use --out FILE."
                           : "Make room on the disk, then run the same command with --resume.");
    }
    written_ = true;
    size_ += count;
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace kassay::runner
