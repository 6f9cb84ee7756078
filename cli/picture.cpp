#include "cli/picture.hpp"

#include <fmt/format.h>

#include "base/data_folder.hpp"
#include "base/error.hpp"
#include "base/regular_file.hpp"
#include "cli/output.hpp"
#include "cli/python_script.hpp"
#include "cli/scratch_folder.hpp"

namespace xdnasim::cli {

namespace fs = std::filesystem;

void require_picture(const fs::path& file) {
    const fs::path ending = file.extension();
    if (ending != ".png" && ending != ".svg" && ending != ".pdf")
        throw base::InputError{fmt::format(
            "--plot: '{}' does not end as a picture; allowed: .png, .svg, .pdf", file.string())};
}

void draw(const std::string& name, std::string_view data, const fs::path& file) {
    require_picture(file);
    ScratchFolder folder;
    const fs::path picture = folder.file("picture" + file.extension().string());
    const fs::path values = folder.file("data");
    write_file(values, data);
    run_script({.file = base::data_folder("plots", XDNASIM_SOURCE_PLOTS) / name,
                .option = "--plot",
                .modules = {"matplotlib"}},
               {values, picture});
    write_file(file, base::bytes_of_file(picture));
}

}  // namespace xdnasim::cli
