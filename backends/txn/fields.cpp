#include "backends/txn/fields.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace xdnasim::txn {

std::int64_t get(std::span<const std::uint32_t> words, const Field& field) {
    const std::int64_t bits = words[field.word] >> field.lsb & field.mask();
    return bits > field.max() ? bits - field.mask() - 1 : bits;
}

void put(std::span<std::uint32_t> words, const Field& field, std::int64_t value) {
    words[field.word] |= static_cast<std::uint32_t>(value & field.mask()) << field.lsb;
}

void FieldWriter::put(const Field& field, std::int64_t value) {
    if (value < field.min() || value > field.max())
        refuse(fmt::format("{} is {}; allowed: {} to {}", field.name, value, field.min(),
                           field.max()));
    txn::put(words_, field, value);
}

void FieldWriter::put_words(const Field& field, arch::Bytes value) {
    put(field, words_in(field, value));
}

void FieldWriter::put_step(const Field& field, arch::Bytes value) {
    put(field, words_in(field, value) - 1);
}

void FieldWriter::refuse(const std::string& what) const {
    throw base::InputError{fmt::format("{}: {}", name_, what)};
}

std::int64_t FieldWriter::words_in(const Field& field, arch::Bytes value) const {
    if (value % arch::kWord != arch::Bytes{0})
        refuse(fmt::format("{} is {} bytes; allowed: a multiple of {}", field.name, value.count(),
                           arch::kWord.count()));
    return value / arch::kWord;
}

}  // namespace xdnasim::txn
