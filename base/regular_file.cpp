#include "base/regular_file.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
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

std::string read_all(std::istream& stream, std::string_view file) {
    std::string bytes;
    std::array<char, std::size_t{1} << 16> piece{};
    while (stream.read(piece.data(), piece.size()) || stream.gcount() > 0)
        bytes.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
    if (stream.bad()) fail_to_read(file);
    return bytes;
}

void fail_to_read(std::string_view file) {
    throw InputError{fmt::format("cannot read '{}' to its end", file)};
}

std::string bytes_of_file(const std::filesystem::path& file) {
    std::ifstream stream = open_regular_file(file);
    return read_all(stream, file.string());
}

}  // namespace xdnasim::base
