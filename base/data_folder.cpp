#include "base/data_folder.hpp"

#include <system_error>

namespace xdnasim::base {

std::filesystem::path data_folder(const std::string& name, const std::filesystem::path& source) {
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    const auto installed = program.parent_path().parent_path() / "share" / "xdnasim" / name;
    return std::filesystem::is_directory(installed, error) ? installed : source;
}

}  // namespace xdnasim::base
