#include "traces/recording/open_file.hpp"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>

#include "base/error.hpp"

namespace xdnasim::recording {

std::ifstream open_file(const std::filesystem::path& file) {
    std::error_code error;
    if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error))
        throw base::InputError{fmt::format("'{}' is no regular file", file.string())};
    std::ifstream stream{file, std::ios::binary};
    if (!stream)
        throw base::InputError{fmt::format("cannot read '{}': {}", file.string(),
                                           std::generic_category().message(errno))};
    return stream;
}

}  // namespace xdnasim::recording
