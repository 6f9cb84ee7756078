#include "backends/artifacts/word_file.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

#include "arch/units.hpp"
#include "base/error.hpp"

namespace xdnasim::artifacts {
namespace {

constexpr std::uintmax_t kMaxBytes = std::uintmax_t{256} << 20;
constexpr std::size_t kBytesOfWord = 4;
constexpr std::size_t kDigitsOfWord = 8;
constexpr int kHexadecimal = 16;

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what) {
    throw base::InputError{fmt::format("'{}' {}", file.string(), what)};
}

std::string content_of(const std::filesystem::path& file) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    std::ifstream stream{file, std::ios::binary};
    if (error || !stream) throw base::InputError{fmt::format("cannot read '{}'", file.string())};
    if (size > kMaxBytes)
        fail(file, fmt::format("is too large; allowed: up to {} MiB", kMaxBytes >> 20));
    std::string content(size, '\0');
    stream.read(content.data(), static_cast<std::streamsize>(size));
    if (stream.gcount() != static_cast<std::streamsize>(size))
        throw base::InputError{fmt::format("cannot read '{}'", file.string())};
    return content;
}

bool is_text(std::string_view content) {
    return content.find_first_not_of("0123456789abcdefABCDEF\r\n") == std::string_view::npos;
}

std::uint32_t word_of(std::string_view line, const std::filesystem::path& file, int number) {
    std::uint32_t word = 0;
    const char* const end = line.data() + line.size();
    const auto [stop, error] = std::from_chars(line.data(), end, word, kHexadecimal);
    if (line.size() != kDigitsOfWord || error != std::errc{} || stop != end)
        fail(file, fmt::format("line {}: {} characters; allowed: {} hexadecimal digits", number,
                               line.size(), kDigitsOfWord));
    return word;
}

std::vector<std::uint32_t> words_of_text(std::string_view content,
                                         const std::filesystem::path& file) {
    std::vector<std::uint32_t> words;
    for (int number = 1; !content.empty(); ++number) {
        const std::size_t length = std::min(content.find('\n'), content.size());
        std::string_view line = content.substr(0, length);
        content.remove_prefix(std::min(length + 1, content.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!line.empty()) words.push_back(word_of(line, file, number));
    }
    return words;
}

std::vector<std::uint32_t> words_of_bytes(std::string_view content,
                                          const std::filesystem::path& file) {
    if (content.size() % kBytesOfWord != 0)
        fail(file, fmt::format("is cut off: its {} bytes are not whole words", content.size()));
    std::vector<std::uint32_t> words(content.size() / kBytesOfWord);
    for (std::size_t i = 0; i < content.size(); ++i)
        words[i / kBytesOfWord] |= std::uint32_t{static_cast<unsigned char>(content[i])}
                                   << arch::kBitsPerByte * (i % kBytesOfWord);
    return words;
}

}  // namespace

std::vector<std::uint32_t> read_words(const std::filesystem::path& file) {
    const std::string content = content_of(file);
    return is_text(content) ? words_of_text(content, file) : words_of_bytes(content, file);
}

}  // namespace xdnasim::artifacts
