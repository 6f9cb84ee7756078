#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "arch/quantity_reader.hpp"
#include "cli/reference/reference.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {
namespace {

using parameters::Description;
using Rows = std::vector<std::vector<std::string>>;

std::vector<arch::Device> all_devices() {
    std::vector<arch::Device> devices;
    for (const std::string& name : arch::device_names())
        devices.push_back(arch::load_device(arch::find_device(name)));
    return devices;
}

std::string yes_or_no(bool value) {
    return value ? "yes" : "no";
}

std::string key_table(const std::vector<CommonKey>& keys) {
    Rows rows{{"key", "required", "allowed", "unit", "what it says"}};
    for (const CommonKey& entry : keys) {
        const Description& key = entry.key;
        rows.push_back({code(key.path), yes_or_no(key.required), allowed_text(entry),
                        plain(key.help.unit), plain(key.help.text)});
    }
    return table(rows);
}

/// The merged keys of all devices in the section of the problem file with the number `index`.
std::vector<CommonKey> section_keys(std::span<const arch::Device> devices, std::size_t index) {
    std::vector<KeysOfDevice> keys;
    for (const arch::Device& device : devices)
        keys.push_back({device.name, problem::describe_problem(device)[index].keys});
    return common_keys(keys);
}

std::vector<Description> quantities_of(const arch::Device& device) {
    std::vector<Description> keys;
    for (const arch::Quantity& quantity : device.quantities)
        keys.push_back({quantity.path, quantity.required, quantity.allowed, {quantity.unit, ""}});
    return keys;
}

template <class KeysOf>
std::vector<CommonKey> keys_of_all(std::span<const arch::Device> devices, KeysOf keys_of) {
    std::vector<KeysOfDevice> keys;
    for (const arch::Device& device : devices)
        keys.push_back({device.name, keys_of(device)});
    return common_keys(keys);
}

std::string quantities_table(const std::vector<CommonKey>& keys, std::size_t devices) {
    Rows rows{{"key", "required", "allowed", "unit", "devices"}};
    for (const CommonKey& entry : keys) {
        const bool all = entry.devices.size() == devices;
        rows.push_back({code(entry.key.path), yes_or_no(entry.key.required), allowed_text(entry),
                        plain(entry.key.help.unit),
                        all ? "all" : fmt::format("{}", fmt::join(entry.devices, ", "))});
    }
    return table(rows);
}

std::string own_keys() {
    const std::vector<Description> keys = arch::quantity_keys();
    return key_table(common_keys({{"", keys}}));
}

}  // namespace

std::string problem_reference() {
    const std::vector<arch::Device> devices = all_devices();
    std::string text =
        "## Problem file\n\n"
        "A key inside a map or a list item is required only if the map or item is present, and a "
        "key of a single mapping or kind (`gemm.size` of `whole-array`, `kernel.factor` of "
        "`scale`) only with that mapping or kind. `N` stands for the number of an item in a list, "
        "from 0. Where a range depends on the device, it is given for each device that comes with "
        "xdnasim.\n";
    const auto sections = problem::describe_problem(devices.front());
    for (std::size_t index = 0; index < sections.size(); ++index) {
        const std::string& name = sections[index].name;
        text += name.empty() ? std::string{"\n"} : fmt::format("\n### Section {}\n\n", code(name));
        text += key_table(section_keys(devices, index));
    }
    return text;
}

std::string kernel_program_reference() {
    return fmt::format(
        "## Kernel program\n\n"
        "The file of `xdnasim kernel --program`; [A kernel program]"
        "(extending.md#a-kernel-program) explains one.\n\n{}",
        key_table(common_keys({{"", kernels::describe_kernel_program()}})));
}

std::string devices_reference() {
    const std::vector<arch::Device> devices = all_devices();
    const auto plain_keys =
        keys_of_all(devices, [](const arch::Device& device) { return device.plain_keys; });
    const auto quantities = keys_of_all(devices, quantities_of);
    return fmt::format(
        "## Device file\n\n"
        "[arch/README.md](../arch/README.md) explains the figures.\n\n"
        "### Quantities\n\n"
        "Each is a map of these keys:\n\n{}\n"
        "The quantities of the devices that come with xdnasim:\n\n{}\n"
        "### Other keys\n\n"
        "`NAME` stands for a name that the file gives, `N` for the number of an item in a "
        "list; these keys lie in the `value` of the quantity that they belong to.\n\n{}",
        own_keys(), quantities_table(quantities, devices.size()), key_table(plain_keys));
}

}  // namespace xdnasim::cli
