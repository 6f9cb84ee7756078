#include "base/word_file.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/regular_file.hpp"
#include "base/text_file.hpp"

namespace xdnasim::base {
namespace {

constexpr std::uintmax_t kMaxBytes = std::uintmax_t{256} << 20;
constexpr std::size_t kBytesOfWord = 4;
constexpr std::size_t kDigitsOfWord = 8;
constexpr int kHexadecimal = 16;
constexpr int kBitsOfByte = 8;
constexpr std::string_view kBlanks = " \t\r";

/// Is the file text? Raw instruction streams and trace packets contain unprintable bytes.
bool is_text(std::string_view content) {
    return std::ranges::all_of(content, [](char c) {
        return (c >= ' ' && c <= '~') || c == '\n' || kBlanks.find(c) != std::string_view::npos;
    });
}

std::string_view trimmed(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    return line.substr(0, line.find_last_not_of(kBlanks) + 1);
}

std::vector<std::uint32_t> words_of_text(std::string_view content, const Source& source) {
    std::vector<std::uint32_t> words;
    for (int number = 1; !content.empty(); ++number) {
        const std::size_t length = std::min(content.find('\n'), content.size());
        const std::string_view line = trimmed(content.substr(0, length));
        content.remove_prefix(std::min(length + 1, content.size()));
        if (line.empty()) continue;
        std::uint32_t word = 0;
        const char* const end = line.data() + line.size();
        const auto [stop, error] = std::from_chars(line.data(), end, word, kHexadecimal);
        if (line.size() != kDigitsOfWord || error != std::errc{} || stop != end)
            throw InputError{fmt::format("{}:{}: '{}' is not a word of {} hexadecimal digits",
                                         *source, number, line, kDigitsOfWord)};
        words.push_back(word);
    }
    return words;
}

std::vector<std::uint32_t> words_of_bytes(std::string_view content, const Source& source) {
    if (content.size() % kBytesOfWord != 0)
        throw InputError{fmt::format("{}: {} bytes; allowed: whole words of {}", *source,
                                     content.size(), kBytesOfWord)};
    std::vector<std::uint32_t> words(content.size() / kBytesOfWord);
    for (std::size_t i = 0; i < content.size(); ++i)
        words[i / kBytesOfWord] |= std::uint32_t{static_cast<unsigned char>(content[i])}
                                   << kBitsOfByte * (i % kBytesOfWord);
    return words;
}

}  // namespace

std::vector<std::uint32_t> load_words(const std::filesystem::path& file) {
    const auto source = std::make_shared<const std::string>(file.string());
    std::ifstream stream = open_text_file(file, source, kMaxBytes);
    const std::string content = read_all(stream, *source);
    return is_text(content) ? words_of_text(content, source) : words_of_bytes(content, source);
}

}  // namespace xdnasim::base
