#pragma once
// Fields of registers: their positions, and how to read and write them.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "arch/units.hpp"

namespace xdnasim::txn {

/// Bits msb:lsb of word `word` of a block of registers.
struct Field {
    std::string_view name;
    std::size_t word = 0;
    int msb = 31;
    int lsb = 0;
    bool is_signed = false;

    /// As many ones as the field has bits, beginning at bit 0.
    [[nodiscard]] constexpr std::int64_t mask() const {
        return (std::int64_t{2} << (msb - lsb)) - 1;
    }
    [[nodiscard]] constexpr std::int64_t min() const { return is_signed ? -(mask() / 2) - 1 : 0; }
    [[nodiscard]] constexpr std::int64_t max() const { return is_signed ? mask() / 2 : mask(); }
};

[[nodiscard]] std::int64_t get(std::span<const std::uint32_t> words, const Field& field);
/// Writes as many low bits of `value` as the field has. Precondition: the field is still 0.
void put(std::span<std::uint32_t> words, const Field& field, std::int64_t value);

/// Writes fields, and refuses values that do not fit.
class FieldWriter {
 public:
    /// `words`: all 0. `name`: name of the object in the words, for errors. Both outlive the
    /// writer.
    FieldWriter(std::span<std::uint32_t> words, const std::string& name)
        : words_{words}, name_{name} {}

    // Each throws InputError when the field cannot hold the value.
    void put(const Field& field, std::int64_t value);
    /// Writes a number of bytes as its number of words.
    void put_words(const Field& field, arch::Bytes value);
    /// Writes a number of bytes as its number of words minus one.
    void put_step(const Field& field, arch::Bytes value);

    [[noreturn]] void refuse(const std::string& what) const;

 private:
    [[nodiscard]] std::int64_t words_in(const Field& field, arch::Bytes value) const;

    std::span<std::uint32_t> words_;
    const std::string& name_;
};

}  // namespace xdnasim::txn
