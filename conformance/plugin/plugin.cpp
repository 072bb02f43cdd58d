#include "conformance/plugin/plugin.h"

#include <cstddef>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "conformance/plugin/host.h"
#include "spec/lib/dtype.h"

namespace kassay::plugin {
namespace {

// The table of version 1.0 without the optional member at its end.
constexpr std::size_t kMinTableSize = offsetof(kassay_plugin, call_object);

[[noreturn]] void refuse(const std::string& why) {
  throw std::runtime_error("the plug-in cannot be used: " + why);
}

const char* required(const char* text, const char* member) {
  if (text == nullptr) refuse(std::string("the member ") + member + " of its table is NULL");
  return text;
}

std::vector<std::string> texts(const char* const* array) {
  std::vector<std::string> texts;
  for (; array != nullptr && *array != nullptr; ++array) texts.emplace_back(*array);
  return texts;
}

void check_table(const kassay_plugin* table) {
  if (table == nullptr) {
    refuse("it refused this host, whose interface has version " + std::to_string(KASSAY_ABI_MAJOR) +
           "." + std::to_string(KASSAY_ABI_MINOR) + " (kassay_plugin_entry returned NULL)");
  }
  if (table->abi_major != KASSAY_ABI_MAJOR) {
    refuse("it was built for version " + std::to_string(table->abi_major) + "." +
           std::to_string(table->abi_minor) + " of the interface, but this host has version " +
           std::to_string(KASSAY_ABI_MAJOR) + "." + std::to_string(KASSAY_ABI_MINOR));
  }
  if (table->struct_size < kMinTableSize) {
    refuse("its table has " + std::to_string(table->struct_size) + " bytes, but at least " +
           std::to_string(kMinTableSize) + " are needed: set struct_size to sizeof(kassay_plugin)");
  }
  const auto require = [](bool there, const char* member) {
    if (!there) refuse(std::string("the member ") + member + " of its table is NULL");
  };
  require(table->open != nullptr, "open");
  require(table->close != nullptr, "close");
  require(table->reset != nullptr, "reset");
  require(table->call != nullptr, "call");
}

BackendInfo info_of(const kassay_plugin& table) {
  BackendInfo info{required(table.name, "name"),
                   required(table.version, "version"),
                   required(table.device, "device"),
                   texts(table.functions),
                   texts(table.native),
                   texts(table.dtypes)};
  for (const std::string& dtype : info.dtypes) {
    if (!parse_dtype(dtype)) refuse("its table names the unknown dtype \"" + dtype + "\"");
  }
  return info;
}

class PluginBackend : public Backend {
 public:
  PluginBackend(Entry entry, Edition edition) {
    host_.call("kassay_plugin_entry", {}, [&](auto*, auto*) {
      table_ = entry(host_.table());
      return nullptr;
    });
    check_table(table_);
    info_ = info_of(*table_);
    if (KASSAY_HAS(kassay_plugin, table_, call_object)) {
      host_.set_call_object([this](kassay_object* object, const Arguments& arguments) {
        return host_.call("a function that it gave", arguments, [&](auto* lent, auto* results) {
          return table_->call_object(session_, object, lent, results);
        });
      });
    }
    const std::string name(edition_name(edition));
    kassay_settings settings{};
    settings.struct_size = sizeof settings;
    settings.edition = name.c_str();
    host_.call("open", {}, [&](auto*, auto*) { return table_->open(&settings, &session_); });
  }

  ~PluginBackend() override {
    try {
      host_.call("close", {}, [this](auto*, auto*) -> kassay_error* {
        table_->close(session_);
        return nullptr;
      });
    } catch (const std::exception& error) {  // no case is running that could report it
      std::cerr << error.what() << '\n';
    }
  }

  BackendInfo info() const override { return info_; }

  void reset() override {
    host_.end_program();
    host_.call("reset", {}, [this](auto*, auto*) { return table_->reset(session_); });
  }

  std::vector<Value> call(std::string_view function, const Arguments& arguments) override {
    const std::string name(function);
    return host_.call(name, arguments, [&](auto* lent, auto* results) {
      return table_->call(session_, name.c_str(), lent, results);
    });
  }

 private:
  Host host_;
  const kassay_plugin* table_ = nullptr;
  void* session_ = nullptr;
  BackendInfo info_;
};

}  // namespace

std::unique_ptr<Backend> make_backend(Entry entry, Edition edition) {
  return std::make_unique<PluginBackend>(entry, edition);
}

}  // namespace kassay::plugin
