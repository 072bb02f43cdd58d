// Reads and writes whole files: every failure is a FileError with the system's reason and a remedy.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace kassay {

// A whole file in memory that tensors can share.
struct FileBytes {
  std::shared_ptr<std::byte> data;
  std::size_t size = 0;

  std::string_view text() const { return {reinterpret_cast<const char*>(data.get()), size}; }
};

// `remedy` says what to do if the file does not exist; other failures have their own. Reads at most 1 GiB: a device may never end.
FileBytes read_file(const std::string& file, const std::string& remedy);

// Writes under a temporary name in the same folder, checks every write, waits for the disk and renames, so that `file`
// is either unchanged or complete, even if the machine fails. A symbolic link keeps pointing to the file that it names; a
// device or a pipe (/dev/stdout) is written to directly.
void write_file(const std::string& file, std::string_view contents);

// Throws the FileError of write_file if it could not begin: the folder is missing or not writable. Leaves nothing behind.
void check_writable(const std::string& file);

// Waits until the folder's entry for the file is on the disk. Does nothing where the file system cannot do that.
void sync_name(const std::string& file);

}  // namespace kassay
