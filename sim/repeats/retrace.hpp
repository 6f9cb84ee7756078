#pragma once
// Finds out whether a stretch of a run would come again: replays what the stretch took from outside
// of its state (outside_log.hpp), with the numbers and offsets of BDs that the runtime sequence
// gives at its present position.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/command_processor.hpp"
#include "sim/dram.hpp"
#include "sim/repeats/outside_log.hpp"
#include "sim/sequence_position.hpp"

namespace xdnasim::sim {

/// How the costs of accesses are compared with those in the log.
enum class CompareCosts : std::uint8_t {
    ByLikeness,  ///< compares the accesses: quick, but unlike accesses may cost the same, too
    Computed,    ///< computes the costs
};

class Retrace {
 public:
    /// `tolerance`: share by which computed costs may differ from those in the log, on average over
    /// a stretch, and still count as the same.
    Retrace(CommandProcessor& processor, Dram& dram, double tolerance = 0)
        : processor_{processor}, dram_{dram}, tolerance_{tolerance} {}

    /// Replays `steps` as if they came now. Returns true if all of them would come again, and lead
    /// to the operation that `end` is at; pages visited for the first time are then marked as
    /// visited, what is written, pushed and moved is kept, and take() or give_up() must be called
    /// next. Returns false otherwise; nothing has changed then.
    [[nodiscard]] bool replay(const std::vector<OutsideStep>& steps, const SequencePosition& end,
                              CompareCosts costs);
    /// The largest relative difference between computed costs and those in the log, on average over
    /// the stretch.
    [[nodiscard]] double costs_apart() const {
        return compared_ == 0 ? 0 : apart_ / static_cast<double>(compared_);
    }
    /// The present position of the runtime sequence.
    [[nodiscard]] const SequencePosition& position() const { return processor_.position(); }
    /// Applies what replay() has kept to the run.
    void take();
    /// Undoes replay(). Precondition: it returned true, and take() has not been called since.
    void give_up();

 private:
    /// A BD as it would be now.
    struct Written {
        BdTable* bds;
        int id;
        const schedule::WriteBd* by;  ///< the operation that writes it; nullptr: none does
        arch::Bytes offset;
        int iteration;
    };
    /// A task that would be pushed; `bd`: its first BD.
    struct Pushed {
        DmaChannel* channel;
        int bd;
    };

    bool replay(const OperationRan& ran);
    bool replay(const BdStarted& started);
    bool replay(const CostsTaken& taken);
    bool replay(const FrameMoved& moved);
    void run(const schedule::WriteBd& op);
    void run(const schedule::PushTask& op);
    /// What it writes is data; runs with data are not skipped.
    void run(const schedule::WriteMemory& /*op*/) { position_.go_on(); }
    void run(const schedule::SetLock& /*op*/) { position_.go_on(); }
    void run(const schedule::AwaitToken& /*op*/) { position_.go_on(); }
    void run(const schedule::SignalTrace& /*op*/) { position_.go_on(); }
    void run(const schedule::SequenceLoop& op) { position_.enter(op); }
    [[nodiscard]] Written* find(const BdTable& bds, int id);
    [[nodiscard]] Written& written(BdTable& bds, int id);
    [[nodiscard]] int pushed(const DmaChannel& channel, std::size_t back) const;

    CommandProcessor& processor_;
    Dram& dram_;
    double tolerance_;
    SequencePosition position_{processor_.position()};
    CompareCosts compare_costs_{};
    double apart_ = 0;           ///< sum of the largest relative differences of costs
    std::int64_t compared_ = 0;  ///< number of comparisons of costs
    std::vector<Written> written_;
    std::vector<Pushed> pushed_;
    std::vector<FrameMoved> frames_;
    std::vector<memory::Access> accesses_;
    std::vector<VisitedPages::Page> met_;  ///< pages visited for the first time
};

}  // namespace xdnasim::sim
