// A worker cannot leave its sandbox, on a machine that permits every measure of the sandbox or on one
// that does not. Without a sandbox the same attempts succeed, so these tests can fail.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "conformance/guard/control_group.h"
#include "conformance/runner/backend_argument.h"
#include "conformance/runner/backend_process.h"
#include "conformance/runner/control_groups.h"
#include "conformance/runner/run_case.h"
#include "conformance/runner/tests/processes.h"
#include "conformance/runner/tests/toy_vectors.h"

namespace kassay::sandbox_miniatures_test {
namespace {

using runner::SandboxMode;
using testing::AnyOf;
using testing::Contains;
using testing::Not;

constexpr double kDeadline = 20;
constexpr double kShortDeadline = 1;

const std::string kWorker = "exec:'" + runner::program_directory() + "/misbehaving-worker'";

// What the kernel of an emulated machine refuses.
enum class Lacks { kNothing, kNamespaces, kLandlock, kAll };

void refuse(scmp_filter_ctx filter, int call) {
  ASSERT_EQ(seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), call, 0), 0);
}

// Makes the kernel refuse these calls to this process and its children from now on.
void move_to(Lacks machine) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (machine == Lacks::kNamespaces || machine == Lacks::kAll) {
    for (const std::uint64_t flag : {CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET}) {
      ASSERT_EQ(seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                 SCMP_A0_64(SCMP_CMP_MASKED_EQ, flag, flag)),
                0);
    }
  }
  if (machine == Lacks::kLandlock || machine == Lacks::kAll) {
    refuse(filter, SCMP_SYS(landlock_create_ruleset));
  }
  ASSERT_EQ(seccomp_load(filter), 0);
  if (machine == Lacks::kAll) {  // last: no filter can be added afterwards
    ASSERT_EQ(seccomp_rule_add(filter, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(seccomp), 0), 0);
    ASSERT_EQ(seccomp_rule_add(filter, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(prctl), 1,
                               SCMP_A0_64(SCMP_CMP_EQ, PR_SET_SECCOMP)),
              0);
    ASSERT_EQ(seccomp_load(filter), 0);
  }
  seccomp_release(filter);
}

// Runs the body in a new process on such an emulated machine.
void on(Lacks machine, const std::function<void()>& body) {
  if (machine == Lacks::kNothing) return body();
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        move_to(machine);
        body();
        std::filesystem::remove_all(
            std::getenv("TMPDIR"));  // std::exit skips the fixture's destructor
        std::exit(testing::Test::HasFailure() ? 1 : 0);
      },
      testing::ExitedWithCode(0), "");
}

class Sandbox : public testing::Test {
 protected:
  Sandbox() {
    std::filesystem::create_directory(folder_);
    setenv("TMPDIR", folder_.c_str(), 1);
    setenv("KASSAY_TEST_FILE", outside_.c_str(), 1);
  }
  ~Sandbox() override {
    unsetenv("TMPDIR");
    std::filesystem::remove_all(folder_);
    std::filesystem::remove(outside_);
  }

  // The outcome of the attempt, as the worker reports it.
  static std::string attempt(const std::string& what, const runner::Sandbox& sandbox = {}) {
    runner::BackendOptions options;
    options.sandbox = sandbox;
    const auto connection = runner::open_backend(kWorker, options);
    const protocol::CallResult result = run_case(*connection, runner::toy_case(what), kDeadline);
    const auto* answer = std::get_if<compare::Answer>(&result);
    if (answer == nullptr) return std::get<protocol::AbnormalEnd>(result).message;
    return *answer->outputs.at(0).get_if<std::string>();
  }
  static std::string attempt_without(const std::string& what) {
    return attempt(what, {SandboxMode::kOff});
  }
  static SandboxRecord record(const runner::Sandbox& sandbox = {}) {
    runner::BackendOptions options;
    options.sandbox = sandbox;
    return runner::open_backend(kWorker, options)->sandbox().value();
  }
  static bool holds(const std::string& measure) {
    return std::ranges::count(record().holds, measure) > 0;
  }
  // The control groups that remain of workers that this process started.
  static std::vector<std::string> groups_left() {
    std::vector<std::string> left;
    const runner::ControlGroup group = runner::make_control_group(0);
    if (group.folder.empty()) return left;
    guard::end_group(group.folder);
    const std::string own = "kassay-" + std::to_string(getpid()) + "-";
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(group.folder).parent_path())) {
      if (entry.path().filename().string().starts_with(own)) left.push_back(entry.path());
    }
    return left;
  }
  void write_outside() const { std::ofstream(outside_) << "mine"; }

  const std::string folder_ = testing::TempDir() + "kassay-sandbox-" + std::to_string(getpid());
  const std::string outside_ = folder_ + "-outside";
};

#define SKIP_WITHOUT(measure) \
  if (!holds(measure)) GTEST_SKIP() << "this machine does not permit the measure " << (measure)

TEST_F(Sandbox, RecordsWhatHolds) {
  SKIP_WITHOUT("processes");
  const SandboxRecord found = record();
  EXPECT_EQ(found.mode, "default");
  for (const std::string_view measure : kSandboxMeasures) {
    // It needs a control group, not the permission to make namespaces.
    if (measure == "memory") continue;
    EXPECT_THAT(found.holds, Contains(measure));
  }
  EXPECT_EQ(found.holds.size() + found.lacks.size(), kSandboxMeasures.size());
}

TEST_F(Sandbox, RecordsThatItIsOff) {
  const SandboxRecord found = record({SandboxMode::kOff});
  EXPECT_EQ(found.mode, "off");
  EXPECT_TRUE(found.holds.empty());
}

TEST_F(Sandbox, RecordsMissingMeasures) {
  on(Lacks::kNamespaces, [] {
    const SandboxRecord found = record();
    EXPECT_EQ(found.lacks.at("processes"), "Operation not permitted");
    EXPECT_THAT(found.holds, Contains("network"));  // by the system-call filter
  });
  on(Lacks::kLandlock, [] { EXPECT_EQ(record().lacks.at("files"), "Function not implemented"); });
  on(Lacks::kAll, [] {
    const SandboxRecord found = record();
    for (const char* measure : {"processes", "network", "files", "system-calls"}) {
      EXPECT_TRUE(found.lacks.contains(measure)) << measure;
    }
  });
}

TEST_F(Sandbox, StrictRefusesAMachineWithoutAMeasure) {
  on(Lacks::kLandlock, [] {
    try {
      record({SandboxMode::kStrict});
      FAIL() << "it started";
    } catch (const runner::CannotStart& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("Missing: files (Function not implemented"));
    }
  });
}

TEST_F(Sandbox, StrictRunsWhereAllHolds) {
  SKIP_WITHOUT("processes");
  SKIP_WITHOUT("memory");
  EXPECT_TRUE(record({SandboxMode::kStrict}).lacks.empty());
}

// CUDA names its threads and does not start if it may not.
TEST_F(Sandbox, ThreadsHaveNames) { EXPECT_EQ(attempt("try_own_name"), "done"); }

TEST_F(Sandbox, NoSettingOfTheSystemIsWritten) {
  EXPECT_THAT(attempt("try_system_name"), AnyOf("EACCES", "EPERM", "EROFS"));
}

TEST_F(Sandbox, OwnFolderIsWritten) { EXPECT_EQ(attempt("try_own_folder"), "done"); }

TEST_F(Sandbox, NoOtherFileIsMade) {
  SKIP_WITHOUT("files");
  EXPECT_EQ(attempt("try_to_write"), "EACCES");
  EXPECT_FALSE(std::filesystem::exists(outside_));
  EXPECT_EQ(attempt_without("try_to_write"), "done");
}

TEST_F(Sandbox, NoOtherFileIsWrittenCutOrRemoved) {
  SKIP_WITHOUT("files");
  write_outside();
  EXPECT_EQ(attempt("try_to_write"), "EACCES");
  EXPECT_THAT(attempt("try_to_cut"), AnyOf("EACCES", "EPERM"));
  EXPECT_EQ(attempt("try_to_remove"), "EACCES");
  EXPECT_EQ(std::filesystem::file_size(outside_), 4);
  EXPECT_EQ(attempt_without("try_to_cut"), "done");
  EXPECT_EQ(attempt_without("try_to_remove"), "done");
}

TEST_F(Sandbox, WritesWhereItMay) {
  SKIP_WITHOUT("files");
  write_outside();
  EXPECT_EQ(attempt("try_to_write", {SandboxMode::kDefault, {outside_}}), "done");
  EXPECT_EQ(attempt("try_to_remove",
                    {SandboxMode::kDefault, {std::filesystem::path(outside_).parent_path()}}),
            "done");
}

// A listening socket of this process; any process on this machine could connect to it.
class Listener {
 public:
  Listener() {
    EXPECT_EQ(listen(fd_, 1), 0);
    sockaddr_in address{};
    socklen_t size = sizeof address;
    getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size);
    setenv("KASSAY_TEST_PORT", std::to_string(ntohs(address.sin_port)).c_str(), 1);
  }
  ~Listener() { close(fd_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

 private:
  int fd_ = socket(AF_INET, SOCK_STREAM, 0);
};

TEST_F(Sandbox, NoNetwork) {
  const Listener listener;
  SKIP_WITHOUT("network");
  EXPECT_THAT(attempt("try_to_connect"), AnyOf("ECONNREFUSED", "EAFNOSUPPORT"));
  EXPECT_EQ(attempt_without("try_to_connect"), "done");
}

TEST_F(Sandbox, NoNetworkWithoutNamespaces) {
  on(Lacks::kNamespaces, [] {
    const Listener listener;
    EXPECT_EQ(attempt("try_to_connect"), "EAFNOSUPPORT");
  });
}

TEST_F(Sandbox, TracesNoOther) {
  EXPECT_EQ(attempt("try_to_trace"), "EPERM");
  on(Lacks::kNamespaces, [] { EXPECT_EQ(attempt("try_to_trace"), "EPERM"); });
}

TEST_F(Sandbox, MakesNoNamespaces) {
  SKIP_WITHOUT("system-calls");
  EXPECT_EQ(attempt("try_to_unshare"), "EPERM");
}

TEST_F(Sandbox, NoMoreProcessesThanItMay) {
  SKIP_WITHOUT("memory");
  EXPECT_EQ(attempt("try_many_processes"), "EAGAIN");
  EXPECT_THAT(runner::processes_with(folder_), testing::IsEmpty());
  EXPECT_THAT(groups_left(), testing::IsEmpty());
}

// Where Landlock does not control truncation, no file can be cut or lengthened by name (EPERM).
TEST_F(Sandbox, NoLargeFile) { EXPECT_THAT(attempt("try_large_file"), AnyOf("EFBIG", "EPERM")); }

// Expects that nothing is left of a worker that attacks its guard.
class Attacks : public Sandbox, public testing::WithParamInterface<Lacks> {
 protected:
  void expect_nothing_left(const std::string& attack) {
    on(GetParam(), [&] {
      run_case(*runner::open_backend(kWorker, {}), runner::toy_case(attack), kShortDeadline);
      EXPECT_THAT(runner::processes_with(folder_), testing::IsEmpty());
      EXPECT_TRUE(std::filesystem::is_empty(folder_));
      EXPECT_THAT(groups_left(), testing::IsEmpty());
    });
  }
};

TEST_P(Attacks, KilledGuard) { expect_nothing_left("kills_its_guard"); }
TEST_P(Attacks, StoppedGuard) { expect_nothing_left("stops_its_guard"); }

std::string lacking(const testing::TestParamInfo<Lacks>& info) {
  constexpr const char* kNames[] = {"Nothing", "Namespaces", "Landlock", "All"};
  return std::string("Lacking") + kNames[static_cast<int>(info.param)];
}
INSTANTIATE_TEST_SUITE_P(Machines, Attacks,
                         testing::Values(Lacks::kNothing, Lacks::kNamespaces, Lacks::kLandlock,
                                         Lacks::kAll),
                         lacking);

}  // namespace
}  // namespace kassay::sandbox_miniatures_test
