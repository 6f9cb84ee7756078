#include "cli/interruption.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <stdexcept>
#include <string_view>

#include <unistd.h>

#include "base/stop_request.hpp"
#include "cli/progress_line.hpp"

namespace xdnasim::cli {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
constexpr std::string_view kNothingWritten = "xdnasim: interrupted; nothing was written\n";
constexpr std::string_view kPartlyWritten = "xdnasim: interrupted while writing results\n";
constexpr std::string_view kDoneKept =
    "xdnasim: interrupted; what is done is kept: the same command goes on from there\n";

// What the handler reads, all of it guarded by `busy`. A handler may neither allocate nor
// wait for a mutex, so these are plain memory and a flag to spin on.
std::atomic_flag busy;
constexpr std::size_t kMaxFiles = 48;
using Path = std::array<char, PATH_MAX>;
std::array<Path, kMaxFiles> unfinished_files;  ///< empty ones are free
std::string_view message = kNothingWritten;
bool on_terminal = false;  ///< where a progress line may stand

void wait_until_free() {
    while (busy.test_and_set(std::memory_order_acquire)) {
    }
}

void say(std::string_view text) {
    // There is nothing left to do about a message that cannot be written.
    [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
}

/// May run on any thread, so that whoever is in an Uninterrupted scope goes on beside it.
extern "C" void end_process(int signal) {
    wait_until_free();  // and never free again: the process ends here
    for (const Path& file : unfinished_files)
        if (file[0] != '\0') ::unlink(file.data());
    // A folder stands before the one that it lies in.
    for (const Path& folder : unfinished_files)
        if (folder[0] != '\0') ::rmdir(folder.data());
    if (on_terminal) say(kClearLine);
    say(message);
    ::_exit(kBySignal + signal);
}

std::atomic<bool> end_asked_for = false;
bool ends_on_interruption = false;  ///< else signals are those of the program that calls this

extern "C" void ask_for_end(int signal) {
    if (end_asked_for.exchange(true)) end_process(signal);
}

/// Where `file` is noted; an empty name: where there is room. Throws when that is nowhere.
Path& slot_of(const std::string& file) {
    const auto holds = [&](const Path& path) { return std::string_view{path.data()} == file; };
    const auto slot = std::ranges::find_if(unfinished_files, holds);
    if (slot == unfinished_files.end())
        throw std::logic_error{"too many files are written at the same time"};
    return *slot;
}

sigset_t interrupting_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : kSignals)
        sigaddset(&signals, signal);
    return signals;
}

}  // namespace

void end_on_interruption() {
    ends_on_interruption = true;
    on_terminal = ::isatty(STDERR_FILENO) == 1;
    struct sigaction ending {};
    ending.sa_handler = end_process;
    ending.sa_mask = interrupting_signals();
    for (const int signal : kSignals) {
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
    asking.sa_mask = interrupting_signals();
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

Uninterrupted::Uninterrupted() {
    // A handler on this very thread would wait for the flag for ever.
    const sigset_t signals = interrupting_signals();
    ::pthread_sigmask(SIG_BLOCK, &signals, &mask_before_);
    wait_until_free();
}

Uninterrupted::~Uninterrupted() {
    busy.clear(std::memory_order_release);
    ::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
}

void Uninterrupted::remove_when_interrupted(const std::string& file) {
    Path& slot = slot_of("");
    // A longer path than this could not be opened either.
    slot[file.copy(slot.data(), slot.size() - 1)] = '\0';
}

void Uninterrupted::keep(const std::string& file) {
    slot_of(file)[0] = '\0';
}

void Uninterrupted::results_are_being_written() {
    message = kPartlyWritten;
}

void Uninterrupted::done_is_kept() {
    message = kDoneKept;
}

}  // namespace xdnasim::cli
