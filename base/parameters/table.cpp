#include "base/parameters/table.hpp"

#include <fmt/format.h>

namespace xdnasim::parameters {

std::string joined(std::string_view path, std::string_view key) {
    return path.empty() ? std::string{key} : fmt::format("{}.{}", path, key);
}

std::string allowed_text(const std::string& allowed, const std::vector<Description>& members) {
    if (!allowed.empty() || members.empty()) return allowed;
    const std::string item = joined(kAnyItem, "");
    const bool is_list = members.front().path.starts_with(item);
    std::vector<std::string> keys;
    for (const Description& member : members) {
        const std::string key = is_list ? member.path.substr(item.size()) : member.path;
        if (key.find('.') == std::string::npos) keys.push_back(key);
    }
    return (is_list ? "a list of maps with " : "a map with ") + base::keys_text(keys);
}

}  // namespace xdnasim::parameters
