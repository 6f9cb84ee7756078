#pragma once
// Registers that a schedule keeps alive, and for how long.

#include <array>
#include <optional>
#include <vector>

#include "arch/core_model.hpp"
#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {

/// Cycles at whose end a value's registers are taken, first and last included.
struct Lifetime {
    int first = 0;
    int last = 0;
    [[nodiscard]] int cycles() const { return last - first + 1; }
};

/// The value that a node writes, and its readers.
struct Value {
    struct Reader {
        int node = 0;
        int offset = 0;  ///< cycles from the reader's issue in the value's iteration to the read,
                         ///< which may be some iterations later
    };
    RegisterUse use;
    /// Cycles from the issue to the first cycle in which the registers are taken; for a held value,
    /// from the code's begin.
    int birth = 0;
    std::vector<Reader> readers;
};

/// Values by node, and behind these the values that the graph holds and that are read. The
/// registers of a value that nobody reads are taken for one cycle. A value that accumulates takes
/// over the registers of the accumulator that its operation reads, so that a chain of them keeps
/// these without a gap. `ii` 0: straight-line code.
[[nodiscard]] std::vector<std::optional<Value>> values_of(const OperationGraph& graph,
                                                          const arch::SlotModel& model, int ii);

/// Returns whether a result stays in the registers of a value that its operation reads: because it
/// is the same value, written anew, or because the operation adds to it.
[[nodiscard]] bool takes_over(const RegisterUse& result, const RegisterUse& read, bool is_itself);

/// Cycles from a reader's issue to the last cycle at whose end it still needs a value of the file.
[[nodiscard]] int read_offset(const arch::Operation& reader, arch::RegisterFile file);

/// "accumulator", "vector".
[[nodiscard]] const char* name_of(arch::RegisterFile file);

/// Number of registers alive in each cycle of a loop's initiation interval.
class LiveCounts {
 public:
    LiveCounts(const arch::SlotModel& model, int ii);

    void add(const RegisterUse& use, Lifetime lifetime) { count(use, lifetime, use.count); }
    void remove(const RegisterUse& use, Lifetime lifetime) { count(use, lifetime, -use.count); }

    /// Registers that are missing, summed over cycles and files.
    [[nodiscard]] int excess() const { return excess_; }

 private:
    void count(const RegisterUse& use, Lifetime lifetime, int change);

    const arch::SlotModel& model_;
    int ii_;
    int excess_ = 0;
    std::array<std::vector<int>, arch::kRegisterFiles> alive_;
};

// Registers taken over the cycles of straight-line code while its schedule grows.

/// Registers taken of one file, by cycle. A value takes registers without end until its last reader
/// is placed.
class RegisterProfile {
 public:
    explicit RegisterProfile(int registers) : registers_{registers} {}

    void open(int count, int first);
    void close(int count, int last);

    /// The first cycle from which on `count` registers stay free; nullopt if they never are.
    [[nodiscard]] std::optional<int> free_from(int count) const;
    [[nodiscard]] int registers() const { return registers_; }
    /// The cycle from which on the number of taken registers does not change.
    [[nodiscard]] int end() const { return static_cast<int>(taken_.size()); }

 private:
    void extend_to(int cycle);

    int registers_;
    std::vector<int> taken_{0};  ///< by cycle; the last number holds for all later cycles
};

}  // namespace xdnasim::vliw
