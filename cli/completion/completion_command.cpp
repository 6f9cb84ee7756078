// `xdnasim completion`: prints the script with which a shell completes the command's words.

#include <CLI/CLI.hpp>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/completion/completion.hpp"
#include "cli/output.hpp"

namespace xdnasim::cli {
namespace {

class CompletionCommand {
 public:
    explicit CompletionCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    CLI::App& app_;
    CLI::App* command_;
    CLI::App* bash_;
};

CompletionCommand::CompletionCommand(CLI::App& app)
    : app_{app},
      command_{app.add_subcommand("completion", "Print a script that completes words in a shell")},
      bash_{command_->add_subcommand("bash", "For bash: source it, or install it")} {
    command_->add_subcommand("zsh", "For zsh: install it as _xdnasim in its fpath");
    command_->require_subcommand(1);
}

base::ExitCode CompletionCommand::run() const {
    const auto script = bash_->parsed() ? bash_completion : zsh_completion;
    write_stdout(script(app_, arch::device_names()));
    return base::ExitCode::Done;
}

}  // namespace

Command add_completion(CLI::App& app) {
    return make_command<CompletionCommand>(app);
}

}  // namespace xdnasim::cli
