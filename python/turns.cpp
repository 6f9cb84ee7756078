#include "python/turns.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include <pthread.h>

#include "base/error.hpp"
#include "base/stop_request.hpp"

namespace xdnasim::python {
namespace {

// No mutex: that of a thread which a fork has left behind could never be unlocked.
std::atomic<bool> taken = false;
std::atomic<bool> left_behind = false;

}  // namespace

Turn::Turn() {
    constexpr std::chrono::milliseconds kBetween{1};
    if (left_behind)
        throw base::InputError{
            "this process was forked while another thread of its parent was running xdnasim, and "
            "cannot run it; allowed: to fork between runs, or to start processes by spawn "
            "(multiprocessing.set_start_method)"};
    while (taken.exchange(true)) {
        base::stop_if_called_off();
        std::this_thread::sleep_for(kBetween);
    }
}

Turn::~Turn() {
    taken = false;
}

void watch_forks() {
    ::pthread_atfork(nullptr, nullptr, [] { left_behind = left_behind || taken; });
}

}  // namespace xdnasim::python
