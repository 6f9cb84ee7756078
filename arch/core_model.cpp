#include "arch/core_model.hpp"

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

std::string to_string(CascadeUse use) {
    switch (use) {
        case CascadeUse::None:
            return "none";
        case CascadeUse::Get:
            return "get";
        case CascadeUse::Put:
            break;
    }
    return "put";
}

std::string to_string(Compiler compiler) {
    switch (compiler) {
        case Compiler::Chess:
            return "chess";
        case Compiler::Peano:
            break;
    }
    return "peano";
}

namespace {

const MatrixRate* find_types(const std::vector<MatrixRate>& rates, DataType a, DataType b,
                             DataType c) {
    const auto found = std::ranges::find_if(rates, [&](const MatrixRate& rate) {
        return rate.a_type == a && rate.b_type == b && rate.c_type == c;
    });
    return found == rates.end() ? nullptr : &*found;
}

}  // namespace

const MatrixRate* CoreModel::find_rate(DataType a, DataType b, DataType c) const {
    return find_types(matrix, a, b, c);
}

const MatrixRate* CoreModel::find_native_rate(DataType a, DataType b, DataType c) const {
    return find_types(native, a, b, c);
}

}  // namespace xdnasim::arch
