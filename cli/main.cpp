// The `xdnasim` command: a command line in, a message and an exit code out.

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/error.hpp"
#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "cli/run_command.hpp"

namespace {

/// Opens /dev/null in place of closed standard streams. Otherwise a file opened later would get the
/// stream's descriptor, and output to the stream would end up in that file. The descriptors are
/// read-only, so that writing to them fails.
void occupy_standard_streams() {
    int taken = open("/dev/null", O_RDONLY | O_CLOEXEC);
    while (taken >= 0 && taken <= STDERR_FILENO)
        taken = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (taken > STDERR_FILENO) close(taken);
}

const std::terminate_handler kDefaultEnd = std::get_terminate();

/// Terminate handler that reports lack of memory. JSON values allocate memory in their destructors:
/// if that throws, for instance while the stack unwinds from a std::bad_alloc, the process
/// terminates before a catch handler is reached.
void end_for_memory() {
    try {
        if (const std::exception_ptr thrown = std::current_exception())
            std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
        for (const std::string_view text :
             {std::string_view{"xdnasim: "}, xdnasim::cli::kOutOfMemory, std::string_view{"\n"}})
            if (write(STDERR_FILENO, text.data(), text.size()) < 0) break;
        std::_Exit(static_cast<int>(xdnasim::base::ExitCode::BadInput));
    } catch (...) {
        kDefaultEnd();
    }
    kDefaultEnd();
}

}  // namespace

int main(int argc, char** argv) {
    namespace cli = xdnasim::cli;
    occupy_standard_streams();
    std::set_terminate(end_for_memory);
    std::signal(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` fails, and is reported
    cli::end_on_interruption();
    const cli::CommandEnd end = cli::run_command({argv + std::min(argc, 1), argv + argc});
    if (end.failure) cli::write_stderr(fmt::format("xdnasim: {}\n", end.failure->message));
    // Skips the destructors of libraries: OpenBLAS's joins its threads, which wait for ever if
    // there was no memory for their buffers. All output is flushed already.
    std::_Exit(static_cast<int>(end.code));
}
