#include "workloads/design/memref.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "base/saturating.hpp"
#include "workloads/design/affine_map.hpp"

namespace xdnasim::design {
namespace {

using arch::kBitsPerByte;

constexpr int kMaxBits = 1024;
constexpr int kBitsOfBrainFloat = 16;
constexpr std::array kBitsOfFloats = {16, 32, 64, 80, 128};  ///< f16 to f128 of MLIR
/// The other formats of MLIR with 8 bits.
constexpr std::array<std::string_view, 9> kFloatsOf8Bits = {
    "f8E5M2",        "f8E4M3", "f8E4M3FN",  "f8E5M2FNUZ", "f8E4M3FNUZ",
    "f8E4M3B11FNUZ", "f8E3M4", "f8E8M0FNU", "f8E8M0FN"};

std::optional<std::int64_t> number(std::string_view digits) {
    std::int64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (digits.empty() || error != std::errc{} || stop != end) return std::nullopt;
    return value;
}

/// Bits of a block of floating-point numbers with a common exponent, which counts as one element: a
/// byte for each number, and one for the exponent. nullopt for other types.
std::optional<int> bits_of_block(std::string_view type) {
    if (type == "v8bfp16ebs8") return (8 + 1) * kBitsPerByte;
    if (type == "v16bfp16ebs16") return (16 + 1) * kBitsPerByte;
    return std::nullopt;
}

}  // namespace

std::vector<std::int64_t> take_shape(std::string_view& text) {
    std::vector<std::int64_t> shape;
    while (true) {
        const std::size_t cross = text.find('x');
        if (cross == std::string_view::npos) return shape;
        const auto size = number(text.substr(0, cross));
        if (!size || *size < 0) return shape;
        shape.push_back(*size);
        text.remove_prefix(cross + 1);
    }
}

std::int64_t product_of(const std::vector<std::int64_t>& shape) {
    std::int64_t product = 1;
    for (const std::int64_t size : shape)
        product = base::saturating_multiply(product, size);
    return product;
}

std::int64_t Memref::elements() const {
    return product_of(shape);
}

std::int64_t Memref::elements_in(arch::Bytes size) const {
    return base::saturating_multiply(size.count(), kBitsPerByte) / bits;
}

arch::Bytes Memref::bytes_of(std::int64_t count) const {
    const std::int64_t all = base::saturating_multiply(count, bits);
    return arch::Bytes{all / kBitsPerByte + (all % kBitsPerByte != 0 ? 1 : 0)};
}

std::optional<int> bits_of(std::string_view type) {
    if (type == "index") return 32;
    if (std::ranges::find(kFloatsOf8Bits, type) != kFloatsOf8Bits.end()) return kBitsPerByte;
    std::string_view digits = type;
    for (const std::string_view prefix : {"bf", "f", "si", "ui", "i"})
        if (type.starts_with(prefix)) {
            digits.remove_prefix(prefix.size());
            break;
        }
    if (digits.size() == type.size()) return std::nullopt;
    const auto bits = number(digits);
    if (!bits || *bits < 1 || *bits > kMaxBits) return std::nullopt;
    if (type.starts_with("bf") && *bits != kBitsOfBrainFloat) return std::nullopt;
    if (type.starts_with('f') && std::ranges::find(kBitsOfFloats, *bits) == kBitsOfFloats.end())
        return std::nullopt;
    return static_cast<int>(*bits);
}

ir::Range named_by(const ir::Text& text, ir::Range range, const ir::Aliases& aliases) {
    // An alias may stand for another one.
    for (int depth = 0; depth < ir::kMaxDepth; ++depth) {
        if (range.empty() || !text[range.begin].is("!")) break;
        const auto alias = aliases.find(text[range.begin + 1].text);
        if (alias == aliases.end()) break;
        range = alias->second;
    }
    return range;
}

namespace {

/// The word of an element type, without a shape in front of it.
struct Element {
    std::uint32_t at = 0;
    std::string_view text;
};

/// Reads "64x32xi16" or "64x!alias" at word `at`, and appends its shape to `shape`.
Element read_element(const ir::Text& text, std::uint32_t at, const ir::Aliases& aliases,
                     std::vector<std::int64_t>& shape) {
    std::string_view type = text[at].text;
    for (const std::int64_t size : take_shape(type))
        shape.push_back(size);
    if (text[at].kind == ir::Kind::Number && type.empty()) type = text[++at].text;
    if (!text[at].is("!")) return {at, type};
    at = named_by(text, {at, at + 1}, aliases).begin;
    return {at, text[at].text};
}

}  // namespace

std::optional<Memref> find_memref(const ir::Text& text, ir::Range range,
                                  const ir::Aliases& aliases) {
    range = named_by(text, range, aliases);
    if (range.empty()) return std::nullopt;
    const std::uint32_t i = range.begin;
    if (!text[i].is("memref") || !text[i + 1].is("<")) return std::nullopt;
    Memref memref;
    Element element = read_element(text, i + 2, aliases, memref.shape);
    if (element.text == "vector" && text[element.at + 1].is("<"))
        element = read_element(text, element.at + 2, aliases, memref.shape);
    // "!aiex.bfp<"v8bfp16ebs8">"
    const bool block = text[element.at].is("!") && text[element.at + 1].is("aiex.bfp") &&
                       text[element.at + 2].is("<");
    const std::string_view type = block ? text[element.at + 3].text : element.text;
    const auto bits = block ? bits_of_block(type) : bits_of(type);
    if (!bits) return std::nullopt;
    memref.bits = *bits;
    memref.type = type;
    return memref;
}

std::optional<Memref> first_memref(const ir::Text& text, ir::Range range,
                                   const ir::Aliases& aliases) {
    for (; !range.empty(); ++range.begin)
        if (auto memref = find_memref(text, range, aliases)) return memref;
    return std::nullopt;
}

ir::Range last_memref(const ir::Text& text, ir::Range range, const ir::Aliases& aliases) {
    for (std::uint32_t i = range.end; i > range.begin;) {
        --i;
        const bool named = text[i].is("!") && aliases.contains(text[i + 1].text);
        if (named || text[i].is("memref")) return {i, range.end};
    }
    return {range.end, range.end};
}

bool holds_memory(const ir::Text& text, ir::Range range, const ir::Aliases& aliases) {
    for (; !range.empty(); ++range.begin) {
        const ir::Range type = named_by(text, range, aliases);
        if (!text[type.begin].is("memref") || !text[type.begin + 1].is("<")) continue;
        const ir::Range element = named_by(text, {type.begin + 2, type.end}, aliases);
        if (text[element.begin].is("memref")) return true;
    }
    return false;
}

std::optional<Memref> find_unsized_memref(const ir::Text& text, std::uint32_t i) {
    if (!text[i].is("memref") || !text[i + 1].is("<")) return std::nullopt;
    std::string words;
    for (std::uint32_t j = i + 2; j < text[i + 1].partner && !text[j].is(","); ++j)
        words += text[j].text;
    std::string_view element = words;
    bool sized = true;
    for (auto cross = element.find('x'); cross != std::string_view::npos;
         cross = element.find('x')) {
        const std::string_view extent = element.substr(0, cross);
        const bool open = extent == "?" || extent == "*";
        if (!open && !number(extent)) break;
        sized = sized && !open;
        element.remove_prefix(cross + 1);
    }
    if (sized) return std::nullopt;
    const auto bits = bits_of(element);
    if (!bits) return std::nullopt;
    return Memref{{0}, *bits, std::string{element}};
}

Memref read_memref(const ir::Text& text, ir::Range range, const ir::Aliases& aliases) {
    auto memref = find_memref(text, range, aliases);
    if (memref) return std::move(*memref);
    // Shows the type that an alias stands for, not the alias.
    const ir::Token& begin = text[named_by(text, range, aliases).begin];
    text.fail(begin.at, fmt::format("{} is not a type of memory whose size is known; allowed: such "
                                    "as memref<64x32xi16>",
                                    to_string(begin)));
}

namespace {

/// The words between the brackets of the memref at `type`.
ir::Range inside_memref(const ir::Text& text, ir::Range type, const ir::Aliases& aliases) {
    const std::uint32_t bracket = named_by(text, type, aliases).begin + 1;
    return {bracket + 1, text[bracket].partner};
}

/// Returns whether the memref has an offset other than 0: "memref<4xi32, strided<[1], offset:
/// 16>>".
bool begins_behind(const ir::Text& text, ir::Range inside) {
    for (std::uint32_t i = inside.begin; i + 2 < inside.end; ++i)
        if (text[i].is("offset") && ir::whole_number(text[i + 2]) != 0) return true;
    return false;
}

}  // namespace

bool lies_in_row(const ir::Text& text, ir::Range type, const std::vector<std::int64_t>& shape,
                 const ir::Aliases& aliases) {
    const auto [begin, end] = inside_memref(text, type, aliases);
    for (std::uint32_t i = begin; i < end; ++i) {
        if (text[i].is("affine_map") || find_affine_map(text, {i, end}, aliases)) return false;
        if (!text[i].is("strided") || !text[i + 2].is("[")) continue;
        const auto strides = split(text, {i + 3, text[i + 2].partner});
        if (strides.size() != shape.size()) return false;
        std::int64_t row = 1;
        for (std::size_t k = shape.size(); k-- > 0;) {
            if (shape[k] != 1 && ir::whole_number(text[strides[k].begin]) != row) return false;
            row = base::saturating_multiply(row, shape[k]);
        }
    }
    return true;
}

Memref read_memory(const ir::Text& text, ir::Range range, const ir::Aliases& aliases) {
    Memref memref = read_memref(text, range, aliases);
    const ir::Range inside = inside_memref(text, range, aliases);
    if (lies_in_row(text, range, memref.shape, aliases) && !begins_behind(text, inside))
        return memref;
    const std::uint32_t begin = named_by(text, range, aliases).begin;
    text.fail(text[begin].at,
              fmt::format("the elements of {} are not contiguous from the start. Use a type "
                          "without strides, and views of it in cores (memref.subview)",
                          text.written({begin, inside.end + 1})));
}

}  // namespace xdnasim::design
