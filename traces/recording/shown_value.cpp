#include "traces/recording/shown_value.hpp"

#include <nlohmann/json.hpp>

namespace xdnasim::recording {

std::string shown(const nlohmann::json& value) {
    constexpr std::size_t kMaxBytes = 60;
    if (value.is_array()) return "a list";
    if (value.is_object()) return "an object";
    const std::string text = value.dump(-1, ' ', true);
    return text.size() <= kMaxBytes ? text : text.substr(0, kMaxBytes) + "...";
}

}  // namespace xdnasim::recording
