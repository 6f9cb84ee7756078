#include "arch/slot_model.hpp"

#include <algorithm>

namespace xdnasim::arch {

const Operation* SlotModel::find(std::string_view operation) const {
    const auto found = std::ranges::find(operations, operation, &Operation::name);
    return found == operations.end() ? nullptr : &*found;
}

int SlotModel::index_of(std::string_view operation) const {
    const auto found = std::ranges::find(operations, operation, &Operation::name);
    return static_cast<int>(found - operations.begin());
}

}  // namespace xdnasim::arch
