#pragma once
// Fields of registers: where they lie, and how they are read and written.

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

    /// All of its bits, without those below it.
    [[nodiscard]] constexpr std::int64_t mask() const {
        return (std::int64_t{2} << (msb - lsb)) - 1;
    }
    [[nodiscard]] constexpr std::int64_t min() const { return is_signed ? -(mask() / 2) - 1 : 0; }
    [[nodiscard]] constexpr std::int64_t max() const { return is_signed ? mask() / 2 : mask(); }
};

[[nodiscard]] std::int64_t get(std::span<const std::uint32_t> words, const Field& field);
/// As many bits of `value` as the field has. Precondition: the field is still 0.
void put(std::span<std::uint32_t> words, const Field& field, std::int64_t value);

/// Writes fields that have to hold what they are given.
class FieldWriter {
 public:
    /// `words`: all 0. `name`: of what they are, for errors. Both outlive the writer.
    FieldWriter(std::span<std::uint32_t> words, const std::string& name)
        : words_{words}, name_{name} {}

    // Each throws InputError when the field cannot hold the value.
    void put(const Field& field, std::int64_t value);
    /// A number of bytes, held in words.
    void put_words(const Field& field, arch::Bytes value);
    /// A number of bytes, held as the words that it is above one.
    void put_step(const Field& field, arch::Bytes value);

    [[noreturn]] void refuse(const std::string& what) const;

 private:
    [[nodiscard]] std::int64_t words_in(const Field& field, arch::Bytes value) const;

    std::span<std::uint32_t> words_;
    const std::string& name_;
};

}  // namespace xdnasim::txn
