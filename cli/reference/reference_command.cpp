// `xdnasim reference`: describes commands, problem files and device files, generated from the code
// that reads them.

#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/reference/reference.hpp"

namespace xdnasim::cli {
namespace {

constexpr std::string_view kStartOfPage =
    "<!-- Written by `xdnasim reference > docs/reference.md`; to change it, edit the program's "
    "texts. -->\n"
    "\n# Reference\n\n"
    "Results go to standard output, everything else to standard error; [results.md](results.md) "
    "explains both.\n\n";

class ReferenceCommand {
 public:
    explicit ReferenceCommand(CLI::App& app)
        : app_{app},
          command_{app.add_subcommand(
              "reference", "Print all commands, options and keys of files, as Markdown")} {}

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const {
        write_stdout(fmt::format("{}{}\n{}\n{}\n{}", kStartOfPage, commands_reference(app_),
                                 problem_reference(), devices_reference(),
                                 kernel_program_reference()));
        return base::ExitCode::Done;
    }

 private:
    CLI::App& app_;
    CLI::App* command_;
};

}  // namespace

Command add_reference(CLI::App& app) {
    return make_command<ReferenceCommand>(app);
}

}  // namespace xdnasim::cli
