#pragma once
// The device files that come with xdnasim.

#include <filesystem>
#include <string>
#include <vector>

namespace xdnasim::arch {

/// The folder of the device files: $XDNASIM_DEVICES, else that of the installation that
/// the running program belongs to, else that of the source tree it was built from.
/// Throws base::InputError when there is none.
[[nodiscard]] std::filesystem::path devices_folder();

/// Names of the devices in that folder, sorted; architectures, which devices extend, are none.
[[nodiscard]] std::vector<std::string> device_names();

/// The file of a device given by name ("xdna2-krackan") or by path (with a slash or the
/// ending .yaml). Throws base::InputError with the known names when there is no such device.
[[nodiscard]] std::filesystem::path find_device(const std::string& name_or_path);

}  // namespace xdnasim::arch
