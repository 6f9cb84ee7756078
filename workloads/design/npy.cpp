#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/units.hpp"
#include "base/error.hpp"
#include "base/regular_file.hpp"
#include "workloads/design/host_data.hpp"

namespace xdnasim::design {
namespace {

constexpr std::string_view kMagic{"\x93NUMPY"};
constexpr std::size_t kFirstByteOfLength = 8;

/// What stands behind "'key':" in the header, up to `end`.
std::string entry(const std::string& header, std::string_view key, std::string_view end) {
    const std::size_t at = header.find(fmt::format("'{}':", key));
    if (at == std::string::npos) return {};
    std::size_t begin = at + key.size() + 3;
    while (begin < header.size() && header[begin] == ' ')
        ++begin;
    const std::size_t stop = header.find_first_of(end, begin + 1);
    return header.substr(begin, stop == std::string::npos ? stop : stop + 1 - begin);
}

/// The kinds of NumPy whose bytes are those of `type`: "iu4" stands for i4 and u4.
std::string kinds_of(const Memref& type) {
    const std::size_t bytes = static_cast<std::size_t>(type.bytes_of(1).count());
    if (type.type == "bf16") return "uiV2";
    if (type.type.starts_with("f")) return fmt::format("f{}", bytes);
    if (type.type.starts_with("ui")) return fmt::format("u{}", bytes);
    if (type.type.starts_with("si")) return fmt::format("i{}", bytes);
    return type.bits == 1 ? "ub1" : fmt::format("iu{}", bytes);
}

bool fits(std::string_view descr, std::string_view kinds) {
    if (descr.size() < 3 || descr[0] == '>') return false;
    const auto split = std::ranges::find_if(kinds, [](char c) { return c >= '0' && c <= '9'; });
    const std::string_view letters{kinds.begin(), split};
    return descr.substr(2) == std::string_view{split, kinds.end()} &&
           letters.find(descr[1]) != std::string_view::npos;
}

}  // namespace

bool numpy_has(const Memref& type) {
    const std::int64_t bytes = type.bytes_of(1).count();
    return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

std::vector<std::byte> read_npy(const std::filesystem::path& file, const Memref& type,
                                arch::Bytes most) {
    const auto fail = [&](const std::string& what) {
        throw base::InputError{fmt::format("'{}' {}", file.string(), what)};
    };
    const std::string text = base::bytes_of_file(file);
    const bool is_npy = text.starts_with(kMagic) && text.size() > kFirstByteOfLength + 4;
    if (!is_npy) fail("is not an array of NumPy");
    const auto byte = [&](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(text[at]));
    };
    // Two bytes say how long the header is, from format 2.0 on four.
    const std::size_t width = byte(6) == 1 ? 2 : 4;
    std::size_t length = 0;
    for (std::size_t i = 0; i < width; ++i)
        length |= byte(kFirstByteOfLength + i) << (i * arch::kBitsPerByte);
    const std::size_t begin = kFirstByteOfLength + width;
    if (length > text.size() - begin) fail("ends within its header");
    const std::string header = text.substr(begin, length);
    std::string descr = entry(header, "descr", "',");
    std::erase_if(descr, [](char c) { return c == '\'' || c == ',' || c == '"'; });
    if (!fits(descr, kinds_of(type)))
        fail(fmt::format("has elements of type '{}'; {}{} is needed", descr, type.type,
                         type.type == "bf16" ? ", which NumPy has as uint16," : ""));
    if (entry(header, "fortran_order", ",").starts_with("True"))
        fail("is in Fortran's order; allowed: numpy.ascontiguousarray of it");
    const auto size = static_cast<std::size_t>(type.size().count());
    const std::size_t got = text.size() - begin - length;
    if (got < size || (got > size && got > static_cast<std::size_t>(most.count())))
        fail(fmt::format("has {} bytes of data, of shape {}; {}x{}, which is needed, has {}", got,
                         entry(header, "shape", ")"), fmt::join(type.shape, "x"), type.type, size));
    const auto* const data = reinterpret_cast<const std::byte*>(text.data()) + begin + length;
    return {data, data + got};
}

std::string npy_text(const std::vector<std::byte>& content, const Memref& type) {
    std::string kinds = kinds_of(type);
    const std::size_t digit = kinds.find_first_of("1248");
    const std::string descr = fmt::format("{}{}{}", kinds.substr(digit) == "1" ? '|' : '<',
                                          kinds[0], kinds.substr(digit));
    std::string shape;
    for (const std::int64_t size : type.shape)
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
