// Faults of a plug-in: each one is found and named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/plugin/tests/plugin_in_test.h"

namespace kassay::plugin::violations_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Violations : public PluginInTest {
 protected:
  // The violation of a plug-in that gives this value.
  std::string given(const kassay_value& value) {
    return violation([&](auto&, kassay_results* results) -> kassay_error* {
      give(results, value);
      return nullptr;
    });
  }
  std::string given(const DLTensor* tensor) {
    return given(kassay_value{KASSAY_TENSOR, {.tensor = tensor}});
  }
  // A valid tensor of two elements; tests add a fault to it.
  float data[2] = {1, 2};
  std::int64_t shape[1] = {2};
  DLTensor tensor{data, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, nullptr, 0};
  Arguments two_floats{{Tensor(DType::kFloat32, {2})}, {}};
};

TEST_F(Violations, WritesAfterANewTensor) {
  EXPECT_EQ(
      violation([&](auto&, auto*) -> kassay_error* {
        static_cast<float*>(new_floats({2, 3})->data)[6] = 1;
        return nullptr;
      }),
      "in square, the plug-in wrote 4 bytes after the end of a tensor of new_tensor (float32, "
      "shape (2, 3))");
}

TEST_F(Violations, WritesBeforeANewTensor) {
  EXPECT_THAT(violation([&](auto&, auto*) -> kassay_error* {
                static_cast<char*>(new_floats({2})->data)[-1] = 0;
                return nullptr;
              }),
              HasSubstr("wrote 1 byte before the start of a tensor of new_tensor"));
}

TEST_F(Violations, WritesAfterAnArgument) {
  EXPECT_THAT(violation(
                  [](const kassay_arguments& arguments, auto*) -> kassay_error* {
                    static_cast<char*>(arguments.positional[0].as.tensor->data)[8] = 0;
                    return nullptr;
                  },
                  two_floats),
              HasSubstr("wrote 1 byte after the end of argument 1 (float32, shape (2,))"));
}

TEST_F(Violations, WritingBesideIsFoundWhereAnErrorIsReturnedToo) {
  EXPECT_THAT(violation([&](auto&, auto*) -> kassay_error* {
                static_cast<float*>(new_floats({1})->data)[1] = 1;
                return host->error(host, KASSAY_ERROR_VALUE, "no");
              }),
              HasSubstr("after the end"));
}

TEST_F(Violations, AltersAnArgument) {
  try {
    call(
        [](const kassay_arguments& arguments, auto*) -> kassay_error* {
          static_cast<float*>(arguments.positional[0].as.tensor->data)[1] = 7;
          return nullptr;
        },
        two_floats);
    FAIL() << "nothing was found";
  } catch (const AlteredInput& altered) {
    EXPECT_STREQ(altered.what(),
                 "square altered argument 1 (float32, shape (2,)), which belongs to the caller");
  }
}

TEST_F(Violations, Exception) {
  EXPECT_EQ(violation([](auto&, auto*) -> kassay_error* { throw std::runtime_error("oh"); }),
            "in square, the plug-in let an exception leave it: oh");
}

TEST_F(Violations, ExceptionOfAnotherKind) {
  EXPECT_THAT(violation([](auto&, auto*) -> kassay_error* { throw 5; }),
              HasSubstr("not a std::exception"));
}

TEST_F(Violations, InvalidError) {
  EXPECT_THAT(violation([&](auto&, auto*) { return reinterpret_cast<kassay_error*>(&data); }),
              HasSubstr("returned an error that was not made in this call"));
}

TEST_F(Violations, ErrorOfAnEarlierCall) {
  kassay_error* earlier = nullptr;
  EXPECT_THROW(
      call([&](auto&, auto*) { return earlier = host->error(host, KASSAY_ERROR_VALUE, "no"); }),
      ApiError);
  EXPECT_THAT(violation([&](auto&, auto*) { return earlier; }), HasSubstr("not made in this call"));
}

TEST_F(Violations, UnknownKindOfError) {
  EXPECT_THAT(violation([&](auto&, auto*) { return host->error(host, 99, "no"); }),
              HasSubstr("made an error of the unknown kind 99: no"));
}

TEST_F(Violations, ResultsOfACallThatIsOver) {
  kassay_results* earlier = nullptr;
  call([&](auto&, kassay_results* results) -> kassay_error* {
    earlier = results;
    return nullptr;
  });
  EXPECT_THAT(violation([&](auto&, auto*) -> kassay_error* {
                give(earlier, &tensor);
                return nullptr;
              }),
              HasSubstr("gave a result to a call that is not in progress"));
}

TEST_F(Violations, ReportsTheFirstOfSeveral) {
  EXPECT_THAT(violation([&](auto&, kassay_results* results) -> kassay_error* {
                give(results, {77, {}});
                give(results, {78, {}});
                throw std::runtime_error("oh");
              }),
              HasSubstr("the unknown kind 77"));
}

TEST_F(Violations, TheNextCallIsNotBlamed) {
  given({77, {}});
  EXPECT_NO_THROW(call([](auto&, auto*) -> kassay_error* { return nullptr; }));
}

TEST_F(Violations, UnknownKindOfValue) {
  EXPECT_THAT(given({77, {}}), HasSubstr("gave a value of the unknown kind 77"));
}

TEST_F(Violations, NoValue) {
  EXPECT_THAT(violation([&](auto&, kassay_results* results) -> kassay_error* {
                host->give(host, results, nullptr);
                return nullptr;
              }),
              HasSubstr("gave NULL in place of a value"));
}

TEST_F(Violations, NoString) {
  EXPECT_THAT(given({KASSAY_STRING, {.string = nullptr}}), HasSubstr("gave a string that is NULL"));
}

TEST_F(Violations, ListWithoutItems) {
  EXPECT_THAT(given({KASSAY_LIST, {.list = {3, nullptr}}}), HasSubstr("items are NULL"));
}

TEST_F(Violations, ListThatContainsItself) {
  kassay_value endless{KASSAY_LIST, {.list = {1, nullptr}}};
  endless.as.list.items = &endless;
  EXPECT_THAT(given(endless), HasSubstr("lists in lists, 64 deep"));
}

TEST_F(Violations, SparseResult) {
  EXPECT_THAT(given({KASSAY_SPARSE, {}}), HasSubstr("gave a sparse array"));
}

TEST_F(Violations, NoTensor) {
  EXPECT_THAT(given(nullptr), HasSubstr("gave an invalid DLPack tensor: it is NULL"));
}

TEST_F(Violations, NegativeDimension) {
  shape[0] = -2;
  EXPECT_THAT(given(&tensor), HasSubstr("dimension 0 is -2"));
}

TEST_F(Violations, NegativeRank) {
  tensor.ndim = -1;
  EXPECT_THAT(given(&tensor), HasSubstr("its rank is -1"));
}

TEST_F(Violations, HugeRank) {
  tensor.ndim = 1 << 20;
  EXPECT_THAT(given(&tensor), HasSubstr("its rank is 1048576"));
}

TEST_F(Violations, NoShape) {
  tensor.shape = nullptr;
  EXPECT_THAT(given(&tensor), HasSubstr("its shape is NULL"));
}

TEST_F(Violations, NoData) {
  tensor.data = nullptr;
  EXPECT_THAT(given(&tensor), HasSubstr("its data is NULL, and its shape is (2,)"));
}

TEST_F(Violations, UnknownDType) {
  tensor.dtype = {kDLFloat, 8, 1};
  EXPECT_THAT(given(&tensor), HasSubstr("code 2, 8 bits, 1 lanes"));
}

TEST_F(Violations, VectorDType) {
  tensor.dtype.lanes = 4;
  EXPECT_THAT(given(&tensor), HasSubstr("4 lanes"));
}

TEST_F(Violations, OtherDevice) {
  tensor.device.device_type = kDLCUDA;
  EXPECT_THAT(given(&tensor), HasSubstr("on a device of type 2, not on the CPU"));
}

TEST_F(Violations, InvalidBool) {
  unsigned char bools[2] = {1, 2};
  tensor.data = bools;
  tensor.dtype = {kDLBool, 8, 1};
  EXPECT_THAT(given(&tensor), HasSubstr("element 1 of a bool tensor is 2, neither 0 nor 1"));
}

TEST_F(Violations, MoreElementsThanAnyMemoryHolds) {
  shape[0] = std::int64_t{1} << 62;
  EXPECT_THROW(given(&tensor), std::bad_alloc);
}

TEST_F(Violations, NewTensorOfUnknownDType) {
  EXPECT_THAT(violation([&](auto&, auto*) -> kassay_error* {
                EXPECT_EQ(host->new_tensor(host, {9, 32, 1}, 1, shape), nullptr);
                return nullptr;
              }),
              HasSubstr("used a DLPack type that the API does not have: code 9"));
}

TEST_F(Violations, InReset) {
  table.reset = [](void*) -> kassay_error* { throw std::runtime_error("oh"); };
  try {
    backend().reset();
    FAIL() << "nothing was found";
  } catch (const Violation& violation) {
    EXPECT_THAT(violation.what(), StartsWith("in reset, the plug-in let an exception"));
  }
}

}  // namespace
}  // namespace kassay::plugin::violations_test
