#pragma once
// Device files: which there are, and one read over its base and under settings.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/node.hpp"
#include "base/parameters/description.hpp"

// The device files that come with xdnasim.

namespace xdnasim::arch {

/// The folder of the device files: $XDNASIM_DEVICES, else that of the installation that
/// the running program belongs to, else that of the source tree it was built from.
/// Throws base::InputError when there is none.
[[nodiscard]] std::filesystem::path devices_folder();

/// Names of the devices in that folder, sorted; architectures, which devices extend, are none.
[[nodiscard]] std::vector<std::string> device_names();

/// The device for an array as mlir-aie names it: "xdna2-strix" for "npu2_4col"; nullptr: none.
[[nodiscard]] const char* device_for_array(std::string_view array);

/// The file of a device given by name ("xdna2-krackan") or by path (with a slash or the
/// ending .yaml), which counts from `folder`; "" is the working folder. Throws base::InputError
/// with the known names when there is no such device, and with a file of that name when one lies
/// in `folder` or in `other`.
[[nodiscard]] std::filesystem::path find_device(const std::string& name_or_path,
                                                const std::filesystem::path& folder = {},
                                                const std::filesystem::path& other = {});

/// What find_device() finds `file` by from any folder: the name of a device in devices_folder(), or
/// else the absolute path.
[[nodiscard]] std::string found_anywhere_as(const std::filesystem::path& file);

/// Is `node` a number with its unit, source and confidence (or a list of such numbers)?
[[nodiscard]] bool is_quantity(const base::Node& node);

/// The key that names the file which a device file extends.
[[nodiscard]] parameters::Description extends_key();

/// `file` and the files it extends, each before the one that it extends. Throws InputError as
/// load_device_file does.
[[nodiscard]] std::vector<std::filesystem::path> device_file_chain(
    const std::filesystem::path& file);

/// Reads `file` and the files it extends, each laid over the one that it extends:
/// sections merge, quantities replace each other whole.
[[nodiscard]] base::Node load_device_file(const std::filesystem::path& file);

/// `device` with the values of `settings` (see load_device): a quantity that is set keeps
/// its unit; its source becomes the place of the setting.
[[nodiscard]] base::Node with_settings(const base::Node& device, const base::Node& settings);

}  // namespace xdnasim::arch
