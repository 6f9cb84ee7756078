#include "base/text_file.hpp"

#include <limits>
#include <string>
#include <system_error>

#include <fmt/format.h>

namespace xdnasim::base {

namespace {

std::string allowed(std::uintmax_t max_bytes) {
    if (max_bytes == std::numeric_limits<std::uintmax_t>::max()) return "allowed: a text file";
    return fmt::format("allowed: a text file of at most {} bytes", max_bytes);
}

}  // namespace

std::ifstream open_text_file(const std::filesystem::path& file, const Source& source,
                             std::uintmax_t max_bytes) {
    const auto refuse = [&](const std::string& why) {
        fail_at({source}, fmt::format("{}; {}", why, allowed(max_bytes)));
    };
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) refuse("no such file");
    if (!std::filesystem::is_regular_file(status)) refuse("not a regular file");
    const std::uintmax_t bytes = std::filesystem::file_size(file, error);
    if (error) refuse(error.message());
    if (bytes > max_bytes) refuse(fmt::format("{} bytes are too many", bytes));
    std::ifstream input{file, std::ios::binary};
    if (!input) refuse("cannot be read");
    return input;
}

}  // namespace xdnasim::base
