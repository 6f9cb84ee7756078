// The `xdnasim` command: reads the command line, runs the command, turns errors into
// a message and an exit code.

#include <csignal>
#include <cstdlib>
#include <new>
#include <sstream>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/compare_command.hpp"
#include "cli/devices_command.hpp"
#include "cli/export_command.hpp"
#include "cli/interruption.hpp"
#include "cli/kernel_command.hpp"
#include "cli/output.hpp"
#include "cli/simulate_command.hpp"
#include "cli/trace_command.hpp"
#include "cli/usage.hpp"
#include "cli/validate_command.hpp"

namespace {

namespace cli = xdnasim::cli;
using xdnasim::base::ExitCode;

ExitCode run(int argc, char** argv) {
    CLI::App app{"Simulates AMD XDNA / AIE-ML arrays", "xdnasim"};
    app.set_version_flag("--version", "xdnasim " XDNASIM_VERSION);
    app.require_subcommand(1);
    const cli::SimulateCommand simulate{app};
    const cli::KernelCommand kernel{app};
    const cli::ValidateCommand validate{app};
    const cli::TraceCommand trace{app};
    const cli::ExportCommand exporting{app};
    const cli::CompareCommand compare{app};
    const cli::DevicesCommand devices{app};
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& request) {
        std::ostringstream answer;
        app.exit(request, answer, answer);
        cli::write_stdout(answer.str());
        return ExitCode::Done;
    } catch (const CLI::ParseError& error) {
        cli::write_stderr(argc == 1 ? app.help() : cli::usage_message(app, error));
        return ExitCode::BadInput;
    }
    if (simulate.chosen()) return simulate.run();
    if (validate.chosen()) return validate.run();
    if (trace.chosen()) return trace.run();
    if (exporting.chosen()) return exporting.run();
    if (compare.chosen()) return compare.run();
    return kernel.chosen() ? kernel.run() : devices.run();
}

ExitCode fail(ExitCode code, const char* message) {
    cli::write_stderr(fmt::format("xdnasim: {}\n", message));
    return code;
}

ExitCode fail_for_memory() {
    // Ready-made: there may be no memory to make a message with.
    cli::write_stderr(
        "xdnasim: out of memory; run without --verify, with smaller matrices "
        "(gemm.size, transfer.streams), or on a shorter trace\n");
    return ExitCode::BadInput;
}

/// How a thread that has no room for its stack is reported.
bool is_shortage(const std::error_code& error) {
    return error == std::errc::resource_unavailable_try_again ||
           error == std::errc::not_enough_memory;
}

ExitCode run_to_exit_code(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const xdnasim::base::Error& error) {
        return fail(error.code(), error.what());
    } catch (const std::bad_alloc&) {
        return fail_for_memory();
    } catch (const std::length_error&) {
        return fail_for_memory();
    } catch (const std::system_error& error) {
        return is_shortage(error.code()) ? fail_for_memory()
                                         : fail(ExitCode::BadInput, error.what());
    } catch (const std::exception& error) {
        return fail(ExitCode::BadInput, error.what());
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` fails, and is reported
    cli::end_on_interruption();
    const ExitCode code = run_to_exit_code(argc, argv);
    // Without the destructors of libraries: that of OpenBLAS joins its threads, which wait
    // for ever when there was no memory for their buffers. All output is flushed.
    std::_Exit(static_cast<int>(code));
}
