#pragma once
// The subcommands of `xdnasim`. A new one needs a folder, a line here and one in run_command.cpp.

#include <functional>
#include <memory>

#include <CLI/CLI.hpp>

#include "base/error.hpp"

namespace xdnasim::cli {

struct Command {
    CLI::App* options;                    ///< the subcommand in CLI11, with its options
    std::function<base::ExitCode()> run;  ///< called after parsing, if this command was chosen
};

/// Makes a command of `Implementation`, a class that is constructed from a CLI::App& and has the
/// members `options()` and `run()`.
template <class Implementation>
[[nodiscard]] Command make_command(CLI::App& app) {
    auto command = std::make_shared<Implementation>(app);
    return {command->options(), [command] { return command->run(); }};
}

// Each of these adds one subcommand to `app`.

[[nodiscard]] Command add_simulate(CLI::App& app);
[[nodiscard]] Command add_compare(CLI::App& app);
[[nodiscard]] Command add_optimise(CLI::App& app);
[[nodiscard]] Command add_sweep(CLI::App& app);
[[nodiscard]] Command add_place(CLI::App& app);
[[nodiscard]] Command add_place_study(CLI::App& app);
[[nodiscard]] Command add_netlist(CLI::App& app);
[[nodiscard]] Command add_export(CLI::App& app);
[[nodiscard]] Command add_kernel(CLI::App& app);
[[nodiscard]] Command add_packs(CLI::App& app);
[[nodiscard]] Command add_validate(CLI::App& app);
[[nodiscard]] Command add_trace(CLI::App& app);
[[nodiscard]] Command add_trace_compare(CLI::App& trace);
[[nodiscard]] Command add_devices(CLI::App& app);
[[nodiscard]] Command add_reference(CLI::App& app);
[[nodiscard]] Command add_completion(CLI::App& app);

}  // namespace xdnasim::cli
