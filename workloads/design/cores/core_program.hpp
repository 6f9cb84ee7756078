#pragma once
// The program of a core: blocks and loops of MLIR become the loops, lock operations and calls of a
// schedule. What its reader goes by: the loops among the blocks, the values that are known before
// the run, and the steps that have been read.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/place.hpp"
#include "workloads/design/draft.hpp"
#include "workloads/design/kernels/kernel_table.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::design {

/// What `operation`, an aie.core, does. What depends on data is followed where it only computes.
/// Throws InputError, with the place, for loops and branches whose course is not known before the
/// run.
void read_core(Draft& draft, KernelTable& kernels, const ir::Operation& operation);

/// The types of a call of a function.
struct CallTypes {
    std::vector<ir::Range> arguments;
    std::vector<ir::Range> results;
};
/// `call`: of a func.call.
[[nodiscard]] CallTypes call_types_of(const ir::Fields& call);

// The loops in a region of blocks that branch to each other.

/// A place that a block may go on to, and the values that it passes.
struct Successor {
    std::string_view label;
    std::vector<std::string_view> values;
    std::optional<std::int64_t> number{};  ///< of "cf.switch", on which it is chosen
};

/// What closes a block: "cf.br", "cf.cond_br", "cf.switch"; none: the region ends there.
[[nodiscard]] std::vector<Successor> successors_of(const ir::Text& text,
                                                   const ir::Operation& terminator);

struct NaturalLoop {
    const ir::Block* header = nullptr;
    std::set<const ir::Block*> blocks;
    std::vector<const ir::Block*> latches;  ///< that branch back to the header

    [[nodiscard]] bool contains(const ir::Block* block) const { return blocks.contains(block); }
};

class ControlFlow {
 public:
    /// Throws InputError, with the place, for a branch to a block that does not exist, for loops
    /// with two entries, and for loops that are nested too deep.
    ControlFlow(const ir::Text& text, const ir::Region& region);

    [[nodiscard]] const ir::Block* block(std::string_view label) const;
    /// The loop that begins at `header`; null: none does.
    [[nodiscard]] const NaturalLoop* loop_at(const ir::Block* header) const;

 private:
    void find_loops(const ir::Region& region);
    void add_loop(const ir::Block* latch, const ir::Block* header);

    const ir::Text& text_;
    Named<const ir::Block*> labels_;
    std::map<const ir::Block*, std::vector<const ir::Block*>> successors_;
    std::map<const ir::Block*, std::vector<const ir::Block*>> predecessors_;
    std::map<const ir::Block*, NaturalLoop> loops_;
    std::map<const ir::Block*, int> around_;  ///< how many loops a block is in
};

// The values of a core's program, as far as they are known before the run.

struct Value {
    enum class Kind : std::uint8_t {
        Data,     ///< depends on what is in memory
        Varying,  ///< changes from round to round of a loop that is read as a whole
        Number,
        Memory,
    };
    Kind kind = Kind::Data;
    std::int64_t number = 0;
    schedule::BufferSlice slice{};  ///< of Memory
    arch::Bytes base{};             ///< of Memory: that reinterpret_cast counts from, as its offset
    Memref type{};                  ///< of Memory
    bool in_row = true;             ///< of Memory: its elements fill the slice in their order
    int loop = 0;                   ///< of Varying: as in DependsOnRound

    bool operator==(const Value& other) const {
        return kind == other.kind && number == other.number && type == other.type &&
               in_row == other.in_row && slice.buffer == other.slice.buffer &&
               slice.offset == other.slice.offset && slice.length == other.slice.length &&
               base == other.base;
    }
    [[nodiscard]] bool is_number() const { return kind == Kind::Number; }
    [[nodiscard]] static Value of(std::int64_t number) {
        Value value;
        value.kind = Kind::Number;
        value.number = number;
        return value;
    }
    [[nodiscard]] static Value varying(int loop = 0) {
        Value value;
        value.kind = Kind::Varying;
        value.loop = loop;
        return value;
    }
};

/// What is decided depends on the round of a loop: it has to be read round by round.
struct DependsOnRound {
    base::Position at;  ///< of what decides
    int loop = 0;       ///< the outermost one of those whose round it is; 0: not known which
};

/// What `operation`, of arith, makes of these operands, as its types wrap and extend them. nullopt:
/// it is not known, or not computed with whole numbers.
[[nodiscard]] std::optional<std::int64_t> computed(const ir::Text& text,
                                                   const ir::Operation& operation,
                                                   const std::vector<std::int64_t>& operands);
/// What "arith.addi" and the like make of two indices.
[[nodiscard]] std::optional<std::int64_t> computed(std::string_view operation, std::int64_t left,
                                                   std::int64_t right);
/// "slt" of an arith.cmpi in either form; empty: it is not written as known here.
[[nodiscard]] std::string_view predicate_of(const ir::Text& text, const ir::Operation& comparison);

/// Of memory. Those of memref.extract_strided_metadata are numbers but for the first.
[[nodiscard]] bool is_view(const ir::Operation& operation);
/// Gives a number that follows from where memory lies or from its type.
[[nodiscard]] bool tells_of_memory(const ir::Operation& operation);
/// From memory, which it leaves as it is.
[[nodiscard]] bool is_load(const ir::Operation& operation);

/// affine.apply, affine.min or affine.max.
[[nodiscard]] bool is_affine_value(const ir::Operation& operation);

/// How far the core has come with its side of an object FIFO.
struct FifoState {
    int first = 0;  ///< the object that it holds the longest, or takes next
    int held = 0;
    bool operator==(const FifoState&) const = default;
};

class CoreValues {
 public:
    /// Words of a core's memory that only its program uses: counters. By the bits that lie before
    /// them in the buffer.
    using Words = std::map<std::pair<schedule::BufferRef, std::int64_t>, Value>;

    /// What goes on from round to round of a loop. Other values are set in a round before it uses
    /// them.
    struct State {
        Words words;
        std::vector<FifoState> fifos;
        bool operator==(const State&) const = default;
    };

    explicit CoreValues(const Draft& draft)
        : draft_{&draft}, state_{{}, std::vector<FifoState>(draft.fifo_ends.size())} {}

    void set(std::string_view name, Value value);
    /// Data when nothing has been set.
    [[nodiscard]] Value get(std::string_view name) const;
    /// nullopt: not known. `at`: of what goes by it. Throws DependsOnRound.
    [[nodiscard]] std::optional<std::int64_t> number(std::string_view name,
                                                     base::Position at) const;

    /// For the fields of operations.
    [[nodiscard]] const ir::Constants& constants() const { return constants_; }

    [[nodiscard]] const Words& words() const { return state_.words; }
    void set_words(Words words) { state_.words = std::move(words); }
    /// Forgets what `other` has not as well.
    void keep_common(const Words& other);
    [[nodiscard]] Value load(schedule::BufferRef buffer, std::int64_t place) const;
    void store(schedule::BufferRef buffer, std::int64_t place, Value value);
    void forget(schedule::BufferRef buffer);
    /// By the number of the side in Draft::fifo_ends.
    [[nodiscard]] FifoState& fifo(std::size_t side) { return state_.fifos[side]; }
    [[nodiscard]] const State& state() const { return state_; }
    void set_state(State state) { state_ = std::move(state); }

    /// From now on all that is stored there changes from round to round.
    void make_varying(schedule::BufferRef buffer);

 private:
    const Draft* draft_;
    std::map<std::string_view, Value, std::less<>> values_;
    ir::Constants constants_;
    State state_;
};

// A core's program while it is read: as in a schedule, with the cycles of code that is written out
// in the core between the calls.

/// Loads, stores, vector operations and arithmetic on data.
struct Compute {
    std::int64_t cycles = 0;
};

struct CoreStep;
using CoreSteps = std::vector<CoreStep>;

struct StepLoop {
    std::optional<std::int64_t> count;  ///< nullopt: for ever
    CoreSteps body;
};

struct CoreStep {
    std::variant<schedule::Acquire, schedule::Release, schedule::Call, schedule::GetCascade,
                 schedule::PutCascade, schedule::TellEvent, Compute, StepLoop>
        what;
    base::Position at;
};

/// Adds `step`; what computes joins what computes before it.
void append(CoreSteps& steps, CoreStep step);

/// Adds what the branch takes, `branch` cycles, to the rounds of a loop that only compute, and to
/// those among them that do nothing. A loop of which no round does anything is none.
void add_branches(std::span<CoreSteps> rounds, std::int64_t branch, base::Position loop);

/// The way to where a loop is left, if nothing stands on it, is no round.
void leave_out_exit(std::vector<CoreSteps>& rounds);

/// A loop around `body`: code that only computes becomes one stretch of it, and what does nothing
/// is left out. Precondition: the branches have been added.
void append_loop(CoreSteps& steps, std::optional<std::int64_t> count, CoreSteps body,
                 base::Position at);

/// The rounds of a loop one after the other, with their branches, and with what repeats as a loop.
/// Where `endless`, the last rounds go on for ever: nullopt when they do not repeat.
[[nodiscard]] std::optional<CoreSteps> fold_rounds(std::vector<CoreSteps> rounds,
                                                   std::int64_t branch, bool endless,
                                                   base::Position at);

/// Cycles of steps that only compute, and may tell events; nullopt: others are among them.
[[nodiscard]] std::optional<std::int64_t> cycles_of_code(const CoreSteps& steps);

/// As the schedule has it; code becomes kernels of `kernels`.
[[nodiscard]] schedule::CoreBody body_of(const CoreSteps& steps, KernelTable& kernels);

// Each throws InputError, with the place, for what mlir-aie would refuse.

/// Precondition: `passed` has what is known of each value that is passed.
void check_call(const Draft& draft, const ir::Fields& call, const CallTypes& types,
                const std::vector<Value>& passed);
/// `type`: that by which `operation` gives an object of a FIFO, whose objects are of type `object`.
void check_object(const Draft& draft, const ir::Fields& operation, ir::Range type,
                  const Memref& object);
/// `access`: of an object of a FIFO whose objects are of the type `object`.
void check_view(const Draft& draft, const ir::Fields& access, const Memref& object);
/// What the memref.get_global `operation` names.
[[nodiscard]] const ir::Operation& global_of(const Draft& draft, const ir::Operation& operation);
/// That something defines each value that a core of `device` uses.
void check_values(const Draft& draft, const ir::Region& device);

}  // namespace xdnasim::design
