#include "python/turns.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include <pthread.h>

#include "base/error.hpp"
#include "base/stop_request.hpp"

namespace xdnasim::python {
namespace {

// An atomic flag instead of a mutex: in a forked process, a mutex that another thread had locked
// could never be unlocked.
std::atomic<bool> taken = false;
std::atomic<bool> left_behind = false;
std::atomic<int> calls = 0;
std::atomic<bool> ended = false;
thread_local bool has_turn = false;
thread_local bool ends_others = false;

constexpr std::chrono::milliseconds kBetween{1};

}  // namespace

Turn::Turn() {
    if (left_behind)
        throw base::InputError{
            "this process was forked while another thread of its parent was running xdnasim, and "
            "cannot run it. Fork between runs, or start processes by spawn "
            "(multiprocessing.set_start_method)"};
    if (has_turn)
        throw base::InputError{
            "xdnasim was called from a signal handler while a run is active in the same thread. "
            "Call it after the run, or in another process"};
    while (taken.exchange(true)) {
        base::stop_if_called_off();
        std::this_thread::sleep_for(kBetween);
    }
    has_turn = true;
}

Turn::~Turn() {
    has_turn = false;
    taken = false;
}

Call::Call() {
    ++calls;
}

Call::~Call() {
    --calls;
}

void end_other_calls() {
    ends_others = true;
    ended = true;
    while (calls > 0)
        std::this_thread::sleep_for(kBetween);
}

bool is_ended() {
    return ended && !ends_others;
}

void watch_forks() {
    ::pthread_atfork(nullptr, nullptr, [] {
        left_behind = left_behind || taken;
        calls = 0;  // the calling threads do not exist in the forked process
    });
}

}  // namespace xdnasim::python
