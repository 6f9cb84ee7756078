#include "traces/recording/json_fault.hpp"

#include <algorithm>
#include <regex>
#include <string>

#include <fmt/format.h>

namespace xdnasim::recording {

/// The library tells line and column in its text alone. What it read last may be as long as the
/// file, and anything.
base::InputError json_fault(const std::filesystem::path& file,
                            const nlohmann::json::parse_error& error) {
    constexpr std::size_t kMaxBytes = 200;
    static const std::regex kPlace{R"(parse error at line (\d+), column (\d+): )"};
    const std::string whole = error.what();
    const std::string text = whole.substr(0, std::min(whole.find("; last read:"), kMaxBytes));
    std::smatch place;
    if (!std::regex_search(text, place, kPlace))
        return base::InputError{
            fmt::format("'{}' is not valid JSON, from byte {}", file.string(), error.byte)};
    return base::InputError{fmt::format("{}:{}:{}: not valid JSON: {}", file.string(),
                                        place[1].str(), place[2].str(), place.suffix().str())};
}

}  // namespace xdnasim::recording
