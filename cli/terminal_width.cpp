#include "cli/terminal_width.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

#include <sys/ioctl.h>

namespace xdnasim::cli {
namespace {

constexpr int kElsewhere = 100;
constexpr int kMin = 60;
constexpr int kMax = 1000;

/// None where it is not a number, as in a shell that does not know.
std::optional<int> columns_of_environment() {
    const char* const text = std::getenv("COLUMNS");
    if (text == nullptr) return {};
    const std::string_view digits{text};
    int columns = 0;
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), columns);
    if (error != std::errc{} || end != digits.end() || columns <= 0) return {};
    return columns;
}

std::optional<int> columns_of_terminal(int descriptor) {
    winsize size{};
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return {};
    return size.ws_col;
}

}  // namespace

int text_width(int descriptor) {
    std::optional<int> columns = columns_of_environment();
    if (!columns) columns = columns_of_terminal(descriptor);
    return std::clamp(columns.value_or(kElsewhere), kMin, kMax);
}

}  // namespace xdnasim::cli
