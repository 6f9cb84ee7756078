#pragma once
// The attributes and operands of an operation, by the names of its dialect, in any notation: the
// pretty form of 2024, that of 2026, or the generic form.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "workloads/design/ir/operation.hpp"

namespace xdnasim::ir {

// Limits that no array reaches; they keep arithmetic on numbers of the text from overflowing.
inline constexpr int kMaxId = 255;
inline constexpr int kMaxChannel = 63;

/// Values known to be constant, with their numbers.
using Constants = std::map<std::string_view, std::int64_t, std::less<>>;

/// An entry in a list of attributes, such as "a = 3 : i32"; an empty `value` means a flag.
struct Attribute {
    std::string_view name;
    Range value;
};

/// The attributes between the brackets of `range`: {a = 1, b = "x"} or <pkt_type = 0, pkt_id = 3>.
[[nodiscard]] std::vector<Attribute> attributes_in(const Text& text, Range range);

/// The pieces between the commas at the top level of `range`.
[[nodiscard]] std::vector<Range> split(const Text& text, Range range);

/// The words between the bracket at the beginning of `range` and its partner; `range` itself if it
/// does not begin with a bracket.
[[nodiscard]] Range inside(const Text& text, Range range);

/// The elements of an array in generic form: "1" and "2" of "array<i64: 1, 2>".
[[nodiscard]] std::vector<Range> array_pieces(const Text& text, Range range);

/// The values in `range`, within brackets of any kind, too.
[[nodiscard]] std::vector<std::string_view> values_in(const Text& text, Range range);

/// The values that `operation` uses, without those in its regions.
[[nodiscard]] std::vector<std::string_view> operands_of(const Text& text,
                                                        const Operation& operation);
/// The operands of the last operation in the first block of `region`; none if the block is empty.
[[nodiscard]] std::vector<std::string_view> yielded_by(const Text& text, const Region& region);

class Fields {
 public:
    /// Returns whether the forms of the operation are known.
    [[nodiscard]] static bool knows(std::string_view operation);
    /// Reads an operation. Precondition: knows(operation.name). Throws InputError, with the place,
    /// if the operation fits none of its forms.
    [[nodiscard]] static Fields read(const Text& text, const Operation& operation,
                                     const Constants* constants = nullptr);

    [[nodiscard]] bool has(std::string_view name) const { return find(name).has_value(); }
    [[nodiscard]] std::optional<Range> find(std::string_view name) const;

    // Each of these throws InputError, with the place, if there is no such field, or if it is of
    // another kind.
    [[nodiscard]] Range range(std::string_view name) const;
    [[nodiscard]] const Token& token(std::string_view name) const;
    [[nodiscard]] std::string_view value(std::string_view name) const;   ///< name of a %value
    [[nodiscard]] std::string_view symbol(std::string_view name) const;  ///< name of a @symbol
    [[nodiscard]] std::string_view string(std::string_view name) const;
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t min,
                                       std::int64_t max) const;
    [[nodiscard]] int small(std::string_view name, int min, int max) const {
        return static_cast<int>(integer(name, min, max));
    }
    /// As integer(), but `otherwise` if the field is missing.
    [[nodiscard]] std::int64_t integer_or(std::string_view name, std::int64_t otherwise,
                                          std::int64_t min, std::int64_t max) const;
    /// The value of a boolean attribute; false if the field is missing.
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

/// The number at `range`: written there, or the constant value there; nullopt if it is not known.
[[nodiscard]] std::optional<std::int64_t> integer_at(const Text& text, Range range,
                                                     const Constants* constants);

/// The number of an arith.constant; nullopt if the operation is not a constant whole number.
[[nodiscard]] std::optional<std::int64_t> constant_of(const Text& text, const Operation& operation);

/// The constants in the blocks of `region`, without those in nested regions.
[[nodiscard]] Constants constants_in(const Text& text, const Region& region);

}  // namespace xdnasim::ir
