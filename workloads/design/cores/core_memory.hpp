#pragma once
// What a core's program sees of its memory: other views of it, loads and stores of words that it
// alone uses or that decide, and copies.

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

    /// Other views of a buffer, and numbers of its type; false: `operation` is something else.
    /// Throws InputError, with the place, for a view of what is none, and DependsOnRound.
    bool view(const ir::Operation& operation);
    /// A load of a word that only this program uses and that is known, or of a parameter. A store
    /// of such a word is noted. false: it takes the core's time, as a store does always. Throws
    /// InputError as require_reach() does.
    bool access(const ir::Operation& operation);
    /// A memref.copy. Throws InputError as require_reach() does.
    void copy(const ir::Operation& operation, CoreSteps& steps);
    /// Throws InputError, with the place, where `memory` is that of a tile out of the core's reach.
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
