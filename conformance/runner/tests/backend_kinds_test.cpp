#include "conformance/runner/backend_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "conformance/runner/backend_argument.h"

namespace kassay::runner::backend_kinds_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string error_of(const std::string& argument) {
  try {
    worker_command(argument, {});
  } catch (const CannotStart& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Kinds, EachIsFoundByItsForm) {
  std::set<std::string> forms;
  for (const BackendKind& kind : backend_kinds()) {
    EXPECT_EQ(find_kind(kind.form()), &kind);
    EXPECT_NE(kind.help, "");
    EXPECT_TRUE(forms.insert(kind.form()).second) << kind.form();
    EXPECT_THAT(backend_forms(), HasSubstr(kind.form()));
  }
}

TEST(Kinds, ANameWithoutARestIsTheWholeArgument) {
  EXPECT_EQ(find_kind("reference:cuda"), nullptr);
  EXPECT_EQ(find_kind("reference "), nullptr);
}

TEST(Kinds, ARestMayHoldAnything) {
  EXPECT_EQ(named_backend("exec:python3 a:b.py").rest, "python3 a:b.py");
}

TEST(UnknownKind, ListsAllKinds) {
  for (const BackendKind& kind : backend_kinds()) {
    EXPECT_THAT(error_of("qqqqqqqqqqqqqq"), HasSubstr(kind.form()));
  }
}

TEST(UnknownKind, NamesTheNearest) {
  EXPECT_THAT(error_of("optimised"), HasSubstr("the nearest is optimized."));
  EXPECT_THAT(error_of("referense"), HasSubstr("the nearest is reference."));
  EXPECT_THAT(error_of("plugn:./a.so"), HasSubstr("the nearest is plugin:<file.so>."));
  EXPECT_THAT(error_of("plugin"), HasSubstr("the nearest is plugin:<file.so>."));
  EXPECT_THAT(error_of("pyton:a_rather_long.module"), HasSubstr("the nearest is python:<module>."));
}

TEST(UnknownKind, DoesNotNameADistantKind) {
  EXPECT_THAT(error_of("./libmine.so"), Not(HasSubstr("nearest")));
}

TEST(MissingRest, SaysWhatIsNeeded) {
  EXPECT_THAT(error_of("plugin:"), AllOf(HasSubstr("needs a file"), HasSubstr("plugin:./")));
  EXPECT_THAT(error_of("exec: "), AllOf(HasSubstr("needs a command"), HasSubstr("exec:./")));
}

TEST(WorkerCommand, OfABackendOfKeras3HasItsKind) {
  EXPECT_EQ(worker_command("keras3:openvino", {}).back(), "keras3:openvino");
}

TEST(MissingRest, PythonTakesTheModuleOfKeras) {
  EXPECT_EQ(worker_command("python:", {}).back(), "");
}

TEST(WorkerCommand, OfAnInterpreter) {
  BackendOptions options;
  options.edition = Edition::kJa;
  EXPECT_THAT(worker_command("optimized", options),
              ElementsAre(program_directory() + "/kassay-worker", "--backend", "optimized",
                          "--edition", "ja"));
}

TEST(WorkerCommand, OfAPlugin) {
  EXPECT_THAT(worker_command("plugin:./a b.so", {}),
              ElementsAre(program_directory() + "/kassay-worker", "--backend", "plugin:./a b.so",
                          "--edition", "ko"));
}

TEST(WorkerCommand, OfAProgram) {
  EXPECT_THAT(worker_command("exec:'./a b' -c", {}), ElementsAre("./a b", "-c"));
}

TEST(Environment, DependsOnTheKind) {
  setenv("PYTHONPATH", "my folder", 1);
  EXPECT_EQ(backend_environment("python:mine").at("PYTHONPATH"), "my folder");
  EXPECT_TRUE(backend_environment("exec:python3 mine.py").empty());
  unsetenv("PYTHONPATH");
}

TEST(Cache, IsWritableForItsKind) {
  const std::string folder = testing::TempDir() + "kassay-cache-" + std::to_string(getpid());
  setenv("KASSAY_CUDA_CACHE", folder.c_str(), 1);
  EXPECT_THAT(with_cache("optimized:cuda", {}).sandbox.writable, ElementsAre(folder));
  EXPECT_TRUE(with_cache("optimized", {}).sandbox.writable.empty());
  EXPECT_TRUE(std::filesystem::remove(folder));
  unsetenv("KASSAY_CUDA_CACHE");
}

TEST(PluginPath, IsOnlyForPlugins) {
  EXPECT_EQ(plugin_path("plugin:a.so"), "a.so");
  EXPECT_EQ(plugin_path("reference"), std::nullopt);
  EXPECT_EQ(plugin_path("exec:plugin:a.so"), std::nullopt);
}

}  // namespace
}  // namespace kassay::runner::backend_kinds_test
