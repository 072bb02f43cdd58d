// Handles of objects and of functions: how long they are valid, and how stale ones are reported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/plugin/tests/plugin_in_test.h"

namespace kassay::plugin::objects_test {
namespace {

using testing::HasSubstr;

class Objects : public PluginInTest {
 protected:
  // Counts how often it was destroyed.
  struct Thing {
    int destroyed = 0;
  };
  kassay_object* handle_of(Thing& thing) {
    return host->object(
        host, &thing, [](void* data) { ++static_cast<Thing*>(data)->destroyed; }, "a thing");
  }
  Value given(Thing& thing, std::int32_t kind = KASSAY_OBJECT) {
    return one([&](auto&, kassay_results* results) -> kassay_error* {
      give(results, {kind, {.object = handle_of(thing)}});
      return nullptr;
    });
  }
  // Makes a call that gets `value` and uses its handle.
  void with_handle(const Value& value, const std::function<void(kassay_object*)>& use) {
    one(
        [&](const kassay_arguments& arguments, auto*) -> kassay_error* {
          use(arguments.positional[0].as.object);
          return nullptr;
        },
        {{value}, {}});
  }
};

TEST_F(Objects, AnObjectThatIsNotGivenIsDestroyedAfterTheCall) {
  Thing thing;
  call([&](auto&, auto*) -> kassay_error* {
    handle_of(thing);
    EXPECT_EQ(thing.destroyed, 0);
    return nullptr;
  });
  EXPECT_EQ(thing.destroyed, 1);
}

TEST_F(Objects, AnObjectThatIsGivenLivesAsLongAsItsValue) {
  Thing thing;
  {
    const Value value = given(thing);
    EXPECT_EQ(describe(value), "a thing");
    with_handle(value,
                [&](kassay_object* handle) { EXPECT_EQ(host->object_data(host, handle), &thing); });
    EXPECT_EQ(thing.destroyed, 0);
  }
  EXPECT_EQ(thing.destroyed, 1);
}

TEST_F(Objects, TheSameObjectHasTheSameHandle) {
  Thing thing;
  kassay_object *first = nullptr, *second = nullptr;
  const Value value = given(thing);
  with_handle(value, [&](kassay_object* handle) { first = handle; });
  with_handle(value, [&](kassay_object* handle) { second = handle; });
  EXPECT_EQ(first, second);
}

TEST_F(Objects, ARetainedObjectLivesUntilItIsReleasedAsOften) {
  Thing thing;
  kassay_object* handle = nullptr;
  call([&](auto&, auto*) -> kassay_error* {
    handle = handle_of(thing);
    host->retain(host, handle);
    host->retain(host, handle);
    return nullptr;
  });
  const auto release = [&](auto&, auto*) -> kassay_error* {
    host->release(host, handle);
    return nullptr;
  };
  call(release);
  EXPECT_EQ(thing.destroyed, 0);
  call(release);
  EXPECT_EQ(thing.destroyed, 1);
}

TEST_F(Objects, ReleasedMoreOftenThanRetained) {
  Thing thing;
  EXPECT_THAT(violation([&](auto&, auto*) -> kassay_error* {
                host->release(host, handle_of(thing));
                return nullptr;
              }),
              HasSubstr("released an object that it had not retained"));
  EXPECT_EQ(thing.destroyed, 1);
}

TEST_F(Objects, DeadHandle) {
  Thing thing;
  kassay_object* dead = nullptr;
  with_handle(given(thing), [&](kassay_object* handle) { dead = handle; });
  ASSERT_EQ(thing.destroyed, 1);
  EXPECT_EQ(violation([&](auto&, kassay_results* results) -> kassay_error* {
              give(results, {KASSAY_OBJECT, {.object = dead}});
              return nullptr;
            }),
            "in square, the plug-in used a handle after its object was destroyed");
  EXPECT_THAT(violation([&](auto&, auto*) -> kassay_error* {
                EXPECT_EQ(host->object_data(host, dead), nullptr);
                return nullptr;
              }),
              HasSubstr("after its object was destroyed"));
}

TEST_F(Objects, HandleThatWasNeverMade) {
  int other = 0;
  EXPECT_THAT(violation([&](auto&, auto*) -> kassay_error* {
                host->retain(host, reinterpret_cast<kassay_object*>(&other));
                return nullptr;
              }),
              HasSubstr("used a handle that the host never made"));
}

TEST_F(Objects, NoHandle) {
  EXPECT_THAT(violation([&](auto&, kassay_results* results) -> kassay_error* {
                give(results, {KASSAY_OBJECT, {.object = nullptr}});
                return nullptr;
              }),
              HasSubstr("used a handle that the host never made"));
}

TEST_F(Objects, ObjectsMayReleaseOthersWhenTheyAreDestroyed) {
  struct Node {
    const kassay_host* host;
    kassay_object* child;
    int* destroyed;
  };
  int destroyed = 0;
  call([&](auto&, auto*) -> kassay_error* {
    const auto destroy = [](void* data) {
      const std::unique_ptr<Node> node(static_cast<Node*>(data));
      ++*node->destroyed;
      if (node->child != nullptr) node->host->release(node->host, node->child);
    };
    kassay_object* child = host->object(host, new Node{host, nullptr, &destroyed}, destroy, "leaf");
    host->retain(host, child);
    host->object(host, new Node{host, child, &destroyed}, destroy, "node");
    return nullptr;
  });
  EXPECT_EQ(destroyed, 2);
}

TEST_F(Objects, ABreachInDestroyEndsTheProcess) {
  const auto breach = [&] {
    Value value = one([&](auto&, kassay_results* results) -> kassay_error* {
      const auto destroy = [](void*) { current->new_floats({1}); };
      give(results, {KASSAY_OBJECT, {.object = host->object(host, nullptr, destroy, "a thing")}});
      return nullptr;
    });
    value = None{};
  };
  backend();
  EXPECT_DEATH(breach(), "between calls, the plug-in called the host");
}

TEST_F(Objects, AFunctionOfThePluginCanBeCalled) {
  Thing thing;
  const Value value = given(thing, KASSAY_FUNCTION);
  in_call_object = [&](const kassay_arguments& arguments, kassay_results* results) {
    give(results, {KASSAY_INT, {.integer = 2 * arguments.positional[0].as.integer}});
    return nullptr;
  };
  const std::vector<Value> values =
      std::get<Function>(value)->call({{Value(std::int64_t{21})}, {}});
  EXPECT_EQ(std::get<std::int64_t>(values.at(0)), 42);
}

TEST_F(Objects, FunctionOfATableWithoutCallObject) {
  table.call_object = nullptr;
  Thing thing;
  EXPECT_THAT(violation([&](auto&, kassay_results* results) -> kassay_error* {
                give(results, {KASSAY_FUNCTION, {.object = handle_of(thing)}});
                return nullptr;
              }),
              HasSubstr("gave an object as KASSAY_FUNCTION, but its table has no call_object"));
}

// A function of the program: adds up its arguments.
class Sum : public Callable {
 public:
  std::vector<Value> call(const Arguments& arguments) const override {
    std::int64_t sum = 0;
    for (const Value& value : arguments.positional) {
      const auto* integer = value.get_if<std::int64_t>();
      if (integer == nullptr)
        throw ApiError(ErrorKind::kType, "this is " + kassay::describe(value));
      sum += *integer;
    }
    return {sum, std::string("several")};
  }
};

class Functions : public Objects {
 protected:
  Arguments arguments{{Value(Function(std::make_shared<Sum>()))}, {}};
  const kassay_value numbers[2] = {{KASSAY_INT, {.integer = 2}}, {KASSAY_INT, {.integer = 3}}};
  const kassay_value text[1] = {{KASSAY_STRING, {.string = "x"}}};
  std::size_t count = 0;
  const kassay_value* values = nullptr;

  kassay_error* call_with(kassay_object* function, const kassay_value* items, std::size_t size) {
    const kassay_arguments given{size, items, 0, nullptr};
    return host->call_function(host, function, &given, &count, &values);
  }
};

TEST_F(Functions, TheirValuesComeBack) {
  one(
      [&](const kassay_arguments& lent, auto*) -> kassay_error* {
        EXPECT_EQ(lent.positional[0].kind, KASSAY_FUNCTION);
        EXPECT_EQ(host->object_data(host, lent.positional[0].as.object), nullptr);
        EXPECT_EQ(call_with(lent.positional[0].as.object, numbers, 2), nullptr);
        EXPECT_EQ(count, 2u);
        EXPECT_EQ(values[0].as.integer, 5);
        EXPECT_STREQ(values[1].as.string, "several");
        return nullptr;
      },
      arguments);
}

TEST_F(Functions, TheirErrorCanBeReturned) {
  try {
    call([&](const kassay_arguments& lent,
             auto*) { return call_with(lent.positional[0].as.object, text, 1); },
         arguments);
    FAIL() << "nothing was thrown";
  } catch (const ApiError& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kType);
    EXPECT_STREQ(error.what(), "this is 'x'");
  }
}

TEST_F(Functions, OneWhoseProgramHasEndedIsAnError) {
  kassay_object* function = nullptr;
  one(
      [&](const kassay_arguments& lent, auto*) -> kassay_error* {
        function = lent.positional[0].as.object;
        host->retain(host, function);
        return nullptr;
      },
      arguments);
  backend().reset();
  try {
    call([&](auto&, auto*) {
      kassay_error* error = call_with(function, numbers, 2);
      host->release(host, function);
      return error;
    });
    FAIL() << "nothing was thrown";
  } catch (const ApiError& error) {
    EXPECT_STREQ(error.what(), "the function belongs to a program that has ended");
  }
}

TEST_F(Functions, GivenAsAnObject) {
  EXPECT_THAT(violation(
                  [&](const kassay_arguments& lent, kassay_results* results) -> kassay_error* {
                    give(results, {KASSAY_OBJECT, {.object = lent.positional[0].as.object}});
                    return nullptr;
                  },
                  arguments),
              HasSubstr("gave a function of the program as KASSAY_OBJECT"));
}

TEST_F(Functions, CalledWithoutArguments) {
  EXPECT_THAT(violation(
                  [&](const kassay_arguments& lent, auto*) {
                    return host->call_function(host, lent.positional[0].as.object, nullptr, &count,
                                               &values);
                  },
                  arguments),
              HasSubstr("arguments that are NULL"));
}

// A function of the program that calls the plug-in again; the plug-in then breaks the contract.
TEST_F(Functions, ABreachInACallThatAFunctionMadeIsFound) {
  class Again : public Callable {
   public:
    explicit Again(Backend& backend) : backend_(backend) {}
    std::vector<Value> call(const Arguments&) const override { return backend_.call("exp", {}); }

   private:
    Backend& backend_;
  };
  const Arguments again{{Value(Function(std::make_shared<Again>(backend())))}, {}};
  EXPECT_EQ(violation(
                [&](const kassay_arguments& lent, kassay_results* results) -> kassay_error* {
                  if (lent.positional_count == 0) {
                    give(results, {77, {}});
                    return nullptr;
                  }
                  return call_with(lent.positional[0].as.object, nullptr, 0);
                },
                again),
            "in exp, the plug-in gave a value of the unknown kind 77");
}

}  // namespace
}  // namespace kassay::plugin::objects_test
