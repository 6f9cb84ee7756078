// `xdnasim reference`: commands, problem files and device files, from what reads them.

#include <string>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/reference/reference.hpp"

namespace xdnasim::cli {
namespace {

class ReferenceCommand {
 public:
    explicit ReferenceCommand(CLI::App& app)
        : app_{app},
          command_{app.add_subcommand(
              "reference", "Print all commands, options and keys of files, as Markdown")} {}

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const {
        write_stdout(
            "<!-- Written by `xdnasim reference > docs/reference.md`; change what it is made "
            "of. -->\n\n# Reference\n\n" +
            commands_reference(app_) + "\n" + problem_reference() + "\n" + devices_reference() +
            "\n## Kernel program\n\nThe examples in "
            "[workloads/examples/kernels](../workloads/examples/kernels) explain the file of "
            "`xdnasim "
            "kernel --program`.\n");
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
