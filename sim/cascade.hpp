#pragma once
// The cascade from a core to its neighbour: words in a FIFO, of which some lie at its output and
// the others at its input. A place that is taken and a place that becomes free are known at the
// other end a latency later.

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
    /// The other end has made the move that this one waits for, now.
    virtual void cascade_moved() = 0;
};

class Cascade {
 public:
    Cascade(const schedule::CascadeLink& link, const Environment& environment);

    /// From when on the next word can be put, which may be to come; null: not before another is
    /// got.
    [[nodiscard]] const Moment* room() const { return rooms_.empty() ? nullptr : &rooms_.front(); }
    /// From when on the next word can be got, in the same way; null: not before another is put.
    [[nodiscard]] const Moment* word() const {
        return words_.empty() ? nullptr : &words_.front().since;
    }

    // Preconditions: there is room, there is a word, since `when` at the latest, which is now.

    void put(const kernels::CascadeWord& word, const Moment& when);
    [[nodiscard]] kernels::CascadeWord get(const Moment& when);

    // Once told, a client waits no more.

    void wait_for_room(CascadeClient& client) { putter_ = &client; }
    void wait_for_word(CascadeClient& client) { getter_ = &client; }

    [[nodiscard]] const schedule::CascadeLink& link() const { return link_; }
    [[nodiscard]] std::int64_t words_put() const { return put_; }
    [[nodiscard]] std::int64_t words_got() const { return got_; }

    /// What its future depends on. Precondition: no bytes move.
    void visit_state(StateVisitor& visitor);
    void visit_totals(TotalsVisitor& visitor);

 private:
    struct Word {
        Moment since;
        kernels::CascadeWord data;
    };

    const schedule::CascadeLink& link_;
    arch::Cycles latency_;
    Leads saved_;  ///< of the latency
    std::deque<Moment> rooms_;
    std::deque<Word> words_;
    CascadeClient* putter_ = nullptr;
    CascadeClient* getter_ = nullptr;
    std::int64_t put_ = 0;
    std::int64_t got_ = 0;
};

/// The cascades of a core; null where it has none.
struct CascadePorts {
    Cascade* in = nullptr;
    Cascade* out = nullptr;
};

}  // namespace xdnasim::sim
