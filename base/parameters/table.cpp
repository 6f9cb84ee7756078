#include "base/parameters/table.hpp"

#include <fmt/format.h>

namespace xdnasim::parameters {

std::string joined(std::string_view path, std::string_view key) {
    return path.empty() ? std::string{key} : fmt::format("{}.{}", path, key);
}

}  // namespace xdnasim::parameters
