#pragma once
// Designs as ELF that contain the array's configuration as well as the instructions. The first
// releases of XRT that support ELF take only instructions, but have the same headers.

#include <filesystem>
#include <string>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"

namespace xdnasim::backends {

/// Returns a context of `elf`, which was read from `file`, and the kernel `name` in it. Context and
/// Kernel are XRT's types. Throws Error if this release of XRT cannot construct them from an ELF.
template <class Context, class Kernel, class Device, class Elf>
[[nodiscard]] std::pair<Context, Kernel> open_whole_design(const Device& device, const Elf& elf,
                                                           const std::string& name,
                                                           const std::filesystem::path& file) {
    if constexpr (std::is_constructible_v<Context, const Device&, const Elf&> &&
                  std::is_constructible_v<Kernel, const Context&, const std::string&>) {
        Context context{device, elf};
        Kernel kernel{context, name};
        return {std::move(context), std::move(kernel)};
    } else {
        throw base::Error{
            base::ExitCode::Unavailable,
            fmt::format("'{}': this build's XRT is too old for a whole design as ELF; allowed: "
                        "instructions as ELF, with an xclbin beside them",
                        file.string())};
    }
}

}  // namespace xdnasim::backends
