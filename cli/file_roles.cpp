#include "cli/file_roles.hpp"

#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/output.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;

/// Neither need exist; what does may have several names.
bool is_same_file(const fs::path& a, const fs::path& b) {
    std::error_code ignored;
    return fs::equivalent(a, b, ignored) ||
           fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored);
}

}  // namespace

void FileRoles::writes(const std::string& option, const fs::path& file) {
    for (const auto& [other, what] : taken_)
        if (is_same_file(file, other))
            throw base::InputError{
                fmt::format("{}: '{}' is {}; allowed: another file", option, file.string(), what)};
    require_writable(file);
    taken_.emplace_back(file, "also the file of " + option);
}

std::string content_of(const std::filesystem::path& file) {
    std::ifstream stream{file, std::ios::binary};
    if (!stream) throw base::InputError{fmt::format("cannot read '{}'", file.string())};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

}  // namespace xdnasim::cli
