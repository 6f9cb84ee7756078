#include "arch/data_type.hpp"

#include <set>

#include <gtest/gtest.h>

#include "test/base/parsed_yaml.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::arch {
namespace {

TEST(DataTypes, HaveTheirNamesAndSizes) {
    EXPECT_EQ(to_string(DataType::Int8), "int8");
    EXPECT_EQ(to_string(DataType::Int16), "int16");
    EXPECT_EQ(to_string(DataType::Int32), "int32");
    EXPECT_EQ(to_string(DataType::Bf16), "bf16");
    EXPECT_EQ(to_string(DataType::F32), "f32");
    EXPECT_EQ(size_of(DataType::Int8).count(), 1);
    EXPECT_EQ(size_of(DataType::Int16).count(), 2);
    EXPECT_EQ(size_of(DataType::Int32).count(), 4);
    EXPECT_EQ(size_of(DataType::Bf16).count(), 2);
    EXPECT_EQ(size_of(DataType::F32).count(), 4);
}

TEST(DataTypes, AreFoundByTheirNames) {
    std::set<std::string> names;
    for (const DataType type : kDataTypes) {
        EXPECT_EQ(data_type_named(to_string(type)), type);
        names.insert(to_string(type));
    }
    EXPECT_EQ(names.size(), kDataTypes.size());
    EXPECT_EQ(data_type_named("bfp16"), std::nullopt);
}

TEST(DataTypes, AreIntegersOrFloating) {
    EXPECT_EQ(names_where(is_integer), "int8, int16, int32");
    EXPECT_EQ(names_where(is_floating), "bf16, f32, bfp16ebs8");
}

TEST(DataTypes, AreStoredSinglyUnlessTheyShareAnExponent) {
    for (const DataType type : kDataTypes)
        EXPECT_EQ(is_stored_singly(type), type != DataType::Bfp16ebs8) << to_string(type);
}

TEST(DataTypes, StoreEightValuesOfBfp16WithTheirExponent) {
    EXPECT_EQ(storage(DataType::Bfp16ebs8, 64), Bytes{72});
    EXPECT_EQ(storage(DataType::Bf16, 64), Bytes{128});
    EXPECT_EQ(storage(DataType::Bfp16ebs8, 0), Bytes{0});
}

TEST(DataTypes, HaveNoSizeForAPartOfWhatIsStoredTogether) {
    EXPECT_THROW(static_cast<void>(storage(DataType::Bfp16ebs8, 12)), base::InputError);
    EXPECT_EQ(input_error([] { return size_of(DataType::Bfp16ebs8); }),
              "bfp16ebs8 stores 8 elements in 9 bytes; 1 are not a multiple");
}

TEST(DataTypes, NameAProduct) {
    EXPECT_EQ(product_name(DataType::Int8, DataType::Int16, DataType::Int32),
              "int8 x int16 -> int32");
}

TEST(YamlEnumerator, IsTheOneWhoseNameStandsThere) {
    const base::Node types = test::parse("[bf16, int61]");
    EXPECT_EQ(types.as_sequence()[0].as_one_of(kDataTypes), DataType::Bf16);
    EXPECT_EQ(
        input_error([&] { return types.as_sequence()[1].as_one_of(types_where(is_integer)); }),
        "p.yaml:1:8: 'int61' is not known here; did you mean 'int16'? allowed: int8, int16, "
        "int32");
}

}  // namespace
}  // namespace xdnasim::arch
