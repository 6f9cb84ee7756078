// `xdnasim devices`: lists the known devices, or the numbers of one.

#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "arch/device.hpp"
#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/text_layout.hpp"

namespace xdnasim::cli {
namespace {

constexpr std::size_t kMaxCellWidth = 56;

std::string array_size(const arch::Device& device) {
    return fmt::format("{} x {}", device.columns, device.core_rows());
}

std::string clock(const arch::Device& device) {
    return fmt::format("{} GHz", device.clock_ghz);
}

/// One line per device: name, columns x rows of cores, clock, description.
std::string device_table(std::span<const arch::Device> devices) {
    std::vector<Row> rows{{"NAME", "CORES", "CLOCK", "DESCRIPTION"}};
    for (const arch::Device& device : devices)
        rows.push_back({device.name, array_size(device), clock(device), device.description});
    return aligned(rows, kMaxCellWidth);
}

/// One line per number of the device's file: value, unit, confidence, source.
std::string quantity_table(const arch::Device& device) {
    std::vector<Row> rows{{"NUMBER", "VALUE", "UNIT", "CONFIDENCE", "SOURCE"}};
    for (const arch::Quantity& quantity : device.quantities)
        rows.push_back(
            {quantity.path, quantity.value, quantity.unit, quantity.confidence, quantity.source});
    return fmt::format("{}: {}\n{} cores (columns x rows) at {}\n\n{}", device.name,
                       device.description, array_size(device), clock(device),
                       aligned(rows, kMaxCellWidth));
}

class DevicesCommand {
 public:
    explicit DevicesCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    CLI::App* command_;
    std::string device_;
};

DevicesCommand::DevicesCommand(CLI::App& app)
    : command_{app.add_subcommand("devices", "List the devices, or the numbers of one")} {
    command_->add_option("DEVICE", device_, "Name of a device, or path of a device file")
        ->type_name("");
}

base::ExitCode DevicesCommand::run() const {
    if (!device_.empty()) {
        write_stdout(quantity_table(arch::load_device(arch::find_device(device_))));
        return base::ExitCode::Done;
    }
    std::vector<arch::Device> devices;
    for (const std::string& name : arch::device_names())
        devices.push_back(arch::load_device(arch::find_device(name)));
    write_stdout(device_table(devices));
    return base::ExitCode::Done;
}

}  // namespace

Command add_devices(CLI::App& app) {
    return make_command<DevicesCommand>(app);
}

}  // namespace xdnasim::cli
