#pragma once
// The devices of the project.

#include <string>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"

namespace xdnasim::test {

[[nodiscard]] inline arch::Device device_named(const std::string& name) {
    return arch::load_device(arch::find_device(name));
}

// These devices are loaded only once.

[[nodiscard]] inline const arch::Device& phoenix() {
    static const arch::Device device = device_named("xdna-phoenix");
    return device;
}

[[nodiscard]] inline const arch::Device& strix() {
    static const arch::Device device = device_named("xdna2-strix");
    return device;
}

}  // namespace xdnasim::test
