#include "cli/input_file.hpp"

#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "base/error.hpp"

namespace xdnasim::cli {

std::string content_of(const std::filesystem::path& file) {
    std::ifstream stream{file, std::ios::binary};
    if (!stream) throw base::InputError{fmt::format("cannot read '{}'", file.string())};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

}  // namespace xdnasim::cli
