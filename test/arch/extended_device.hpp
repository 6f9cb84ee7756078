#pragma once
// Devices with values changed by a test, and the quantities of their device files.

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "arch/device_loader.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::test {

inline const arch::Quantity& quantity(const arch::Device& device, std::string_view path) {
    const auto at = std::ranges::find(device.quantities, path, &arch::Quantity::path);
    if (at == device.quantities.end()) throw std::out_of_range{std::string{path}};
    return *at;
}

/// Fixture that loads device files which extend xdna-phoenix with a text.
class DeviceFileTest : public testing::Test {
 protected:
    arch::Device load(const std::string& text) const { return arch::load_device(write(text)); }
    std::string error(const std::string& text) const {
        const auto file = write(text);
        const std::string message = input_error([&] { return arch::load_device(file); });
        const std::string start = folder_.path().string() + "/";
        return message.starts_with(start) ? message.substr(start.size()) : message;
    }
    std::filesystem::path write(const std::string& text) const {
        return folder_.write("mine.yaml", "extends: xdna-phoenix\n" + text);
    }
    TemporaryFolder folder_;
};

}  // namespace xdnasim::test
