#pragma once
// A core's memory as its program sees it: views, copies, and loads and stores of words whose values
// are followed, because only the program uses them or because decisions depend on them.

#include <cstdint>
#include <string_view>

#include "workloads/design/cores/core_own_memory.hpp"
#include "workloads/design/cores/core_parameters.hpp"
#include "workloads/design/cores/core_state.hpp"
#include "workloads/design/cores/global_table.hpp"

namespace xdnasim::design {

class CoreMemory {
 public:
    explicit CoreMemory(CoreState& state)
        : state_{state}, tables_{state.draft}, own_{state, tables_}, parameters_{state, tables_} {}

    [[nodiscard]] OwnMemory& own() { return own_; }
    [[nodiscard]] CoreParameters& parameters() { return parameters_; }

    /// Reads operations that give a view of a buffer, or numbers of its type. Returns false if
    /// `operation` is something else. Throws InputError, with the place, for a view of something
    /// that is not memory, and DependsOnRound.
    bool view(const ir::Operation& operation);
    /// Reads a load or store of memory that is kept in memory, such as the objects of an object
    /// FIFO in memref<memref<16xi32>>. Returns false if `operation` is something else. It takes no
    /// time: compilers keep such pointers in registers.
    bool keeper(const ir::Operation& operation);
    /// Reads a load or store. Returns true for a load of a known word that only this program uses,
    /// or of a parameter: it takes no time. Returns false if the operation takes the core's time,
    /// as stores always do; a store of a followed word is noted. Throws InputError as
    /// require_reach() does.
    bool access(const ir::Operation& operation);
    /// Reads a memref.copy. Throws InputError as require_reach() does.
    void copy(const ir::Operation& operation, CoreSteps& steps);
    /// Throws InputError, with the place, if `memory` is in a tile that the core cannot reach.
    void require_reach(const Value& memory, base::Position at) const;

 private:
    [[nodiscard]] Value told_of_memory(const ir::Operation& operation) const;
    void move_by_offsets(const ir::Operation& operation, Value& view) const;
    [[nodiscard]] Value view_of(const ir::Operation& operation, Value memory, ir::Range type) const;
    bool access_word(const ir::Operation& operation, const Value& memory, bool decides);

    CoreState& state_;
    GlobalTables tables_;
    OwnMemory own_;
    CoreParameters parameters_;
};

}  // namespace xdnasim::design
