#pragma once
// Other users of the buffers that a core's program names, according to the design's text.

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
    /// Words by their index in the buffer; nullopt: several values are written.
    using Words = std::map<std::int64_t, std::optional<std::int32_t>>;

    /// `core`: the core of the program `text`. Precondition: object FIFOs, DMAs and the runtime
    /// sequence have been read. Throws InputError, with the place, as ProgramText::storage_of()
    /// does.
    MemoryUse(const Draft& draft, arch::TileId core, const ProgramText& text);

    /// Returns whether only the core's program, and kernels that it calls, access the buffer.
    [[nodiscard]] bool is_private(schedule::BufferRef buffer) const;
    /// Returns whether only the runtime sequence writes the buffer, or nothing writes it and it has
    /// initial values.
    [[nodiscard]] bool is_parameter(schedule::BufferRef buffer) const;
    /// What the runtime sequence writes into `buffer`; nullptr if it writes nothing.
    [[nodiscard]] const Words* written_by_sequence(schedule::BufferRef buffer) const;
    /// Returns whether a value of unknown origin may be memory of `storage`, as given by
    /// storage_of().
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
    std::set<schedule::BufferRef> moved_;  ///< buffers of DMAs and object FIFOs
    std::map<schedule::BufferRef, Words> parameters_;
    std::set<schedule::BufferRef> stored_;   ///< buffers that the code of cores stores to
    std::set<schedule::BufferRef> shared_;   ///< buffers that programs of other cores use
    std::set<schedule::BufferRef> escaped_;  ///< buffers that a value of unknown origin may be
    std::set<const ir::Operation*> escaped_storage_;
    /// Values that operations other than loads use; found when first needed.
    mutable std::optional<std::set<std::string_view>> used_;
};

}  // namespace xdnasim::design
