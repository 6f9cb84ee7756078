// The `xdnasim` command: reads the command line, runs the command, turns errors into
// a message and an exit code.

#include <new>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/cli/devices_command.hpp"
#include "xdnasim/cli/output.hpp"
#include "xdnasim/cli/simulate_command.hpp"
#include "xdnasim/cli/usage.hpp"

namespace {

using xdnasim::arch::ExitCode;

ExitCode run(int argc, char** argv) {
    namespace cli = xdnasim::cli;
    CLI::App app{"Simulates AMD XDNA / AIE-ML arrays", "xdnasim"};
    app.set_version_flag("--version", "xdnasim " XDNASIM_VERSION);
    app.require_subcommand(1);
    const cli::SimulateCommand simulate{app};
    const cli::DevicesCommand devices{app};
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& request) {
        app.exit(request);
        return ExitCode::Done;
    } catch (const CLI::ParseError& error) {
        cli::write_stderr(argc == 1 ? app.help() : cli::usage_message(app, error));
        return ExitCode::BadInput;
    }
    return simulate.chosen() ? simulate.run() : devices.run();
}

ExitCode fail(ExitCode code, const char* message) {
    xdnasim::cli::write_stderr(fmt::format("xdnasim: {}\n", message));
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    ExitCode code{};
    try {
        code = run(argc, argv);
    } catch (const xdnasim::arch::Error& error) {
        code = fail(error.code(), error.what());
    } catch (const std::bad_alloc&) {
        code = fail(ExitCode::BadInput, "out of memory");
    } catch (const std::exception& error) {
        code = fail(ExitCode::BadInput, error.what());
    }
    return static_cast<int>(code);
}
