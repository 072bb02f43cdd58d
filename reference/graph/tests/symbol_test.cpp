#include "reference/graph/symbol.h"

#include "reference/graph/tests/graph.h"

namespace kassay::reference::symbol_test {
namespace {

TEST(StaticTypes, AnUnknownDimensionIsNotComplete) {
  EXPECT_TRUE((StaticType{DType::kFloat32, Shape{2, 0}, false}.is_complete()));
  EXPECT_FALSE((StaticType{DType::kFloat32, Shape{2, kUnknown}, false}.is_complete()));
  EXPECT_FALSE((StaticType{DType::kFloat32, std::nullopt, false}.is_complete()));
}

TEST(Symbols, DescribeTheKnownPartOfTheirType) {
  const Placeholder images({DType::kFloat16, Shape{kUnknown, 3}, false});
  EXPECT_EQ(images.describe(), "a float16 placeholder of shape (None, 3)");
  const Placeholder any({DType::kInt32, std::nullopt, true});
  EXPECT_EQ(any.describe(), "a sparse int32 placeholder of unknown rank");
}

TEST(Symbols, AreNumberedInTheOrderOfCreation) {
  const Constant first(vector({1}));
  const Constant second(vector({1}));
  EXPECT_LT(first.number(), second.number());
}

TEST(Symbols, OnlyConstantsAreKnown) {
  EXPECT_NE(Constant(vector({1})).known(), nullptr);
  EXPECT_EQ(Variable(vector({1})).known(), nullptr);
  EXPECT_EQ(Placeholder({DType::kFloat32, Shape{1}, false}).known(), nullptr);
}

TEST(Variables, KeepTheirDType) {
  const Variable variable(vector({1, 2}, DType::kInt32));
  variable.assign(vector({2.75, -2.75}));
  EXPECT_EQ(std::get<Tensor>(variable.value()).dtype(), DType::kInt32);
  EXPECT_EQ(numbers_of(variable.value()), (Numbers{2, -2}));
}

TEST(Variables, RefuseAnotherShape) {
  const Variable variable(vector({1, 2}));
  EXPECT_THROW(variable.assign(tensor({1, 2}, {3, 4})), ApiError);
  EXPECT_EQ(numbers_of(variable.value()), (Numbers{1, 2}));
}

TEST(Variables, StaySparse) {
  const Variable variable(to_sparse(vector({1, 0, 2})));
  variable.assign(vector({0, 3, 0}));
  const auto* sparse = variable.value().get_if<SparseTensor>();
  ASSERT_NE(sparse, nullptr);
  EXPECT_EQ(sparse->values().size(), 1);
  EXPECT_EQ(numbers_of(variable.value()), (Numbers{0, 3, 0}));
}

TEST(Variables, AValueThatWasReadStaysAsItWas) {
  const Variable variable(vector({1}));
  const Value before = variable.value();
  variable.assign(vector({2}));
  EXPECT_EQ(numbers_of(before), (Numbers{1}));
}

TEST(SymbolOf, AnArrayOrAnUpdateIsNotATensor) {
  const auto variable = std::make_shared<Variable>(vector({1}));
  EXPECT_EQ(symbol_of(Handle(variable)), variable);
  EXPECT_EQ(symbol_of(vector({1})), nullptr);
  EXPECT_EQ(symbol_of(Handle(std::make_shared<Update>(variable, Value(1.0)))), nullptr);
}

TEST(ForEachSymbol, GoesThroughNestedLists) {
  const Symbol a = std::make_shared<Constant>(vector({1}));
  const Symbol b = std::make_shared<Constant>(vector({2}));
  std::vector<Symbol> visited;
  for_each_symbol(List{Handle(a), 3.0, List{List{}, Handle(b)}},
                  [&](const Symbol& symbol) { visited.push_back(symbol); });
  EXPECT_EQ(visited, (std::vector<Symbol>{a, b}));
}

TEST(MapSymbols, KeepsOtherValues) {
  const Symbol a = std::make_shared<Constant>(vector({1}));
  const Value mapped = map_symbols(List{Handle(a), List{std::int64_t{7}, None{}}},
                                   [](const Symbol& symbol) { return *symbol->known(); });
  const auto& list = std::get<List>(mapped);
  EXPECT_EQ(numbers_of(list[0]), (Numbers{1}));
  EXPECT_EQ(std::get<std::int64_t>(std::get<List>(list[1])[0]), 7);
  EXPECT_TRUE(std::get<List>(list[1])[1].is_none());
}

}  // namespace
}  // namespace kassay::reference::symbol_test
