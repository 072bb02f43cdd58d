// Where control groups are created, and what is written to them. These tests use ordinary folders.
#include "conformance/runner/control_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>

#include "conformance/guard/control_group.h"
#include "conformance/guard/measures.h"
#include "spec/lib/tests/temporary_directory.h"

namespace kassay::runner {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

constexpr char kMounts[] =
    "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n"
    "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
    "41 31 0:38 / /groups rw,relatime shared:4 - cgroup2 cgroup2 rw\n";
constexpr char kMountsOfAContainer[] = "41 31 0:38 /pod/7 /groups rw - cgroup2 cgroup2 rw\n";

TEST(GroupsAbove, NearestFirst) {
  EXPECT_THAT(groups_above(kMounts, "4:memory:/other\n0::/user/session\n"),
              ElementsAre("/groups/user/session", "/groups/user", "/groups"));
}

TEST(GroupsAbove, OfTheRoot) {
  EXPECT_THAT(groups_above(kMounts, "0::/\n"), ElementsAre("/groups"));
}

TEST(GroupsAbove, WhereAPartIsMounted) {
  EXPECT_THAT(groups_above(kMountsOfAContainer, "0::/pod/7/here\n"),
              ElementsAre("/groups/here", "/groups"));
}

TEST(GroupsAbove, OfAProcessElsewhere) {
  EXPECT_THAT(groups_above(kMountsOfAContainer, "0::/pod/8\n"), IsEmpty());
  EXPECT_THAT(groups_above(kMounts, "0::/../8\n"), IsEmpty());
}

TEST(GroupsAbove, WithoutVersion2) {
  EXPECT_THAT(groups_above("35 31 0:32 / /groups rw - cgroup cgroup rw,memory\n", "4:memory:/\n"),
              IsEmpty());
}

class Group : public testing::Test {
 protected:
  // A folder that looks like a group with these controllers for its children.
  std::string parent(const std::string& name, const std::string& controllers) const {
    std::filesystem::create_directory(folder_.file(name));
    folder_.write(name + "/cgroup.subtree_control", controllers);
    return folder_.file(name);
  }
  const TemporaryDirectory folder_;
};

TEST_F(Group, HasLimits) {
  const std::string above = parent("above", "cpu memory pids\n");
  const ControlGroup group = make_control_group({above}, 1000);
  EXPECT_EQ(group.failure, 0);
  ASSERT_THAT(group.folder, StartsWith(above + "/kassay-"));
  const std::string name = group.folder.substr(folder_.path().size() + 1);
  EXPECT_EQ(folder_.read(name + "/memory.max"), "1000");
  EXPECT_EQ(folder_.read(name + "/memory.oom.group"), "1");
  EXPECT_EQ(folder_.read(name + "/pids.max"), std::to_string(guard::kMostProcesses));
  if (std::filesystem::exists("/proc/swaps")) {
    EXPECT_EQ(folder_.read(name + "/memory.swap.max"), "0");
  }
}

TEST_F(Group, WithoutALimitOfMemory) {
  const ControlGroup group = make_control_group({parent("above", "memory pids\n")}, 0);
  EXPECT_EQ(folder_.read(group.folder.substr(folder_.path().size() + 1) + "/memory.max"), "max");
}

TEST_F(Group, LiesBelowTheFirstWithTheControllers) {
  const std::string without = parent("without", "memory\n"), with = parent("with", "memory pids\n");
  EXPECT_THAT(make_control_group({without, with}, 0).folder, StartsWith(with));
  EXPECT_THAT(std::filesystem::directory_iterator(without)->path().filename(),
              "cgroup.subtree_control");
}

TEST_F(Group, IsMadeNowhereWithoutControllers) {
  const ControlGroup group = make_control_group({parent("above", "cpu io\n")}, 0);
  EXPECT_EQ(group.folder, "");
  EXPECT_EQ(group.failure, EOPNOTSUPP);
}

TEST_F(Group, ReportsFailure) { EXPECT_EQ(guard::make_group("/proc/self/fd/none", 0), ENOENT); }

TEST_F(Group, CountsWhatTheKernelHasKilled) {
  const std::string group = parent("group", "");
  EXPECT_EQ(guard::kills_in_group(group), 0u);
  folder_.write("group/memory.events",
                "low 0\nhigh 0\nmax 31\noom 1\noom_kill 2\noom_group_kill 1\n");
  EXPECT_EQ(guard::kills_in_group(group), 2u);
}

TEST_F(Group, IsJoinedAndEnded) {
  const std::string group = parent("group", "");
  EXPECT_EQ(guard::join_group(group), 0);
  EXPECT_EQ(folder_.read("group/cgroup.procs"), "0");
  guard::end_group(group);
  EXPECT_EQ(folder_.read("group/cgroup.kill"), "1");
}

}  // namespace
}  // namespace kassay::runner
