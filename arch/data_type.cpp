#include "arch/data_type.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"

namespace xdnasim::arch {

std::string to_string(DataType type) {
    return std::string{facts_of(type).name};
}

std::optional<DataType> data_type_named(std::string_view name) {
    const auto* const found = std::ranges::find(kDataTypeFacts, name, &DataTypeFacts::name);
    return found == kDataTypeFacts.end() ? std::nullopt : std::optional{found->type};
}

std::vector<DataType> types_where(bool (*holds)(DataType)) {
    std::vector<DataType> types;
    std::ranges::copy_if(kDataTypes, std::back_inserter(types), holds);
    return types;
}

std::string names_where(bool (*holds)(DataType)) {
    std::vector<std::string> names;
    for (const DataType type : types_where(holds))
        names.push_back(to_string(type));
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string product_name(DataType a, DataType b, DataType c) {
    return fmt::format("{} x {} -> {}", to_string(a), to_string(b), to_string(c));
}

Bytes storage(DataType type, std::int64_t elements) {
    const StorageUnit unit = storage_unit(type);
    if (elements % unit.elements != 0)
        throw base::InputError{
            fmt::format("{} stores {} elements in {} bytes; {} are not a multiple", to_string(type),
                        unit.elements, unit.size.count(), elements)};
    return unit.size * (elements / unit.elements);
}

Bytes size_of(DataType type) {
    return storage(type, 1);
}

}  // namespace xdnasim::arch
