#include "backends/txn/bd_fields.hpp"

namespace xdnasim::txn {
namespace {

std::uint64_t values_of(const BdField& field) {
    return std::uint64_t{2} << (field.msb - field.lsb);
}

}  // namespace

std::int64_t BdField::min() const {
    return is_signed ? -static_cast<std::int64_t>(values_of(*this) / 2) : 0;
}

std::int64_t BdField::max() const {
    return static_cast<std::int64_t>(values_of(*this) / (is_signed ? 2 : 1)) - 1;
}

std::int64_t BdField::get(const BdWords& words) const {
    const auto value = static_cast<std::int64_t>(words[word] >> lsb & (values_of(*this) - 1));
    return value > max() ? value - static_cast<std::int64_t>(values_of(*this)) : value;
}

void BdField::put(BdWords& words, std::int64_t value) const {
    const std::uint64_t bits = static_cast<std::uint64_t>(value) & (values_of(*this) - 1);
    words[word] |= static_cast<std::uint32_t>(bits << lsb);
}

}  // namespace xdnasim::txn
