#pragma once
// One command at a time: SystemC knows one simulation in a process.

namespace xdnasim::python {

/// The turn of a thread, which waits for it. Throws base::CalledOff when work is called off first,
/// and InputError in a process that was forked while another thread had the turn: what that has
/// left of its simulation cannot be used.
class Turn {
 public:
    Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn();
};

/// To be called once, before any turn.
void watch_forks();

}  // namespace xdnasim::python
