#include <algorithm>
#include <array>
#include <limits>

#include "workloads/design/cores/core_program.hpp"

namespace xdnasim::design {
namespace {

using Limits = std::numeric_limits<std::int64_t>;

// In the order of arith's numbers (ArithBase.td, Arith_CmpIPredicateAttr).
constexpr std::array<std::string_view, 10> kPredicates{"eq",  "ne",  "slt", "sle", "sgt",
                                                       "sge", "ult", "ule", "ugt", "uge"};

std::optional<std::int64_t> compared(std::string_view predicate, std::int64_t a, std::int64_t b) {
    auto at = std::ranges::find(kPredicates, predicate);
    if (at == kPredicates.end() && predicate.size() == 1 && predicate[0] >= '0' &&
        predicate[0] <= '9')
        at = kPredicates.begin() + (predicate[0] - '0');
    if (at == kPredicates.end()) return std::nullopt;
    const auto ua = static_cast<std::uint64_t>(a);
    const auto ub = static_cast<std::uint64_t>(b);
    const std::array<bool, kPredicates.size()> results{
        a == b, a != b, a<b, a <= b, a> b, a >= b, ua<ub, ua <= ub, ua> ub, ua >= ub};
    return results[static_cast<std::size_t>(at - kPredicates.begin())] ? 1 : 0;
}

std::int64_t wrapped(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}

std::optional<std::int64_t> divided(std::string_view name, std::int64_t a, std::int64_t b) {
    if (b == 0 || (a == Limits::min() && b == -1)) return std::nullopt;
    const auto ua = static_cast<std::uint64_t>(a);
    const auto ub = static_cast<std::uint64_t>(b);
    if (name == "arith.divsi") return a / b;
    if (name == "arith.remsi") return a % b;
    if (name == "arith.divui") return wrapped(ua / ub);
    if (name == "arith.remui") return wrapped(ua % ub);
    const std::int64_t floor = a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
    if (name == "arith.floordivsi") return floor;
    if (name == "arith.ceildivsi" || name == "arith.ceildivui")
        return floor + (floor * b != a ? 1 : 0);
    return std::nullopt;
}

std::optional<std::int64_t> of_two(std::string_view name, std::int64_t a, std::int64_t b) {
    const auto ua = static_cast<std::uint64_t>(a);
    const auto ub = static_cast<std::uint64_t>(b);
    if (name == "arith.addi") return wrapped(ua + ub);
    if (name == "arith.subi") return wrapped(ua - ub);
    if (name == "arith.muli") return wrapped(ua * ub);
    if (name == "arith.andi") return a & b;
    if (name == "arith.ori") return a | b;
    if (name == "arith.xori") return a ^ b;
    if (name == "arith.minsi") return std::min(a, b);
    if (name == "arith.maxsi") return std::max(a, b);
    if (name == "arith.minui") return wrapped(std::min(ua, ub));
    if (name == "arith.maxui") return wrapped(std::max(ua, ub));
    constexpr std::uint64_t kBits = 64;
    if (ub < kBits) {
        if (name == "arith.shli") return wrapped(ua << ub);
        if (name == "arith.shrui") return wrapped(ua >> ub);
        if (name == "arith.shrsi") return a >> b;
    }
    return divided(name, a, b);
}

}  // namespace

std::optional<std::int64_t> computed(std::string_view operation, std::string_view predicate,
                                     const std::vector<std::int64_t>& operands) {
    if (operands.size() == 1) {
        const bool same = operation == "arith.index_cast" || operation == "arith.index_castui" ||
                          operation == "arith.extsi" || operation == "arith.extui" ||
                          operation == "arith.trunci";
        return same ? std::optional{operands[0]} : std::nullopt;
    }
    if (operands.size() == 3 && operation == "arith.select")
        return operands[0] != 0 ? operands[1] : operands[2];
    if (operands.size() != 2) return std::nullopt;
    if (operation == "arith.cmpi") return compared(predicate, operands[0], operands[1]);
    return of_two(operation, operands[0], operands[1]);
}

void CoreValues::set(std::string_view name, Value value) {
    if (value.is_number())
        constants_[name] = value.number;
    else
        constants_.erase(name);
    values_[name] = std::move(value);
}

Value CoreValues::get(std::string_view name) const {
    if (const auto found = values_.find(name); found != values_.end()) return found->second;
    Value value;
    const auto buffer = draft_->buffers.find(name);
    if (buffer == draft_->buffers.end()) return value;
    value.kind = Value::Kind::Memory;
    value.slice = {buffer->second, {}, draft_->at(buffer->second).size};
    value.type = draft_->types.at(buffer->second);
    return value;
}

std::optional<std::int64_t> CoreValues::number(std::string_view name) const {
    const Value value = get(name);
    if (value.kind == Value::Kind::Varying) throw DependsOnRound{};
    return value.is_number() ? std::optional{value.number} : std::nullopt;
}

Value CoreValues::load(schedule::BufferRef buffer, std::int64_t place) const {
    const auto found = words_.find({buffer, place});
    return found == words_.end() ? Value{} : found->second;
}

void CoreValues::store(schedule::BufferRef buffer, std::int64_t place, Value value) {
    words_[{buffer, place}] = std::move(value);
}

void CoreValues::forget(schedule::BufferRef buffer) {
    std::erase_if(words_, [&](const auto& entry) { return entry.first.first == buffer; });
}

void CoreValues::keep_common(const Words& other) {
    std::erase_if(words_, [&](const auto& entry) {
        const auto found = other.find(entry.first);
        return found == other.end() || found->second != entry.second;
    });
}

bool CoreValues::same_state(const CoreValues& other) const {
    return fifos_ == other.fifos_ && words_ == other.words_;
}

void CoreValues::take_state(const CoreValues& other) {
    fifos_ = other.fifos_;
    words_ = other.words_;
}

void CoreValues::make_varying(schedule::BufferRef buffer) {
    for (auto& [key, value] : words_)
        if (key.first == buffer && value.is_number()) value = Value::varying();
}

}  // namespace xdnasim::design
