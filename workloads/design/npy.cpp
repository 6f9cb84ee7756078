#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/units.hpp"
#include "base/error.hpp"
#include "base/number_format.hpp"
#include "base/place.hpp"
#include "base/regular_file.hpp"
#include "base/saturating.hpp"
#include "workloads/design/host_data.hpp"

namespace xdnasim::design {
namespace {

constexpr std::string_view kMagic{"\x93NUMPY"};
constexpr std::size_t kFirstByteOfLength = 8;

/// The text after "'key':" in the header; empty if there is none.
std::string_view value_behind(std::string_view header, std::string_view key) {
    const std::size_t at = header.find(fmt::format("'{}':", key));
    if (at == std::string_view::npos) return {};
    header.remove_prefix(at + key.size() + 3);
    header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
    return header;
}

/// The value after `key`, up to the end of its word.
std::string_view word_behind(std::string_view header, std::string_view key) {
    const std::string_view rest = value_behind(header, key);
    const std::string_view word = rest.substr(0, rest.find_first_of(",}"));
    return word.substr(0, word.find_last_not_of(' ') + 1);
}

/// A part of a header, which may contain any bytes, for a message.
std::string shown(std::string_view part) {
    std::string text{part};
    std::ranges::replace_if(
        text, [](char c) { return c < ' ' || c > '~'; }, '?');
    return base::in_quotes(text);
}

/// Product of the sizes "64, 32" or "64,"; nullopt if it is not a list of sizes.
std::optional<std::int64_t> product_of(std::string_view sizes) {
    const auto skip = [&](std::size_t count) {
        sizes.remove_prefix(std::min(count, sizes.size()));
    };
    std::int64_t product = 1;
    while (true) {
        skip(sizes.find_first_not_of(' '));
        if (sizes.empty()) return product;
        std::int64_t size = 0;
        const auto [end, error] = std::from_chars(sizes.begin(), sizes.end(), size);
        if (error != std::errc{} || size < 0) return std::nullopt;
        product = base::saturating_multiply(product, size);
        skip(static_cast<std::size_t>(end - sizes.begin()));
        skip(sizes.find_first_not_of(' '));
        if (!sizes.empty() && sizes.front() != ',') return std::nullopt;
        skip(1);
    }
}

struct HeaderAndData {
    std::string_view header;
    std::string_view data;
};

/// NumPy kinds whose bytes are those of `type`: "iu4" stands for i4 and u4.
std::string kinds_of(const Memref& type) {
    const std::size_t bytes = static_cast<std::size_t>(type.bytes_of(1).count());
    if (type.type == "bf16") return "uiV2";
    if (type.type.starts_with("f")) return fmt::format("f{}", bytes);
    if (type.type.starts_with("ui")) return fmt::format("u{}", bytes);
    if (type.type.starts_with("si")) return fmt::format("i{}", bytes);
    return type.bits == 1 ? "ub1" : fmt::format("iu{}", bytes);
}

std::string_view unquoted(std::string_view text) {
    const bool is_quoted = text.size() > 1 && (text.front() == '\'' || text.front() == '"') &&
                           text.back() == text.front();
    return is_quoted ? text.substr(1, text.size() - 2) : text;
}

bool fits(std::string_view descr, std::string_view kinds) {
    if (descr.size() < 3 || descr[0] == '>') return false;
    const auto split = std::ranges::find_if(kinds, [](char c) { return c >= '0' && c <= '9'; });
    const std::string_view letters{kinds.begin(), split};
    return descr.substr(2) == std::string_view{split, kinds.end()} &&
           letters.find(descr[1]) != std::string_view::npos;
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
    throw base::InputError{fmt::format("'{}' {}", file.string(), what)};
}

HeaderAndData header_and_data(std::string_view text, const std::filesystem::path& file) {
    const bool is_npy = text.starts_with(kMagic) && text.size() > kFirstByteOfLength + 4;
    if (!is_npy) refuse(file, "is not an array of NumPy");
    const auto byte = [&](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(text[at]));
    };
    // The length of the header has two bytes in format 1.0, and four in later ones.
    const std::size_t width = byte(6) == 1 ? 2 : 4;
    std::size_t length = 0;
    for (std::size_t i = 0; i < width; ++i)
        length |= byte(kFirstByteOfLength + i) << (i * arch::kBitsPerByte);
    text.remove_prefix(kFirstByteOfLength + width);
    if (length > text.size()) refuse(file, "ends within its header");
    return {text.substr(0, length), text.substr(length)};
}

void require_type(std::string_view header, const Memref& type, const std::filesystem::path& file) {
    const std::string_view descr = unquoted(word_behind(header, "descr"));
    if (fits(descr, kinds_of(type))) return;
    refuse(file, fmt::format("has elements of type {}; {}{} is needed", shown(descr), type.type,
                             type.type == "bf16" ? ", which NumPy has as uint16," : ""));
}

void require_order(std::string_view header, const std::filesystem::path& file) {
    const std::string_view order = word_behind(header, "fortran_order");
    if (order == "True")
        refuse(file, "is in Fortran order. Convert it with numpy.ascontiguousarray");
    if (order != "False")
        refuse(file, fmt::format("has a header whose fortran_order is {}; allowed: True, False",
                                 shown(order)));
}

void require_shape(const HeaderAndData& array, const Memref& type, arch::Bytes most,
                   const std::filesystem::path& file) {
    const std::string_view rest = value_behind(array.header, "shape");
    const std::string_view shape = rest.substr(0, rest.find(')') + 1);  // npos + 1 is 0
    const auto elements = shape.starts_with('(') ? product_of(shape.substr(1, shape.size() - 2))
                                                 : std::optional<std::int64_t>{};
    if (!elements)
        refuse(file, fmt::format("has the shape {}; allowed: whole numbers in parentheses",
                                 shown(shape.empty() ? rest : shape)));
    const std::int64_t there = std::ssize(array.data);
    const std::int64_t size_of_one = type.bytes_of(1).count();
    if (base::saturating_multiply(*elements, size_of_one) != there)
        refuse(file,
               fmt::format(
                   "has {} bytes of data, which does not match its shape {} with elements of {}",
                   there, shown(shape), base::counted(size_of_one, "byte")));
    const std::int64_t size = type.size().count();
    if (there < size || (there > size && there > most.count()))
        refuse(file, fmt::format(
                         "has {} bytes of data, of shape {}; the design needs {}x{}, which has {}",
                         there, shown(shape), fmt::join(type.shape, "x"), type.type, size));
}

}  // namespace

bool numpy_has(const Memref& type) {
    const std::int64_t bytes = type.bytes_of(1).count();
    return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

std::vector<std::byte> read_npy(const std::filesystem::path& file, const Memref& type,
                                arch::Bytes most) {
    const std::string text = base::bytes_of_file(file);
    const HeaderAndData array = header_and_data(text, file);
    require_type(array.header, type, file);
    require_order(array.header, file);
    require_shape(array, type, most, file);
    const auto* const data = reinterpret_cast<const std::byte*>(array.data.data());
    return {data, data + array.data.size()};
}

std::string npy_text(const std::vector<std::byte>& content, const Memref& type) {
    std::string kinds = kinds_of(type);
    const std::size_t digit = kinds.find_first_of("1248");
    const std::string descr = fmt::format("{}{}{}", kinds.substr(digit) == "1" ? '|' : '<',
                                          kinds[0], kinds.substr(digit));
    // NumPy gets bytes if a byte holds several elements.
    const bool is_packed = type.bits % arch::kBitsPerByte != 0;
    std::string shape;
    for (const std::int64_t size : is_packed ? std::vector{std::ssize(content)} : type.shape)
        shape += fmt::format("{}, ", size);
    std::string header =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", descr, shape);
    constexpr std::size_t kAlignment = 64;
    const std::size_t before = kFirstByteOfLength + 2;
    header.resize((before + header.size() + kAlignment) / kAlignment * kAlignment - before - 1,
                  ' ');
    header += '\n';
    std::string text{kMagic};
    text += '\x01';
    text += '\0';
    text += static_cast<char>(header.size() & 0xFFU);
    text += static_cast<char>(header.size() >> arch::kBitsPerByte);
    text += header;
    text.append(reinterpret_cast<const char*>(content.data()), content.size());
    return text;
}

}  // namespace xdnasim::design
