#include "cli/design_choice.hpp"

#include "cli/option_values.hpp"

namespace xdnasim::cli {

void DesignChoice::add_files_to(CLI::App& command) {
    command
        .add_option("--kernels", kernels,
                    "What a call of each kernel of a design takes; else kernels.yaml beside it")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
    command
        .add_option("--ports", ports,
                    "What each port of a design to programmable logic moves; else ports.yaml "
                    "beside it")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
}

void DesignChoice::add_names_to(CLI::App& command) {
    command
        .add_option("--aie-device", aie_device,
                    "Which aie.device of a design with several; else the one with a sequence")
        ->type_name("NAME");
    command
        .add_option("--sequence", sequence,
                    "Which runtime sequence of a device with several; else the only one")
        ->type_name("NAME");
}

}  // namespace xdnasim::cli
