#include "cli/options/design_choice.hpp"

#include "cli/options/option_values.hpp"

namespace xdnasim::cli {

void DesignChoice::add_files_to(CLI::App& command) {
    command
        .add_option("--kernels", kernels,
                    "Cost of a call of each kernel (default: kernels.yaml beside the design)")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
    command
        .add_option(
            "--ports", ports,
            "Data of each port to programmable logic (default: ports.yaml beside the design)")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
}

void DesignChoice::add_names_to(CLI::App& command) {
    command
        .add_option(
            "--aie-device", aie_device,
            "Which aie.device of a design to run (default: the one with a runtime sequence)")
        ->type_name("NAME");
    command
        .add_option("--sequence", sequence,
                    "Which runtime sequence of the device to run (default: the only one)")
        ->type_name("NAME");
}

}  // namespace xdnasim::cli
