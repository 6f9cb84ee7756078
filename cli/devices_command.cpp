#include "cli/devices_command.hpp"

#include <fmt/format.h>

#include "arch/device_catalog.hpp"
#include "arch/device_loader.hpp"
#include "cli/device_tables.hpp"
#include "cli/output.hpp"

namespace xdnasim::cli {

DevicesCommand::DevicesCommand(CLI::App& app) {
    app.add_subcommand("devices", "List the devices, or the numbers of one")
        ->add_option("DEVICE", device_, "Name of a device, or path of a device file")
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

}  // namespace xdnasim::cli
