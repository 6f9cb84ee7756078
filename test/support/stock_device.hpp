#pragma once
// A device that comes with the project.

#include <string>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"

namespace xdnasim::test {

[[nodiscard]] inline arch::Device device_named(const std::string& name) {
    return arch::load_device(arch::find_device(name));
}

}  // namespace xdnasim::test
