#pragma once
// Goes through a core's program, operation by operation.

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/design/cores/call_types.hpp"
#include "workloads/design/cores/control_flow.hpp"
#include "workloads/design/cores/core_steps.hpp"
#include "workloads/design/cores/core_values.hpp"
#include "workloads/design/cores/deciding_loads.hpp"
#include "workloads/design/cores/global_table.hpp"
#include "workloads/design/cores/memory_use.hpp"
#include "workloads/design/cores/program_text.hpp"
#include "workloads/design/kernels/kernel_table.hpp"

namespace xdnasim::design {

/// Bounds from here on stand for "for ever": 2^32 - 1 of the compilers of 2024, 2^63 - 1 of those
/// of 2026, less one where a loop has been unrolled.
inline constexpr std::int64_t kForever = 4'294'967'000;
/// Rounds of a loop without end, to see what repeats.
inline constexpr std::size_t kProbedRounds = 200;
/// Rounds of a loop that are followed one by one.
inline constexpr std::int64_t kMaxRounds = 4096;

/// Operations that are followed one by one; what is longer is not worth waiting for.
inline constexpr std::int64_t kMaxOperations = 500'000;

/// What a loop gives; nullopt: what a round yields changes from round to round.
using LoopResults = std::vector<std::optional<Value>>;

/// The rounds of a loop without a number of them: those that begin as an earlier one began go on
/// for ever.
class Recurrence {
 public:
    /// Behind the first `rounds` rounds, with what goes into the next one.
    bool comes_again(std::size_t rounds, const std::vector<Value>& carried,
                     const CoreValues::State& state) {
        const bool again = carried == carried_ && state == state_;
        // By then there are enough of them to see what repeats.
        if (rounds % kProbedRounds == 0) {
            carried_ = carried;
            state_ = state;
        }
        return again;
    }

 private:
    std::vector<Value> carried_;
    std::optional<CoreValues::State> state_;
};

class CoreReader {
 public:
    CoreReader(Draft& draft, KernelTable& kernels, arch::TileId core, const ir::Operation& program);

    [[nodiscard]] CoreSteps read();
    /// Does anything depend on what memory of the program's own holds at the beginning?
    [[nodiscard]] bool decides_by_own_memory();
    /// Before read(): what that holds is known at the beginning.
    void follow_own_memory();
    /// What has been read does not end.
    [[nodiscard]] bool is_endless() const { return endless_; }
    /// Why no run can move data through what has been read, with the place; empty: one can.
    [[nodiscard]] const std::string& not_computed() const { return not_computed_; }

 private:
    /// Where the program goes on; no block: it ends.
    struct Jump {
        const ir::Block* to = nullptr;
        std::vector<Value> values{};
    };
    /// How often a loop runs, and what is counted.
    struct Trip {
        std::optional<std::int64_t> count;  ///< nullopt: for ever
        std::size_t argument = 0;           ///< of the header: the counter
        std::int64_t last = 0;              ///< its value behind the loop
        bool counted = false;               ///< there is a counter
    };

    // Blocks that branch.

    void region(const ir::Region& region, CoreSteps& steps);
    Jump follow(const ControlFlow& flow, Jump jump, const NaturalLoop* inside, CoreSteps& steps);
    Jump step(const ControlFlow& flow, const Jump& jump, const NaturalLoop* inside,
              CoreSteps& steps);
    Jump leave(const ControlFlow& flow, const ir::Block& block, const NaturalLoop* inside,
               CoreSteps& steps);
    Jump loop(const ControlFlow& flow, const NaturalLoop& loop, const Jump& entry,
              CoreSteps& steps);
    std::optional<Jump> loop_as_a_whole(const ControlFlow& flow, const NaturalLoop& loop,
                                        const Jump& entry, const Trip& trip, CoreSteps& steps);
    Jump loop_by_rounds(const ControlFlow& flow, const NaturalLoop& loop, Jump entry, bool endless,
                        CoreSteps& steps);
    [[nodiscard]] std::optional<Trip> trip_of(const NaturalLoop& loop, const Jump& entry);
    [[nodiscard]] bool has_way_out(const NaturalLoop& loop) const;
    /// Where `block` may go on to, as far as constants say.
    [[nodiscard]] std::vector<Successor> ways_from(const ir::Block& block) const;
    Jump branch_on_data(const ControlFlow& flow, const ir::Operation& branch, CoreSteps& steps);
    [[nodiscard]] Jump jump_to(const ControlFlow& flow, const Successor& successor) const;

    // Structured control flow.

    void structured(const ir::Operation& operation, CoreSteps& steps);
    void for_loop(const ir::Operation& operation, CoreSteps& steps);
    std::optional<LoopResults> by_period(const ir::Operation& loop,
                                         std::optional<std::int64_t> count, CoreSteps& steps);
    LoopResults for_by_period(const ir::Operation& loop, std::optional<std::int64_t> count,
                              bool forgets, CoreSteps& steps);
    /// Does something depend on a result of `loop` that is not known where a round stands for all?
    [[nodiscard]] bool decides_unknown(const ir::Operation& loop, const LoopResults& results);
    [[nodiscard]] std::vector<Value> values_of(const std::vector<std::string_view>& names) const;
    void add_rounds(std::vector<CoreSteps> rounds, std::optional<std::size_t> again,
                    std::optional<std::int64_t> count, base::Position at, CoreSteps& steps);
    void for_by_rounds(const ir::Operation& operation, std::int64_t begin, std::int64_t end,
                       std::int64_t step, CoreSteps& steps);
    /// Rounds one after the other, the last ones for ever where it `goes_on`. Throws InputError,
    /// with the place, when those do not repeat.
    void append_rounds(std::vector<CoreSteps> rounds, bool goes_on, base::Position loop,
                       CoreSteps& steps);
    /// Throws InputError when a loop is read round by round, and has too many.
    void require_few(std::size_t rounds, base::Position loop) const;
    void if_else(const ir::Operation& operation, CoreSteps& steps);
    void index_switch(const ir::Operation& operation, CoreSteps& steps);
    void while_loop(const ir::Operation& operation, CoreSteps& steps);
    /// An scf.while whose condition is a constant.
    [[nodiscard]] bool is_for_ever(const ir::Operation& loop) const;
    /// Runs the region; what it yields.
    std::vector<Value> yielded(const ir::Region& region, CoreSteps& steps);
    void cheaper_of(const ir::Operation& operation, CoreSteps& steps);
    void leave_out_events(const CoreSteps& way);

    // Operations.

    void operation(const ir::Operation& operation, CoreSteps& steps);
    void tell_event(const ir::Operation& operation, CoreSteps& steps);
    bool lock_or_call(const ir::Operation& operation, CoreSteps& steps);
    bool memory(const ir::Operation& operation);
    [[nodiscard]] Value told_of_memory(const ir::Operation& operation) const;
    /// Acquires, accesses and releases of object FIFOs; false: it is something else.
    bool object_fifo(const ir::Operation& operation, CoreSteps& steps);
    void acquire_objects(const ir::Operation& operation, CoreSteps& steps);
    void give_objects(const ir::Fields& acquire, const std::vector<ir::Range>& types,
                      const std::vector<schedule::BufferRef>& held);
    [[nodiscard]] Value object_value(schedule::BufferRef object) const;
    void release_objects(const ir::Operation& operation, CoreSteps& steps);
    void access_object(const ir::Operation& operation);
    [[nodiscard]] std::size_t fifo_side(const ir::Fields& fields) const;
    void call(const ir::Operation& operation, CoreSteps& steps);
    void run_body(const ir::Operation& call, const CallTypes& types, CoreSteps& steps);
    void note_scattered(const CallSite& site, schedule::KernelRef kernel, const CallTypes& types,
                        const std::vector<Value>& passed);
    void move_slices(const std::vector<Memref>& memory,
                     const std::vector<std::string_view>& numbers, CallSite& site,
                     schedule::Call& made) const;
    /// Words to the cascade and from there, and the vectors in memory that they are; false: it is
    /// something else.
    bool cascade(const ir::Operation& operation, CoreSteps& steps);
    [[nodiscard]] std::optional<schedule::BufferSlice> cascade_word(std::string_view memory,
                                                                    std::string_view index) const;
    void compute(const ir::Operation& operation, CoreSteps& steps);
    /// Of affine.apply, affine.min and affine.max.
    void affine_value(const ir::Operation& operation, CoreSteps& steps);
    void copy(const ir::Operation& operation, CoreSteps& steps);
    void move_by_offsets(const ir::Operation& operation, Value& view) const;
    [[nodiscard]] Value view_of(const ir::Operation& operation, Value memory, ir::Range type) const;
    bool access(const ir::Operation& operation);
    bool access_word(const ir::Operation& operation, const Value& memory, bool decides);
    [[nodiscard]] std::optional<std::int64_t> place_of(const Value& memory,
                                                       std::int64_t index) const;
    /// Throws InputError, with the place, where `memory` is that of a tile out of the core's reach.
    void require_reach(const Value& memory, base::Position at) const;
    [[nodiscard]] Value constant(const ir::Operation& operation) const;
    [[nodiscard]] std::optional<std::int64_t> constant_of(std::string_view value) const;
    void set_results(const ir::Operation& operation, const Value& value);
    /// "%r:2" has two of `values`.
    void set_each_result(const ir::Operation& operation, const std::vector<Value>& values);
    void count_operation(base::Position at);
    void find_users();
    // What operations may write.

    /// nullopt: what `name` is or views is no memory that is followed.
    [[nodiscard]] std::optional<schedule::BufferRef> buffer_behind(std::string_view name);
    void forget_written(const ir::Operation& operation);
    /// What they or the operations in them write changes from round to round.
    void vary_written(const ir::Operation& operation);
    void vary_written(const ir::Region& region);
    // Memory that the program makes itself, for which numbers below 0 stand among the buffers.

    [[nodiscard]] schedule::BufferRef own_buffer(const ir::Operation& storage);
    [[nodiscard]] static bool is_own(schedule::BufferRef buffer) { return buffer.index < 0; }
    /// nullopt: it is not such memory, or not followed.
    [[nodiscard]] std::optional<Value> own_memory(std::string_view name);
    void begin_with_content(const Value& memory);

    // Parameters that the runtime sequence writes, and constants in memory.

    /// Where data moves, of a parameter that may be read before the sequence has written it.
    void note_early_read(const ir::Operation& operation);
    void note_wait(const schedule::Acquire& acquire);
    /// A load from a constant memref.global, on which decisions depend; false: it is none.
    bool constant_global(const ir::Operation& load);
    [[nodiscard]] Value parameter(const ir::Operation& load, const Value& memory,
                                  std::int64_t index);
    void begin_with(schedule::BufferRef buffer, arch::Bytes at, std::int32_t word);

    Draft& draft_;
    KernelTable& kernels_;
    arch::TileId core_;
    const ir::Operation& program_;
    ProgramText text_;
    CoreValues values_;
    GlobalTables tables_;
    std::optional<MemoryUse> use_;           ///< once it is needed
    std::optional<DecidingLoads> deciding_;  ///< likewise
    /// "r#0", "r#1": what the values of "%r:2" are called.
    std::map<std::string_view, std::deque<std::string>> numbered_;
    std::map<const ir::Region*, std::unique_ptr<ControlFlow>> flows_;
    std::set<const ir::Operation*> noted_;     ///< of them, those whose loss is told
    std::map<const ir::Operation*, int> own_;  ///< numbers of what gives memory of its own
    bool follows_own_ = false;
    std::map<std::string_view, std::vector<schedule::BufferRef>> subviews_;
    std::vector<Value> returned_;  ///< by the function's body that has been run last
    std::int64_t operations_ = 0;
    int loops_ = 0;         ///< of which a round has been read for many, so far
    bool waited_ = false;   ///< the program has come to something that another one does
    bool endless_ = false;  ///< the program has come to a loop that does not end
    std::string not_computed_;
};

}  // namespace xdnasim::design
