// The `xdnasim` command: a command line in, a message and an exit code out.

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "cli/run_command.hpp"

int main(int argc, char** argv) {
    namespace cli = xdnasim::cli;
    std::signal(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` fails, and is reported
    cli::end_on_interruption();
    const cli::CommandEnd end = cli::run_command({argv + std::min(argc, 1), argv + argc});
    if (end.failure) cli::write_stderr(fmt::format("xdnasim: {}\n", end.failure->message));
    // Without the destructors of libraries: that of OpenBLAS joins its threads, which wait
    // for ever when there was no memory for their buffers. All output is flushed.
    std::_Exit(static_cast<int>(end.code));
}
