#include "cli/interruption.hpp"

#include <atomic>
#include <string_view>

#include <unistd.h>

#include "base/stop_request.hpp"
#include "base/uninterrupted.hpp"
#include "cli/progress_line.hpp"

namespace xdnasim::cli {
namespace {

bool on_terminal = false;  ///< standard error is a terminal, which may show a progress line

void say(std::string_view text) {
    // There is nothing left to do about a message that cannot be written.
    [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
}

std::string_view message_about(base::LeftBehind left) {
    switch (left) {
        case base::LeftBehind::Nothing:
            return "xdnasim: interrupted; nothing was written\n";
        case base::LeftBehind::SomeResults:
            return "xdnasim: interrupted while writing results\n";
        case base::LeftBehind::WhatIsDone:
            break;
    }
    return "xdnasim: interrupted; finished work is kept, and the same command resumes it\n";
}

/// Signal handler that ends the process. It may run on any thread, so a thread that is in an
/// Uninterrupted scope can go on to the end of that scope.
extern "C" void end_process(int signal) {
    const base::LeftBehind left = base::remove_what_is_unfinished();
    if (on_terminal) say(kClearLine);
    say(message_about(left));
    ::_exit(kBySignal + signal);
}

/// Whoever reads the output has had enough, which is no failure to be told: the process ends by the
/// signal, as those do that do not handle it.
extern "C" void end_without_reader(int signal) {
    static_cast<void>(base::remove_what_is_unfinished());
    std::signal(signal, SIG_DFL);
    sigset_t alone;
    sigemptyset(&alone);
    sigaddset(&alone, signal);
    ::pthread_sigmask(SIG_UNBLOCK, &alone, nullptr);
    ::raise(signal);
    ::_exit(kBySignal + signal);
}

std::atomic<bool> end_asked_for = false;
bool ends_on_interruption = false;  ///< false if a calling program handles the signals itself

extern "C" void ask_for_end(int signal) {
    if (end_asked_for.exchange(true)) end_process(signal);
}

}  // namespace

void end_on_interruption() {
    ends_on_interruption = true;
    on_terminal = ::isatty(STDERR_FILENO) == 1;
    struct sigaction ending {};
    ending.sa_mask = base::interrupting_signals();
    for (const int signal : base::kInterruptingSignals) {
        ending.sa_handler = signal == SIGPIPE ? end_without_reader : end_process;
        struct sigaction before {};
        ::sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_IGN) ::sigaction(signal, &ending, nullptr);
    }
}

RequestedEnd::RequestedEnd() {
    end_asked_for = false;
    if (!ends_on_interruption) return;
    struct sigaction asking {};
    asking.sa_handler = ask_for_end;
    asking.sa_mask = base::interrupting_signals();
    asking.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &asking, &before_);
    if (before_.sa_handler == SIG_IGN) ::sigaction(SIGINT, &before_, nullptr);
}

RequestedEnd::~RequestedEnd() {
    if (!ends_on_interruption) return;
    ::sigaction(SIGINT, &before_, nullptr);
}

bool RequestedEnd::asked_for() const {
    base::stop_if_called_off();
    return end_asked_for;
}

}  // namespace xdnasim::cli
