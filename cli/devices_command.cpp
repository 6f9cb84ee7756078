#include "xdnasim/cli/devices_command.hpp"

#include <fmt/format.h>

#include "xdnasim/arch/device_catalog.hpp"
#include "xdnasim/arch/device_loader.hpp"
#include "xdnasim/cli/device_tables.hpp"
#include "xdnasim/cli/output.hpp"

namespace xdnasim::cli {

DevicesCommand::DevicesCommand(CLI::App& app) {
    app.add_subcommand("devices", "List the devices, or the numbers of one")
        ->add_option("DEVICE", device_, "Name of a device, or path of a device file")
        ->type_name("");
}

arch::ExitCode DevicesCommand::run() const {
    if (!device_.empty()) {
        write_stdout(quantity_table(arch::load_device(arch::find_device(device_))));
        return arch::ExitCode::Done;
    }
    std::vector<arch::Device> devices;
    for (const std::string& name : arch::device_names())
        devices.push_back(arch::load_device(arch::find_device(name)));
    write_stdout(device_table(devices));
    return arch::ExitCode::Done;
}

}  // namespace xdnasim::cli
