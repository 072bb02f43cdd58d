// Tables of other versions, and tables with a fault.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "conformance/plugin/tests/plugin_in_test.h"

namespace kassay::plugin::table_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class Table : public PluginInTest {
 protected:
  // The message of the exception from make_backend.
  template <class Error = std::runtime_error>
  std::string start_error(Entry plugin_entry = entry) {
    try {
      make_backend(plugin_entry, Edition::kKo);
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was thrown";
  }
};

TEST_F(Table, TellsWhatThePluginIs) {
  static const char* const functions[] = {"exp", "square", nullptr};
  static const char* const native[] = {"exp", nullptr};
  static const char* const dtypes[] = {"float32", nullptr};
  table.functions = functions;
  table.native = native;
  table.dtypes = dtypes;
  const BackendInfo info = backend().info();
  EXPECT_EQ(info.name, "in test");
  EXPECT_EQ(info.version, "1.2");
  EXPECT_EQ(info.device, "none");
  EXPECT_THAT(info.functions, ElementsAre("exp", "square"));
  EXPECT_THAT(info.native, ElementsAre("exp"));
  EXPECT_THAT(info.dtypes, ElementsAre("float32"));
}

TEST_F(Table, WithoutListsInfoIsEmpty) {
  const BackendInfo info = backend().info();
  EXPECT_TRUE(info.functions.empty() && info.native.empty() && info.dtypes.empty());
}

TEST_F(Table, TheSessionIsOpenedAndClosedOnce) {
  backend().reset();
  backend().reset();
  EXPECT_EQ(resets, 2);
  EXPECT_EQ(closed, 0);
  backend_.reset();
  EXPECT_EQ(opened, 1);
  EXPECT_EQ(closed, 1);
}

TEST_F(Table, TheSettingsNameTheEdition) {
  static std::string edition;
  table.open = [](const kassay_settings* settings, void**) -> kassay_error* {
    if (KASSAY_HAS(kassay_settings, settings, edition)) edition = settings->edition;
    return nullptr;
  };
  make_backend(entry, Edition::kJa);
  EXPECT_EQ(edition, "ja");
}

TEST_F(Table, ThatEndsBeforeItsOptionalMember) {
  table.struct_size = offsetof(kassay_plugin, call_object);
  // The memory after the table does not belong to the plug-in.
  std::memset(reinterpret_cast<char*>(&table) + table.struct_size, 0x5a,
              sizeof(kassay_plugin) - table.struct_size);
  EXPECT_TRUE(one([](auto&, auto*) -> kassay_error* { return nullptr; }).is_none());
  EXPECT_THAT(violation([&](auto&, kassay_results* results) -> kassay_error* {
                kassay_object* object = host->object(host, nullptr, nullptr, nullptr);
                give(results, {KASSAY_FUNCTION, {.object = object}});
                return nullptr;
              }),
              HasSubstr("no call_object"));
}

TEST_F(Table, OfALaterMinorVersionWithMoreMembers) {
  static struct {
    kassay_plugin known;
    void (*later)();
  } longer;
  longer = {table, nullptr};
  longer.known.struct_size = sizeof longer;
  longer.known.abi_minor = 7;
  const auto later = [](const kassay_host* host) -> const kassay_plugin* {
    current->host = host;
    return &longer.known;
  };
  EXPECT_EQ(make_backend(later, Edition::kKo)->info().name, "in test");
}

TEST_F(Table, HostTableHasItsMembers) {
  backend();
  EXPECT_EQ(host->struct_size, sizeof(kassay_host));
  EXPECT_EQ(host->abi_major, KASSAY_ABI_MAJOR);
  EXPECT_EQ(host->abi_minor, KASSAY_ABI_MINOR);
  EXPECT_TRUE(KASSAY_HAS(kassay_host, host, call_function));
}

TEST_F(Table, OfAnOlderHostLacksWhatCameLater) {
  backend();
  kassay_host older = *host;
  older.struct_size = offsetof(kassay_host, call_function);
  EXPECT_TRUE(KASSAY_HAS(kassay_host, &older, release));
  EXPECT_FALSE(KASSAY_HAS(kassay_host, &older, call_function));
  older.struct_size += sizeof older.call_function - 1;
  EXPECT_FALSE(KASSAY_HAS(kassay_host, &older, call_function)) << "a partial member does not count";
}

TEST_F(Table, ThatIsNull) {
  EXPECT_THAT(start_error([](const kassay_host*) -> const kassay_plugin* { return nullptr; }),
              AllOf(HasSubstr("refused this host"), HasSubstr("version 1.0")));
}

TEST_F(Table, OfAnotherMajorVersion) {
  table.abi_major = 2;
  EXPECT_THAT(start_error(), HasSubstr("built for version 2.0 of the interface"));
}

TEST_F(Table, ThatIsTooSmall) {
  table.struct_size = 16;
  EXPECT_THAT(start_error(), AllOf(HasSubstr("16 bytes"), HasSubstr("sizeof(kassay_plugin)")));
}

TEST_F(Table, WithoutAName) {
  table.name = nullptr;
  EXPECT_THAT(start_error(), HasSubstr("the member name of its table is NULL"));
}

TEST_F(Table, WithoutCall) {
  table.call = nullptr;
  EXPECT_THAT(start_error(), HasSubstr("the member call of its table is NULL"));
}

TEST_F(Table, WithAnUnknownDType) {
  static const char* const dtypes[] = {"float31", nullptr};
  table.dtypes = dtypes;
  EXPECT_THAT(start_error(), HasSubstr("\"float31\""));
}

TEST_F(Table, EntryThatThrows) {
  EXPECT_THAT(start_error<Violation>([](const kassay_host*) -> const kassay_plugin* {
                throw std::runtime_error("no licence");
              }),
              "in kassay_plugin_entry, the plug-in let an exception leave it: no licence");
}

TEST_F(Table, SessionThatCannotBeOpened) {
  table.open = [](const kassay_settings*, void**) {
    return current->host->error(current->host, KASSAY_ERROR_OTHER, "no licence");
  };
  EXPECT_EQ(start_error<ApiError>(), "no licence");
}

TEST_F(Table, BackendThatThisMachineCannotHave) {
  table.open = [](const kassay_settings*, void**) {
    return current->host->error(current->host, KASSAY_ERROR_UNSUPPORTED, "no such device");
  };
  EXPECT_EQ(start_error<Unsupported>(), "no such device");
}

class Kinds : public Table, public testing::WithParamInterface<std::pair<int, ErrorKind>> {};

TEST_P(Kinds, AreThoseOfTheApi) {
  try {
    call([&](auto&, auto*) { return host->error(host, GetParam().first, "no"); });
    FAIL() << "nothing was thrown";
  } catch (const ApiError& error) {
    EXPECT_EQ(error.kind(), GetParam().second);
    EXPECT_STREQ(error.what(), "no");
  }
}

INSTANTIATE_TEST_SUITE_P(OfErrors, Kinds,
                         testing::Values(std::pair{KASSAY_ERROR_VALUE, ErrorKind::kValue},
                                         std::pair{KASSAY_ERROR_TYPE, ErrorKind::kType},
                                         std::pair{KASSAY_ERROR_INDEX, ErrorKind::kIndex},
                                         std::pair{KASSAY_ERROR_ASSERTION, ErrorKind::kAssertion},
                                         std::pair{KASSAY_ERROR_NOT_IMPLEMENTED,
                                                   ErrorKind::kNotImplemented},
                                         std::pair{KASSAY_ERROR_OTHER, ErrorKind::kOther}));

TEST_F(Table, UnsupportedAndMemoryAreNoErrorsOfTheApi) {
  EXPECT_THROW(
      call([&](auto&, auto*) { return host->error(host, KASSAY_ERROR_UNSUPPORTED, "no"); }),
      Unsupported);
  EXPECT_THROW(
      call([&](auto&, auto*) { return host->error(host, KASSAY_ERROR_OUT_OF_MEMORY, "no"); }),
      std::bad_alloc);
}

}  // namespace
}  // namespace kassay::plugin::table_test
