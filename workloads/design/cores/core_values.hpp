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
    // It is asked by names of its own.
    CoreValues(const CoreValues&) = delete;
    CoreValues& operator=(const CoreValues&) = delete;

    void set(std::string_view name, Value value);
    /// Data when nothing has been set.
    [[nodiscard]] Value get(std::string_view name) const;
    [[nodiscard]] std::vector<Value> get_all(const std::vector<std::string_view>& names) const;
    /// All results of `operation`.
    void set_results(const ir::Operation& operation, const Value& value);
    /// "%r:2" has two of `values`.
    void set_each_result(const ir::Operation& operation, const std::vector<Value>& values);
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
    /// "r#0", "r#1": what the values of "%r:2" are called.
    std::map<std::string_view, std::deque<std::string>> numbered_;
    State state_;
};

}  // namespace xdnasim::design
