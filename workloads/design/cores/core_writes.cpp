// The part of the reader of a core's program that forgets what was known of memory when operations
// may have written it.

#include <optional>

#include "workloads/design/cores/core_reader.hpp"

namespace xdnasim::design {

std::optional<schedule::BufferRef> CoreReader::buffer_behind(std::string_view name) {
    const std::string_view viewed = text_.viewed_by(name);
    if (const Value memory = values_.get(viewed); memory.kind == Value::Kind::Memory)
        return memory.slice.buffer;
    const ir::Operation* const storage = follows_own_ ? text_.storage_of(viewed) : nullptr;
    return storage == nullptr ? std::nullopt : std::optional{own_buffer(*storage)};
}

void CoreReader::forget_written(const ir::Operation& operation) {
    for (const std::string_view name : text_.written_by(operation))
        if (const auto buffer = buffer_behind(name)) values_.forget(*buffer);
}

void CoreReader::vary_written(const ir::Operation& operation) {
    // Views may be made in a round.
    for (const std::string_view name : text_.written_by(operation))
        if (const auto buffer = buffer_behind(name)) values_.make_varying(*buffer);
    for (const ir::Region& region : operation.regions)
        vary_written(region);
}

void CoreReader::vary_written(const ir::Region& region) {
    for (const ir::Block& block : region.blocks)
        for (const ir::Operation& operation : block.operations)
            vary_written(operation);
}

}  // namespace xdnasim::design
