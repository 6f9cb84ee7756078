#pragma once
// One command at a time: SystemC knows one simulation in a process. And none when Python ends.

namespace xdnasim::python {

/// The turn of a thread, which waits for it. Throws base::CalledOff when work is called off first,
/// and InputError where the thread has it already, as in a handler of a signal, and in a process
/// that was forked while another thread had the turn: what that has left of its simulation cannot
/// be used.
class Turn {
 public:
    Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn();
};

/// What Python has called, as long as the thread may wait for Python's lock.
class Call {
 public:
    Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call();
};

/// Calls off what other threads have called and will call, and returns when none of them waits for
/// Python's lock, which is not to be held: Python ends a thread that asks for it too late.
void end_other_calls();

/// Whether end_other_calls() has called off what this thread runs.
[[nodiscard]] bool is_ended();

/// To be called once, before any turn.
void watch_forks();

}  // namespace xdnasim::python
