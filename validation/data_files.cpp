#include "validation/data_files.hpp"

#include "base/data_folder.hpp"

namespace xdnasim::validation {

std::filesystem::path data_folder() {
    return base::data_folder("validation", XDNASIM_SOURCE_VALIDATION);
}

}  // namespace xdnasim::validation
