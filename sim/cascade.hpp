#pragma once
// The cascade from a core to its neighbour: a FIFO of words, some of which lie at its output and
// the others at its input. Each end learns one latency later that the other end has put a word or
// has freed a place.

#include <cstdint>
#include <deque>

#include "arch/core_model.hpp"
#include "sim/environment.hpp"
#include "sim/leads/leads.hpp"
#include "sim/repeats/state.hpp"
#include "workloads/kernels/execute.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

/// A core at one end of a cascade.
class CascadeClient {
 public:
    virtual ~CascadeClient() = default;
    /// Called in the cycle in which the other end makes the move that this client waits for.
    virtual void cascade_moved() = 0;
};

class Cascade {
 public:
    Cascade(const schedule::CascadeLink& link, const Environment& environment);

    /// The moment from which the next word can be put, which may lie in the future; nullptr if
    /// another word must be got first.
    [[nodiscard]] const Moment* room() const { return rooms_.empty() ? nullptr : &rooms_.front(); }
    /// The moment from which the next word can be got, which may lie in the future; nullptr if
    /// another word must be put first.
    [[nodiscard]] const Moment* word() const {
        return words_.empty() ? nullptr : &words_.front().since;
    }

    // Preconditions: since `when` or before, there is room for put(), or a word for get(). `when`
    // is in the present cycle.

    void put(const kernels::CascadeWord& word, const Moment& when);
    [[nodiscard]] kernels::CascadeWord get(const Moment& when);

    // A waiting client is called once, at the next move of the other end.

    void wait_for_room(CascadeClient& client) { putter_ = &client; }
    void wait_for_word(CascadeClient& client) { getter_ = &client; }

    [[nodiscard]] const schedule::CascadeLink& link() const { return link_; }
    [[nodiscard]] std::int64_t words_put() const { return put_; }
    [[nodiscard]] std::int64_t words_got() const { return got_; }

    /// Shows what its future depends on. Precondition: no bytes move.
    void visit_state(StateVisitor& visitor);
    void visit_totals(TotalsVisitor& visitor);

 private:
    struct Word {
        Moment since;
        kernels::CascadeWord data;
    };

    const schedule::CascadeLink& link_;
    arch::Cycles latency_;
    Leads saved_;  ///< what relaxing each limit saves of the latency
    std::deque<Moment> rooms_;
    std::deque<Word> words_;
    CascadeClient* putter_ = nullptr;
    CascadeClient* getter_ = nullptr;
    std::int64_t put_ = 0;
    std::int64_t got_ = 0;
};

/// The cascades of a core; nullptr where it has none.
struct CascadePorts {
    Cascade* in = nullptr;
    Cascade* out = nullptr;
};

}  // namespace xdnasim::sim
