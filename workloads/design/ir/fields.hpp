#pragma once
// What an operation says, by the names that its dialect gives to attributes and operands, whichever
// way it is written: in the pretty form of 2024, in that of 2026, or in the generic form.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "workloads/design/ir/operation.hpp"

namespace xdnasim::ir {

// Numbers that no array reaches; they keep arithmetic on what was read from overflowing.
inline constexpr int kMaxId = 255;
inline constexpr int kMaxChannel = 63;

/// Values that are known to be a number.
using Constants = std::map<std::string_view, std::int64_t, std::less<>>;

/// One thing in a list of attributes: "a = 3 : i32"; nothing behind the name: it is a flag.
struct Attribute {
    std::string_view name;
    Range value;
};

/// Those between the brackets of `range`: {a = 1, b = "x"} or <pkt_type = 0, pkt_id = 3>.
[[nodiscard]] std::vector<Attribute> attributes_in(const Text& text, Range range);

/// The pieces between the commas at the top level of `range`.
[[nodiscard]] std::vector<Range> split(const Text& text, Range range);

/// What is between the bracket with which `range` begins and its partner; all of it when it begins
/// with none.
[[nodiscard]] Range inside(const Text& text, Range range);

/// The pieces of an array of the generic form: of "array<i64: 1, 2>", "1" and "2".
[[nodiscard]] std::vector<Range> array_pieces(const Text& text, Range range);

/// The values in `range`, whatever brackets they stand in.
[[nodiscard]] std::vector<std::string_view> values_in(const Text& text, Range range);

/// The values that `operation` names, without those of its regions.
[[nodiscard]] std::vector<std::string_view> operands_of(const Text& text,
                                                        const Operation& operation);
/// Those of the operation with which the first block of `region` ends; none: it is empty.
[[nodiscard]] std::vector<std::string_view> yielded_by(const Text& text, const Region& region);

class Fields {
 public:
    /// Is the form of these operations known?
    [[nodiscard]] static bool knows(std::string_view operation);
    /// Precondition: knows(operation.name). Throws InputError, with the place, for what fits none
    /// of its forms.
    [[nodiscard]] static Fields read(const Text& text, const Operation& operation,
                                     const Constants* constants = nullptr);

    [[nodiscard]] bool has(std::string_view name) const { return find(name).has_value(); }
    [[nodiscard]] std::optional<Range> find(std::string_view name) const;

    // Each throws InputError, with the place, when there is no such field, or it is something else.
    [[nodiscard]] Range range(std::string_view name) const;
    [[nodiscard]] const Token& token(std::string_view name) const;
    [[nodiscard]] std::string_view value(std::string_view name) const;   ///< of %value
    [[nodiscard]] std::string_view symbol(std::string_view name) const;  ///< of @symbol
    [[nodiscard]] std::string_view string(std::string_view name) const;
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t min,
                                       std::int64_t max) const;
    [[nodiscard]] int small(std::string_view name, int min, int max) const {
        return static_cast<int>(integer(name, min, max));
    }
    /// What it is where it is left out.
    [[nodiscard]] std::int64_t integer_or(std::string_view name, std::int64_t otherwise,
                                          std::int64_t min, std::int64_t max) const;
    /// false where it is left out.
    [[nodiscard]] bool flag(std::string_view name) const;

    [[nodiscard]] base::Position at() const { return operation_->at; }
    [[nodiscard]] base::Position at(std::string_view name) const;
    [[nodiscard]] const Text& text() const { return *text_; }
    [[nodiscard]] const Operation& operation() const { return *operation_; }
    [[noreturn]] void fail(std::string_view name, const std::string& message) const;

    void add(std::string_view name, Range range) { items_.emplace_back(name, range); }

 private:
    Fields(const Text& text, const Operation& operation, const Constants* constants)
        : text_{&text}, operation_{&operation}, constants_{constants} {}

    const Text* text_;
    const Operation* operation_;
    const Constants* constants_;
    std::vector<std::pair<std::string_view, Range>> items_;
};

/// A number that is written there, or a value that stands for one; nullopt: it is not known.
[[nodiscard]] std::optional<std::int64_t> integer_at(const Text& text, Range range,
                                                     const Constants* constants);

/// The number of an arith.constant; nullopt: it is none of a whole number.
[[nodiscard]] std::optional<std::int64_t> constant_of(const Text& text, const Operation& operation);

/// Those in the blocks of `region`, not in the regions inside.
[[nodiscard]] Constants constants_in(const Text& text, const Region& region);

}  // namespace xdnasim::ir
