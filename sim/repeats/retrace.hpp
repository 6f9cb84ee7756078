#pragma once
// Goes once more through what a stretch of a run took from outside of its state, with the numbers
// and offsets of BDs that the runtime sequence would give now.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/command_processor.hpp"
#include "sim/dram.hpp"
#include "sim/repeats/outside_log.hpp"
#include "sim/sequence_position.hpp"

namespace xdnasim::sim {

/// How costs of accesses are compared with those that were taken.
enum class CompareCosts : std::uint8_t {
    ByLikeness,  ///< of the accesses: quick, and others may cost the same, too
    Computed,
};

class Retrace {
 public:
    /// `tolerance`: computed costs count as the same where they differ by no more than that share,
    /// on the average over a stretch.
    Retrace(CommandProcessor& processor, Dram& dram, double tolerance = 0)
        : processor_{processor}, dram_{dram}, tolerance_{tolerance} {}

    /// Goes through `steps`, as if they came now. True: all would come again, and lead to an
    /// operation like that at `end`. Pages that nobody had been in are marked as visited then, and
    /// what was written, pushed and moved is kept: next comes take() or give_up(). False: nothing
    /// has changed.
    [[nodiscard]] bool replay(const std::vector<OutsideStep>& steps, const SequencePosition& end,
                              CompareCosts costs);
    /// How far the computed costs were from those that were taken, on the average over the stretch,
    /// where they differed most: as a share.
    [[nodiscard]] double costs_apart() const {
        return compared_ == 0 ? 0 : apart_ / static_cast<double>(compared_);
    }
    /// Where the runtime sequence is now.
    [[nodiscard]] const SequencePosition& position() const { return processor_.position(); }
    /// All of it has come.
    void take();
    /// It comes no more. Precondition: all would have come, and nothing was taken since.
    void give_up();

 private:
    struct Written {
        BdTable* bds;
        int id;
        const schedule::WriteBd* by;  ///< null: it was there
        arch::Bytes offset;
        int iteration;
    };
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
    /// What it writes is data, which no repeat is skipped with.
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
    double apart_ = 0;  ///< largest differences of costs, summed over those compared
    std::int64_t compared_ = 0;
    std::vector<Written> written_;
    std::vector<Pushed> pushed_;
    std::vector<FrameMoved> frames_;
    std::vector<memory::Access> accesses_;
    std::vector<VisitedPages::Page> met_;  ///< for the first time
};

}  // namespace xdnasim::sim
