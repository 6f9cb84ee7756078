// Reads the command line, runs the command, turns errors into a message and an exit code.

#include "cli/run_command.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <new>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/placed_error.hpp"
#include "cli/command_tree.hpp"
#include "cli/commands.hpp"
#include "cli/options/option_values.hpp"
#include "cli/output.hpp"

namespace xdnasim::cli {
namespace {

using base::ExitCode;

/// Throws InputError if a word ends with an equals sign (`--option=`): CLI11 would take the next
/// word as the value.
void require_values_of_assignments(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        if (word == "--") return;
        if (word.starts_with("--") && word.find('=') == word.size() - 1)
            throw base::InputError{
                fmt::format("{}: nothing follows the equals sign; allowed: {}VALUE or {} VALUE",
                            word, word, word.substr(0, word.size() - 1))};
    }
}

/// Parses a command line with CLI11 and runs the command.
ExitCode parse_and_run(const std::vector<std::string>& words) {
    CLI::App app{"Simulates AMD XDNA / AIE-ML arrays", "xdnasim"};
    app.set_version_flag("--version", "xdnasim " XDNASIM_VERSION);
    app.require_subcommand(1);
    const std::array commands{add_simulate(app),    add_optimise(app),  add_place(app),
                              add_place_study(app), add_netlist(app),   add_kernel(app),
                              add_packs(app),       add_validate(app),  add_trace(app),
                              add_export(app),      add_sweep(app),     add_compare(app),
                              add_devices(app),     add_reference(app), add_completion(app)};
    refuse_options_as_values(app);
    require_values_of_assignments(words);
    try {
        app.parse(std::vector<std::string>{words.rbegin(), words.rend()});
    } catch (const CLI::Success& request) {
        std::ostringstream answer;
        app.exit(request, answer, answer);
        write_stdout(answer.str());
        return ExitCode::Done;
    } catch (const CLI::ParseError& error) {
        if (!words.empty()) throw base::InputError{usage_message(app, words, error)};
        write_stderr(app.help());
        return ExitCode::BadInput;
    }
    const auto chosen = std::ranges::find_if(
        commands, [](const Command& command) { return command.options->parsed(); });
    return chosen->run();
}

CommandEnd failed(ExitCode code, std::string message) {
    return {code, Failure{std::move(message)}};
}

/// The end of a command with an exception that no input should cause.
CommandEnd failed_internally(const std::exception& error) {
    return failed(
        ExitCode::BadInput,
        fmt::format(
            "internal error: {}. Please report it with the command line and its input files",
            error.what()));
}

CommandEnd failed_for_memory() {
    return failed(ExitCode::BadInput, std::string{kOutOfMemory});
}

/// Whether the error means lack of memory, such as for the stack of a new thread.
bool is_shortage(const std::error_code& error) {
    return error == std::errc::resource_unavailable_try_again ||
           error == std::errc::not_enough_memory;
}

}  // namespace

CommandEnd run_command(const std::vector<std::string>& words) {
    try {
        return {parse_and_run(words), std::nullopt};
    } catch (const base::PlacedError& error) {
        return {error.code(), Failure{error.what(), error.place()}};
    } catch (const base::Error& error) {
        return failed(error.code(), error.what());
    } catch (const std::bad_alloc&) {
        return failed_for_memory();
    } catch (const std::length_error&) {
        return failed_for_memory();
    } catch (const std::filesystem::filesystem_error& error) {
        return failed(
            ExitCode::BadInput,
            fmt::format("{}: {}", base::in_quotes(error.path1().string()), error.code().message()));
    } catch (const std::system_error& error) {
        return is_shortage(error.code()) ? failed_for_memory() : failed_internally(error);
    } catch (const std::exception& error) {
        return failed_internally(error);
    }
}

}  // namespace xdnasim::cli
