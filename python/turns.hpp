#pragma once
// Serialises commands, since SystemC supports only one simulation in a process, and ends them when
// Python ends.

namespace xdnasim::python {

/// The right of a thread to run a command. The constructor waits until no other thread has it.
/// It throws base::CalledOff if the work is called off while it waits, and InputError if this
/// thread has the right already, as in a signal handler, or if the process was forked while another
/// thread had it: the state of that thread's simulation cannot be used.
class Turn {
 public:
    Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn();
};

/// A call from Python. It exists as long as the thread may wait for Python's global lock (GIL).
class Call {
 public:
    Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call();
};

/// Calls off all present and future calls of other threads, and returns when all Call objects are
/// gone. Otherwise such a thread could wait for the GIL when Python has ended, and be killed by it.
/// Precondition: this thread does not hold the GIL.
void end_other_calls();

/// Whether end_other_calls() was called by another thread, so that this thread's work is called
/// off.
[[nodiscard]] bool is_ended();

/// Makes forked processes record whether a Turn existed at the fork, and forget the calls of the
/// parent's threads. To be called once, before any Turn.
void watch_forks();

}  // namespace xdnasim::python
