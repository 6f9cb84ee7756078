#pragma once
// Device files: finding them, and reading one over the file that it extends, with settings on top.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/node.hpp"
#include "base/parameters/description.hpp"

// The device files that come with xdnasim.

namespace xdnasim::arch {

/// The folder of the device files: $XDNASIM_DEVICES, else the folder of the installation that
/// the running program belongs to, else the folder of the source tree it was built from.
/// Throws base::InputError if there is none.
[[nodiscard]] std::filesystem::path devices_folder();

/// Names of the devices in devices_folder(), sorted, without the architectures that devices extend.
[[nodiscard]] std::vector<std::string> device_names();

/// The device for an array as mlir-aie names it (AIEAttrs.td, AIEDevice, in its releases since
/// 2024): "xdna2-strix" for "npu2_4col"; nullptr: unknown.
[[nodiscard]] const char* device_for_array(std::string_view array);

/// The file of a device given by name ("xdna2-krackan") or by path (with a slash or the
/// ending .yaml), relative to `folder`; "" is the working folder. Throws base::InputError if there
/// is no such device; the message lists the known names, and suggests a file of that name if
/// `folder` or `other` has one.
[[nodiscard]] std::filesystem::path find_device(const std::string& name_or_path,
                                                const std::filesystem::path& folder = {},
                                                const std::filesystem::path& other = {});

/// A name by which find_device() finds `file` from any folder: the name of a device if it lies in
/// devices_folder(), else its absolute path.
[[nodiscard]] std::string found_anywhere_as(const std::filesystem::path& file);

/// Is `node` a number with its unit, source and confidence (or a list of such numbers)?
[[nodiscard]] bool is_quantity(const base::Node& node);

/// Description of the key that names the file which a device file extends.
[[nodiscard]] parameters::Description extends_key();

/// `file`, the file that it extends, the file that this one extends, and so on. Throws
/// base::InputError as load_device_file does.
[[nodiscard]] std::vector<std::filesystem::path> device_file_chain(
    const std::filesystem::path& file);

/// Reads `file` and the files it extends, each laid over the one that it extends: sections merge;
/// a quantity replaces the whole quantity below it. Throws base::InputError if a file cannot be
/// read, is not a map, or extends a file that does not exist or too long a chain of files.
[[nodiscard]] base::Node load_device_file(const std::filesystem::path& file);

/// `device` with the values of `settings` (see load_device): a quantity that is set keeps its unit;
/// its source becomes the place of the setting, its confidence `assumed`.
[[nodiscard]] base::Node with_settings(const base::Node& device, const base::Node& settings);

}  // namespace xdnasim::arch
