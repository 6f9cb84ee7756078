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
#include <string_view>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/place.hpp"
#include "base/spelling.hpp"
#include "cli/commands.hpp"
#include "cli/interruption.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"

namespace {

namespace base = xdnasim::base;
namespace cli = xdnasim::cli;
using base::ExitCode;

/// The commands that were given, each within the one before, from the app itself on.
std::vector<const CLI::App*> given_commands(const CLI::App& app) {
    std::vector<const CLI::App*> given{&app};
    for (auto within = app.get_subcommands(); !within.empty();
         within = given.back()->get_subcommands())
        given.push_back(within.front());
    return given;
}

std::vector<std::string> names_of_commands(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    return names;
}

std::vector<std::string> names_of_options(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    return names;
}

/// What CLI11 says of the number of an option's values, in a sentence.
std::string reworded(const CLI::Error& error) {
    constexpr std::string_view kReceived = " 1 required but received ";
    std::string text = error.what();
    const std::string option = text.substr(0, text.find(": "));
    if (error.get_name() != "ArgumentMismatch") return text;
    if (const std::size_t at = text.find(kReceived); at != std::string::npos)
        return fmt::format("{}: at most one is allowed, {} were given", option,
                           text.substr(at + kReceived.size()));
    if (text.ends_with(" missing")) return fmt::format("{}: its value is missing", option);
    return text;
}

bool contains(const std::vector<std::string>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

std::string describe(const CLI::App& app, const CLI::App& command, const CLI::Error& error) {
    static constexpr std::string_view kEndOfOptions = "--";  // and of commands
    const auto unexpected = app.remaining(true);
    const auto found = std::ranges::find_if(
        unexpected, [](const std::string& word) { return word != kEndOfOptions; });
    const std::vector<std::string> commands = names_of_commands(command);
    if (found == unexpected.end())
        return !commands.empty() && contains(unexpected, kEndOfOptions)
                   ? fmt::format("a command must stand before '{}'", kEndOfOptions)
                   : reworded(error);
    const std::string& first = *found;
    const std::vector<std::string> options = names_of_options(command);
    if (first.starts_with('-') && !contains(options, first))
        return fmt::format("unknown option '{}'{}", first, base::suggestion(first, options));
    if (contains(commands, first))
        return fmt::format("the command '{}' must stand before '{}'", first, kEndOfOptions);
    if (!commands.empty())
        return fmt::format("unknown command '{}'{}", first, base::suggestion(first, commands));
    return fmt::format("unexpected argument '{}'", first);
}

/// Names the argument at fault and the nearest one that exists.
std::string usage_message(const CLI::App& app, const CLI::Error& error) {
    const std::vector<const CLI::App*> given = given_commands(app);
    std::string name = "xdnasim";
    for (std::size_t i = 1; i < given.size(); ++i)
        name += " " + given[i]->get_name();
    return fmt::format("xdnasim: {}\nRun '{} --help' for what is allowed.\n",
                       describe(app, *given.back(), error), name);
}

ExitCode run(int argc, char** argv) {
    CLI::App app{"Simulates AMD XDNA / AIE-ML arrays", "xdnasim"};
    app.set_version_flag("--version", "xdnasim " XDNASIM_VERSION);
    app.require_subcommand(1);
    const std::array commands{
        cli::add_simulate(app), cli::add_kernel(app),    cli::add_validate(app),
        cli::add_trace(app),    cli::add_export(app),    cli::add_compare(app),
        cli::add_devices(app),  cli::add_reference(app), cli::add_completion(app)};
    cli::refuse_options_as_values(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& request) {
        std::ostringstream answer;
        app.exit(request, answer, answer);
        cli::write_stdout(answer.str());
        return ExitCode::Done;
    } catch (const CLI::ParseError& error) {
        cli::write_stderr(argc == 1 ? app.help() : usage_message(app, error));
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
