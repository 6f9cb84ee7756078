#pragma once
// The values of a core's program, as far as they are known before the run.

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/place.hpp"
#include "workloads/design/draft.hpp"
#include "workloads/design/memref.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::design {

struct Value {
    enum class Kind : std::uint8_t {
        Data,     ///< depends on the contents of memory
        Varying,  ///< changes from round to round of a loop of which one round stands for many
        Number,
        Memory,
    };
    Kind kind = Kind::Data;
    std::int64_t number = 0;
    schedule::BufferSlice slice{};  ///< for Memory: its part of a buffer
    arch::Bytes base{};  ///< for Memory: offset from which memref.reinterpret_cast counts
    Memref type{};       ///< for Memory: its type
    bool in_row = true;  ///< for Memory: whether its elements fill the slice in order
    int loop = 0;        ///< for Varying: see DependsOnRound::loop

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

/// Thrown when a decision depends on the round of a loop, which has to be read round by round.
struct DependsOnRound {
    base::Position at;  ///< place of the decision
    int loop = 0;       ///< number of the outermost loop on whose round it depends; 0: not known
};

/// State of the core's side of an object FIFO.
struct FifoState {
    int first = 0;  ///< index of the object held for the longest time, or else taken next
    int held = 0;
    bool operator==(const FifoState&) const = default;
};

class CoreValues {
 public:
    /// Values of memory words that only the core's program uses, such as counters and memory that
    /// is kept in memory, by buffer and bit offset in the buffer.
    using Words = std::map<std::pair<schedule::BufferRef, std::int64_t>, Value>;

    /// State that persists from round to round of a loop. A round sets all other values before it
    /// uses them.
    struct State {
        Words words;
        std::vector<FifoState> fifos;
        bool operator==(const State&) const = default;
    };

    explicit CoreValues(const Draft& draft)
        : draft_{&draft}, state_{{}, std::vector<FifoState>(draft.fifo_ends.size())} {}
    // Keys of values_ point into numbered_.
    CoreValues(const CoreValues&) = delete;
    CoreValues& operator=(const CoreValues&) = delete;

    void set(std::string_view name, Value value);
    /// The value of `name`; data if none has been set.
    [[nodiscard]] Value get(std::string_view name) const;
    [[nodiscard]] std::vector<Value> get_all(const std::vector<std::string_view>& names) const;
    /// Sets all results of `operation` to `value`.
    void set_results(const ir::Operation& operation, const Value& value);
    /// Sets each result of `operation` to its own one of `values`; "%r:2" has two results.
    void set_each_result(const ir::Operation& operation, const std::vector<Value>& values);
    /// The number that `name` stands for; nullopt if it is not known before the run. `at`: the
    /// operation that depends on it. Throws DependsOnRound if the number changes from round to
    /// round.
    [[nodiscard]] std::optional<std::int64_t> number(std::string_view name,
                                                     base::Position at) const;

    /// Known numbers, for the fields of operations.
    [[nodiscard]] const ir::Constants& constants() const { return constants_; }

    [[nodiscard]] const Words& words() const { return state_.words; }
    void set_words(Words words) { state_.words = std::move(words); }
    /// The words whose value is memory.
    [[nodiscard]] Words kept_memory() const;
    /// Forgets the words that are not the same in `other`.
    void keep_common(const Words& other);
    [[nodiscard]] Value load(schedule::BufferRef buffer, std::int64_t place) const;
    void store(schedule::BufferRef buffer, std::int64_t place, Value value);
    void forget(schedule::BufferRef buffer);
    /// State of a side, by its index in Draft::fifo_ends.
    [[nodiscard]] FifoState& fifo(std::size_t side) { return state_.fifos[side]; }
    [[nodiscard]] const State& state() const { return state_; }
    void set_state(State state) { state_ = std::move(state); }

    /// Marks all numbers in `buffer` as changing from round to round. Memory that is kept there
    /// stays known: rounds repeat where the same memory is kept again.
    void make_varying(schedule::BufferRef buffer);

 private:
    const Draft* draft_;
    std::map<std::string_view, Value, std::less<>> values_;
    ir::Constants constants_;
    /// "r#0", "r#1": names of the values of "%r:2", by "r".
    std::map<std::string_view, std::deque<std::string>> numbered_;
    State state_;
};

}  // namespace xdnasim::design
