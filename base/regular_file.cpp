#include "base/regular_file.hpp"

#include <cerrno>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "base/error.hpp"

namespace xdnasim::base {

std::ifstream open_regular_file(const std::filesystem::path& file) {
    std::error_code error;
    if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error))
        throw InputError{fmt::format("'{}' is not a regular file", file.string())};
    std::ifstream stream{file, std::ios::binary};
    if (!stream)
        throw InputError{fmt::format("cannot read '{}': {}", file.string(),
                                     std::generic_category().message(errno))};
    return stream;
}

std::string bytes_of_file(const std::filesystem::path& file) {
    std::ifstream stream = open_regular_file(file);
    return {std::istreambuf_iterator<char>{stream}, {}};
}

}  // namespace xdnasim::base
