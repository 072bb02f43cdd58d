// The program `kassay`, run by a test on small vectors.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "conformance/runner/backend_argument.h"
#include "conformance/runner/tests/toy_vectors.h"

namespace kassay {

class KassayProgram : public testing::Test {
 protected:
  KassayProgram() {
    vectors_.add("identity", {{"a"}, {"b"}});
    vectors_.add("needs_constant", {{"a", "core", {"ja"}, {"eager", "program"}}});
    vectors_.add("abort", {{"a", "smoke"}});
    vectors_.add("invalid", {{"a"}});
    vectors_.add("unsupported", {{"a", "full"}, {"only_zh", "core", {"zh"}}});
    vectors_.add_profile("plain", {"identity"});
    vectors_.add_profile("broken", {"identity", "abort", "invalid"});
    vectors_.add_profile("lacking", {"identity", "unsupported"});
    vectors_.finish();
  }

  // Runs `kassay`, found on the path, with these words of a shell command; returns the exit code.
  int kassay(const std::string& words) { return shell("kassay " + words); }

  int shell(const std::string& words) {
    const std::string command = "PATH='" + runner::program_directory() +
                                "':$PATH; export KASSAY_VECTORS='" + vectors_.directory() +
                                "'; exec > '" + vectors_.path("out") + "' 2> '" +
                                vectors_.path("err") + "' < /dev/null; " + words;
    int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  static std::string read_if_there(const std::string& path) {
    return std::filesystem::exists(path) ? runner::read_text(path) : "";
  }
  std::string output() const { return runner::read_text(vectors_.path("out")); }
  std::string error() const { return runner::read_text(vectors_.path("err")); }

  const std::string backend_ =
      " --backend \"exec:'" + runner::program_directory() + "/misbehaving-worker'\" ";
  runner::ToyVectors vectors_;
};

}  // namespace kassay
