#include "base/data_folder.hpp"

#include <system_error>

#include <dlfcn.h>
#include <link.h>

/// The folder of the files that came with the installed libraries with which a program was linked.
/// The CMake package defines this function (cmake/installation.cpp.in); programs of this build do
/// not have it.
extern "C" __attribute__((weak)) const char* xdnasim_installed_data();

namespace xdnasim::base {

namespace fs = std::filesystem;

fs::path program_file() {
    static const char kHere = 0;
    Dl_info found{};
    link_map* library = nullptr;
    std::error_code error;
    const bool known =
        ::dladdr1(&kHere, &found, reinterpret_cast<void**>(&library), RTLD_DL_LINKMAP) != 0;
    // The name is empty for the program itself.
    if (known && library->l_name[0] != '\0') return fs::canonical(library->l_name, error);
    return fs::read_symlink("/proc/self/exe", error);
}

fs::path command_file() {
    const fs::path file = program_file();
    if (file.filename() == "xdnasim") return file;
    // A library lies at BUILD/python/xdnasim/_core.so or in
    // PREFIX/lib/python3/dist-packages/xdnasim.
    const fs::path folder = file.parent_path();
    for (const fs::path& root : {folder / "../..", folder / "../../../.."}) {
        std::error_code error;
        const fs::path found = fs::canonical(root / "bin/xdnasim", error);
        if (!error) return found;
    }
    return "xdnasim";
}

fs::path data_folder(const std::string& name, const fs::path& source) {
    const fs::path folder = program_file().parent_path();
    for (const fs::path& root : {folder.parent_path(), folder}) {
        std::error_code error;
        const fs::path installed = root / "share" / "xdnasim" / name;
        if (fs::is_directory(installed, error)) return installed;
    }
    if (xdnasim_installed_data != nullptr) return xdnasim_installed_data() / fs::path{name};
    return source;
}

}  // namespace xdnasim::base
