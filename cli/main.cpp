// The `xdnasim` command: reads the command line, runs the command, turns errors into
// a message and an exit code.

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/place.hpp"
#include "cli/command_tree.hpp"
#include "cli/commands.hpp"
#include "cli/interruption.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"

namespace {

namespace base = xdnasim::base;
namespace cli = xdnasim::cli;
using base::ExitCode;

ExitCode run(int argc, char** argv) {
    CLI::App app{"Simulates AMD XDNA / AIE-ML arrays", "xdnasim"};
    app.set_version_flag("--version", "xdnasim " XDNASIM_VERSION);
    app.require_subcommand(1);
    const std::array commands{
        cli::add_simulate(app),  cli::add_optimise(app),  cli::add_place(app),
        cli::add_netlist(app),   cli::add_kernel(app),    cli::add_packs(app),
        cli::add_validate(app),  cli::add_trace(app),     cli::add_export(app),
        cli::add_sweep(app),     cli::add_compare(app),   cli::add_devices(app),
        cli::add_reference(app), cli::add_completion(app)};
    cli::refuse_options_as_values(app);
    const std::vector<std::string> words{argv + std::min(argc, 1), argv + argc};
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& request) {
        std::ostringstream answer;
        app.exit(request, answer, answer);
        cli::write_stdout(answer.str());
        return ExitCode::Done;
    } catch (const CLI::ParseError& error) {
        cli::write_stderr(argc == 1 ? app.help() : cli::usage_message(app, words, error));
        return ExitCode::BadInput;
    }
    const auto chosen = std::ranges::find_if(
        commands, [](const cli::Command& command) { return command.options->parsed(); });
    return chosen->run();
}

ExitCode fail(ExitCode code, const std::string& message) {
    cli::write_stderr(fmt::format("xdnasim: {}\n", message));
    return code;
}

/// For what no input should lead to.
ExitCode fail_internally(const std::exception& error) {
    return fail(ExitCode::BadInput,
                fmt::format("internal error: {}; please report it with the command line and the "
                            "files that it names",
                            error.what()));
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
    } catch (const base::Error& error) {
        return fail(error.code(), error.what());
    } catch (const std::bad_alloc&) {
        return fail_for_memory();
    } catch (const std::length_error&) {
        return fail_for_memory();
    } catch (const std::filesystem::filesystem_error& error) {
        return fail(
            ExitCode::BadInput,
            fmt::format("{}: {}", base::in_quotes(error.path1().string()), error.code().message()));
    } catch (const std::system_error& error) {
        return is_shortage(error.code()) ? fail_for_memory() : fail_internally(error);
    } catch (const std::exception& error) {
        return fail_internally(error);
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
