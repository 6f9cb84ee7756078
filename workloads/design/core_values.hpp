#pragma once
// The values of a core's program, as far as they are known before the run.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "workloads/design/draft.hpp"

namespace xdnasim::design {

struct Value {
    enum class Kind : std::uint8_t {
        Data,     ///< depends on what is in memory
        Varying,  ///< changes from round to round of a loop that is read as a whole
        Number,
        Memory,
    };
    Kind kind = Kind::Data;
    std::int64_t number = 0;
    schedule::BufferSlice slice{};  ///< of Memory
    Memref type{};                  ///< of Memory

    [[nodiscard]] bool is_number() const { return kind == Kind::Number; }
    [[nodiscard]] static Value of(std::int64_t number) {
        Value value;
        value.kind = Kind::Number;
        value.number = number;
        return value;
    }
    [[nodiscard]] static Value varying() {
        Value value;
        value.kind = Kind::Varying;
        return value;
    }
};

/// What is decided depends on the round of a loop: it has to be read round by round.
struct DependsOnRound {};

/// Result of an arithmetic operation on numbers; nullopt: not one that is known. `predicate` of a
/// comparison: "slt", or its number.
[[nodiscard]] std::optional<std::int64_t> computed(std::string_view operation,
                                                   std::string_view predicate,
                                                   const std::vector<std::int64_t>& operands);

class CoreValues {
 public:
    explicit CoreValues(const Draft& draft) : draft_{&draft} {}

    void set(std::string_view name, Value value);
    /// Data when nothing has been set.
    [[nodiscard]] Value get(std::string_view name) const;
    /// nullopt: not known. Throws DependsOnRound.
    [[nodiscard]] std::optional<std::int64_t> number(std::string_view name) const;

    /// For the fields of operations.
    [[nodiscard]] const ir::Constants& constants() const { return constants_; }

    // Words of a core's memory that only its program uses: counters.

    [[nodiscard]] Value load(schedule::BufferRef buffer, std::int64_t index) const;
    void store(schedule::BufferRef buffer, std::int64_t index, Value value);
    void forget(schedule::BufferRef buffer);
    /// From now on all that is stored there changes from round to round.
    void make_varying(schedule::BufferRef buffer);

 private:
    const Draft* draft_;
    std::map<std::string_view, Value, std::less<>> values_;
    ir::Constants constants_;
    std::map<std::pair<schedule::BufferRef, std::int64_t>, Value> words_;
};

}  // namespace xdnasim::design
