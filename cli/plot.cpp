#include "xdnasim/cli/plot.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/cli/output.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;

/// Beside the installed program, or in the source tree.
fs::path plots_folder() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path installed = program.parent_path().parent_path() / "share" / "xdnasim" / "plots";
    return fs::is_directory(installed, error) ? installed : fs::path{XDNASIM_SOURCE_PLOTS};
}

/// A folder that is removed with everything in it.
class ScratchFolder {
 public:
    ScratchFolder() : path_{(fs::temp_directory_path() / "xdnasim-XXXXXX").string()} {
        if (::mkdtemp(path_.data()) == nullptr)
            throw arch::InputError{fmt::format("cannot make a temporary folder '{}'", path_)};
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    [[nodiscard]] fs::path operator/(const std::string& name) const {
        return path_ / fs::path{name};
    }

 private:
    std::string path_;
};

std::string content_of(const fs::path& file) {
    std::ifstream stream{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

std::string quoted(const fs::path& path) {
    std::string text = "'";
    for (const char c : path.string())
        text += c == '\'' ? std::string{"'\\''"} : std::string{c};
    return text + "'";
}

/// The last line of what Python said: the exception.
std::string last_line(std::string text) {
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text.substr(text.rfind('\n') + 1);
}

}  // namespace

bool is_picture(const fs::path& file) {
    const fs::path ending = file.extension();
    return ending == ".png" || ending == ".svg" || ending == ".pdf";
}

void draw(const std::string& name, std::string_view data, const fs::path& file) {
    if (!is_picture(file))
        throw arch::InputError{fmt::format(
            "--plot: '{}' does not end as a picture; allowed: .png, .svg, .pdf", file.string())};
    const ScratchFolder folder;
    const fs::path picture = folder / ("picture" + file.extension().string());
    const fs::path messages = folder / "messages";
    write_file(folder / "data", data);
    // Debian's own Python has Debian's matplotlib, whichever stands first in the path.
    for (const char* python : {"python3", "/usr/bin/python3"}) {
        const std::string command =
            fmt::format("{} {} {} <{} >{} 2>&1", python, quoted(plots_folder() / name),
                        quoted(picture), quoted(folder / "data"), quoted(messages));
        if (std::system(command.c_str()) == 0) return write_file(file, content_of(picture));
    }
    throw arch::Error{arch::ExitCode::Unavailable,
                      fmt::format("--plot needs python3 with matplotlib (Debian: "
                                  "python3-matplotlib): {}",
                                  last_line(content_of(messages)))};
}

}  // namespace xdnasim::cli
