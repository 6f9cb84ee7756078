#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text_file.hpp"
#include "workloads/design/draft.hpp"

namespace xdnasim::design {
namespace {

constexpr std::uintmax_t kMaxBytes = std::uintmax_t{1} << 26;
constexpr std::size_t kBytesOfWord = 4;
constexpr std::size_t kDigitsOfAWord = 8;
constexpr int kHexadecimal = 16;
constexpr int kByteShift = 8;

bool is_text(std::string_view content) {
    return std::ranges::all_of(content, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') ||
               c == '\n' || c == '\r' || c == ' ';
    });
}

std::vector<std::uint32_t> words_of_text(const std::string& content, const std::string& file) {
    std::vector<std::uint32_t> words;
    int line = 1;
    for (std::size_t begin = 0; begin < content.size(); ++line) {
        const std::size_t end = std::min(content.find('\n', begin), content.size());
        std::string_view text = std::string_view{content}.substr(begin, end - begin);
        begin = end + 1;
        while (!text.empty() && (text.back() == '\r' || text.back() == ' '))
            text.remove_suffix(1);
        if (text.empty()) continue;
        std::uint32_t word = 0;
        const auto [stop, error] =
            std::from_chars(text.data(), text.data() + text.size(), word, kHexadecimal);
        if (text.size() != kDigitsOfAWord || error != std::errc{} ||
            stop != text.data() + text.size())
            throw base::InputError{fmt::format("{}:{}: '{}' is not a word of {} hexadecimal digits",
                                               file, line, text, kDigitsOfAWord)};
        words.push_back(word);
    }
    return words;
}

}  // namespace

std::vector<std::uint32_t> load_instructions(const std::filesystem::path& file) {
    const auto source = std::make_shared<const std::string>(file.string());
    std::ifstream stream = base::open_text_file(file, source, kMaxBytes);
    const std::string content{std::istreambuf_iterator<char>{stream}, {}};
    if (is_text(content)) return words_of_text(content, file.string());
    if (content.size() % kBytesOfWord != 0)
        throw base::InputError{fmt::format("{}: {} bytes; allowed: whole words of {}",
                                           file.string(), content.size(), kBytesOfWord)};
    std::vector<std::uint32_t> words;
    words.reserve(content.size() / kBytesOfWord);
    for (std::size_t i = 0; i < content.size(); i += kBytesOfWord) {
        std::uint32_t word = 0;
        for (std::size_t byte = kBytesOfWord; byte-- > 0;)
            word = word << kByteShift | static_cast<unsigned char>(content[i + byte]);
        words.push_back(word);
    }
    return words;
}

}  // namespace xdnasim::design
