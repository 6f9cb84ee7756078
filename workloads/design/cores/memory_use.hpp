#pragma once
// Who else than a core's program uses the memory that it names, as far as the design's text says.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "arch/device.hpp"
#include "workloads/design/cores/program_text.hpp"
#include "workloads/design/draft.hpp"

namespace xdnasim::design {

class MemoryUse {
 public:
    /// By the number of a word in its buffer; nullopt: it is written with several values.
    using Words = std::map<std::int64_t, std::optional<std::int32_t>>;

    /// `core`: whose program it is. Precondition: object FIFOs, DMAs and the runtime sequence have
    /// been read. Throws InputError, with the place, as ProgramText::storage_of() does.
    MemoryUse(const Draft& draft, arch::TileId core, const ProgramText& text);

    /// Nothing but the core's program touches the buffer, and kernels that it calls.
    [[nodiscard]] bool is_private(schedule::BufferRef buffer) const;
    /// Nothing but the runtime sequence writes the buffer, or it has initial values and nothing
    /// writes it.
    [[nodiscard]] bool is_parameter(schedule::BufferRef buffer) const;
    /// What the runtime sequence writes into `buffer`; null: nothing.
    [[nodiscard]] const Words* written_by_sequence(schedule::BufferRef buffer) const;
    /// It is not known which values may be memory of `storage`, as storage_of() gives it.
    [[nodiscard]] bool is_escaped(const ir::Operation& storage) const {
        return escaped_storage_.contains(&storage);
    }

 private:
    void note_moved();
    void note_other_cores();
    void note_other_core(const ir::Operation& core);
    void note_escapes();
    void note_parameters();
    [[nodiscard]] bool keeps_its_content(schedule::BufferRef buffer) const;
    [[nodiscard]] const std::set<std::string_view>& used() const;

    const Draft& draft_;
    arch::TileId core_;
    const ProgramText& text_;
    std::set<schedule::BufferRef> moved_;  ///< by DMAs and object FIFOs
    std::map<schedule::BufferRef, Words> parameters_;
    std::set<schedule::BufferRef> stored_;   ///< to, by the code of cores
    std::set<schedule::BufferRef> shared_;   ///< with programs of other cores
    std::set<schedule::BufferRef> escaped_;  ///< to values of which it is not known which
    std::set<const ir::Operation*> escaped_storage_;
    /// Values that something but a load uses, once somebody has asked for them.
    mutable std::optional<std::set<std::string_view>> used_;
};

}  // namespace xdnasim::design
