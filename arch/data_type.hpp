#pragma once
// The types of elements. One table holds the facts about each type; a new type is a new row.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arch/units.hpp"
#include "base/enumerators.hpp"

namespace xdnasim::arch {

enum class DataType : std::uint8_t {
    Int8,
    Int16,
    Int32,
    Bf16,
    F32,
    Bfp16ebs8,  ///< 8 mantissas of 8 bits and the exponent that they share; 8 values lie along k
};

/// The smallest group of elements that is stored together, and its size: a single element, or 8
/// elements that share an exponent.
struct StorageUnit {
    int elements = 1;
    Bytes size{};
};

enum class NumberKind : std::uint8_t { Integer, Floating };

struct DataTypeFacts {
    DataType type;
    std::string_view name;
    NumberKind kind;
    StorageUnit unit;
};

inline constexpr std::array kDataTypeFacts{
    DataTypeFacts{DataType::Int8, "int8", NumberKind::Integer, {1, Bytes{1}}},
    DataTypeFacts{DataType::Int16, "int16", NumberKind::Integer, {1, Bytes{2}}},
    DataTypeFacts{DataType::Int32, "int32", NumberKind::Integer, {1, Bytes{4}}},
    DataTypeFacts{DataType::Bf16, "bf16", NumberKind::Floating, {1, Bytes{2}}},
    DataTypeFacts{DataType::F32, "f32", NumberKind::Floating, {1, Bytes{4}}},
    DataTypeFacts{DataType::Bfp16ebs8, "bfp16ebs8", NumberKind::Floating, {8, Bytes{9}}},
};

inline constexpr auto kDataTypes = [] {
    std::array<DataType, kDataTypeFacts.size()> types{};
    for (std::size_t i = 0; i < types.size(); ++i)
        types[i] = kDataTypeFacts[i].type;
    return types;
}();

static_assert(base::lists_all<kDataTypes>());

[[nodiscard]] constexpr const DataTypeFacts& facts_of(DataType type) {
    return kDataTypeFacts[static_cast<std::size_t>(type)];
}

static_assert(
    [] {
        for (const DataType type : kDataTypes)
            if (facts_of(type).type != type) return false;
        return true;
    }(),
    "the table is in the order of the enumerators");

[[nodiscard]] std::string to_string(DataType type);  // "int8"
[[nodiscard]] std::optional<DataType> data_type_named(std::string_view name);

[[nodiscard]] constexpr bool is_floating(DataType type) {
    return facts_of(type).kind == NumberKind::Floating;
}
[[nodiscard]] constexpr bool is_integer(DataType type) {
    return facts_of(type).kind == NumberKind::Integer;
}
[[nodiscard]] constexpr StorageUnit storage_unit(DataType type) {
    return facts_of(type).unit;
}
/// Is every element stored by itself? Otherwise several share an exponent.
[[nodiscard]] constexpr bool is_stored_singly(DataType type) {
    return storage_unit(type).elements == 1;
}

/// All types for which `holds` returns true, as in types_where(is_integer).
[[nodiscard]] std::vector<DataType> types_where(bool (*holds)(DataType));
/// Names of these types: "int8, int16, int32".
[[nodiscard]] std::string names_where(bool (*holds)(DataType));

/// "int8 x int8 -> int16"
[[nodiscard]] std::string product_name(DataType a, DataType b, DataType c);

/// Size of `elements` elements of a type. Throws base::InputError if they do not fill whole storage
/// units.
[[nodiscard]] Bytes storage(DataType type, std::int64_t elements);

/// Size of one element. Throws base::InputError for a type that does not store its elements singly.
[[nodiscard]] Bytes size_of(DataType type);

}  // namespace xdnasim::arch
