#include "xdnasim/workloads/problem/section_values.hpp"

#include <fmt/format.h>

namespace xdnasim::problem {

std::string read_name(const arch::YamlNode& node) {
    constexpr std::size_t kMaxName = 32;
    const std::string& name = node.as_string();
    if (name.size() > kMaxName)
        node.fail(fmt::format("a name of {} bytes; allowed: up to {}", name.size(), kMaxName));
    return name;
}

}  // namespace xdnasim::problem
