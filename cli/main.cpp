// The `xdnasim` command: a command line in, a message and an exit code out.

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "cli/run_command.hpp"

namespace {

/// Takes the places of standard streams that are closed: a file that is opened later would get
/// them, and what is written to the stream with it. Writing to what is open for reading fails.
void occupy_standard_streams() {
    int taken = open("/dev/null", O_RDONLY | O_CLOEXEC);
    while (taken >= 0 && taken <= STDERR_FILENO)
        taken = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (taken > STDERR_FILENO) close(taken);
}

}  // namespace

int main(int argc, char** argv) {
    namespace cli = xdnasim::cli;
    occupy_standard_streams();
    std::signal(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` fails, and is reported
    cli::end_on_interruption();
    const cli::CommandEnd end = cli::run_command({argv + std::min(argc, 1), argv + argc});
    if (end.failure) cli::write_stderr(fmt::format("xdnasim: {}\n", end.failure->message));
    // Without the destructors of libraries: that of OpenBLAS joins its threads, which wait
    // for ever when there was no memory for their buffers. All output is flushed.
    std::_Exit(static_cast<int>(end.code));
}
