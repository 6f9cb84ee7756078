#include "xdnasim/validation/data_files.hpp"

#include "xdnasim/arch/data_folder.hpp"

namespace xdnasim::validation {

std::filesystem::path data_folder() {
    return arch::data_folder("validation", XDNASIM_SOURCE_VALIDATION);
}

}  // namespace xdnasim::validation
