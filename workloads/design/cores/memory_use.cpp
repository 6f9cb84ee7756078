#include "workloads/design/cores/memory_use.hpp"

#include <algorithm>

#include "workloads/design/functions.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {

MemoryUse::MemoryUse(const Draft& draft, arch::TileId core, const ProgramText& text)
    : draft_{draft}, core_{core}, text_{text} {
    note_moved();
    note_other_cores();
    note_escapes();
    note_parameters();
}

bool MemoryUse::is_private(schedule::BufferRef buffer) const {
    return buffer.tile == core_ && !draft_.takes_control_packets && !moved_.contains(buffer) &&
           !shared_.contains(buffer) && !escaped_.contains(buffer) && !parameters_.contains(buffer);
}

bool MemoryUse::is_parameter(schedule::BufferRef buffer) const {
    if (buffer.tile != core_ || moved_.contains(buffer) || stored_.contains(buffer) ||
        escaped_.contains(buffer))
        return false;
    return parameters_.contains(buffer) || keeps_its_content(buffer);
}

const MemoryUse::Words* MemoryUse::written_by_sequence(schedule::BufferRef buffer) const {
    const auto written = parameters_.find(buffer);
    return written == parameters_.end() ? nullptr : &written->second;
}

/// Any use of the buffer other than a load, by any core, may write it.
bool MemoryUse::keeps_its_content(schedule::BufferRef buffer) const {
    if (!draft_.at(buffer).content) return false;
    return std::ranges::none_of(draft_.buffers, [&](const auto& named) {
        return named.second == buffer && used().contains(named.first);
    });
}

const std::set<std::string_view>& MemoryUse::used() const {
    if (used_) return *used_;
    used_.emplace();
    ir::for_each_within(draft_.module.top, [&](const ir::Operation& operation) {
        if (is_load(operation)) return;
        // The body inside a call lists its own uses; a function's arguments are its own values.
        const bool has_region = !operation.regions.empty();
        if (is_function(operation) || (operation.is("func.call") && has_region)) return;
        const auto names = text_.operands(operation);
        used_->insert(names.begin(), names.end());
    });
    return *used_;
}

void MemoryUse::note_moved() {
    for (const FifoEnd& end : draft_.fifo_ends)
        moved_.insert(end.objects.begin(), end.objects.end());
    for (const auto& [tile, program] : draft_.programs)
        for (const schedule::Bd& bd : program.bds)
            if (const auto* moved = std::get_if<schedule::BufferRef>(&bd.buffer))
                moved_.insert(*moved);
    schedule::for_each_operation<schedule::WriteBd>(
        draft_.schedule.sequence, [&](const schedule::WriteBd& write) {
            if (const auto* moved = std::get_if<schedule::BufferRef>(&write.bd.buffer))
                moved_.insert(*moved);
        });
}

/// It is not known when programs of other cores write the buffers that they name.
void MemoryUse::note_other_cores() {
    ir::for_each_within(draft_.module.top, [&](const ir::Operation& device) {
        if (!device.is("aie.device") || device.regions.empty()) return;
        const auto& operations = device.regions.front().operations();
        const auto is_own = [&](const ir::Operation& each) { return &each == &text_.core(); };
        if (std::ranges::none_of(operations, is_own)) return;
        for (const ir::Operation& core : operations)
            if (core.is("aie.core") && !is_own(core)) note_other_core(core);
    });
}

/// Any use of a buffer other than a load may write it. Kernels are assumed not to write parameters.
void MemoryUse::note_other_core(const ir::Operation& core) {
    const auto add = [&](const std::vector<std::string_view>& names,
                         std::set<schedule::BufferRef>& buffers) {
        for (const std::string_view name : names)
            if (const auto buffer = draft_.buffers.find(name); buffer != draft_.buffers.end())
                buffers.insert(buffer->second);
    };
    add(ir::values_in(draft_.text, core.rest), shared_);
    for (const ir::Region& region : core.regions)
        ir::for_each_within(region, [&](const ir::Operation& operation) {
            if (!is_load(operation) && !operation.is("func.call"))
                add(text_.operands(operation), stored_);
        });
}

/// A value that comes out of a choice, a loop or a function may be any memory that is passed into
/// it, and one that is loaded may be any memory that is stored.
void MemoryUse::note_escapes() {
    const auto keeps = [](const ir::Operation& operation) {
        return is_load(operation) || is_store(operation) || operation.is("func.call") ||
               operation.name.starts_with("memref.") || operation.name.starts_with("aievec.");
    };
    for (const ir::Region& region : text_.core().regions)
        ir::for_each_within(region, [&](const ir::Operation& operation) {
            const bool stores_memory =
                is_store(operation) &&
                holds_memory(draft_.text, operation.rest, draft_.module.aliases);
            if (keeps(operation) && !stores_memory) return;
            std::vector<std::string_view> names = text_.operands(operation);
            if (stores_memory && names.size() > 1) names.resize(1);
            for (const std::string_view name : names) {
                const std::string_view memory = text_.viewed_by(name);
                if (const auto buffer = draft_.buffers.find(memory); buffer != draft_.buffers.end())
                    escaped_.insert(buffer->second);
                if (const ir::Operation* const storage = text_.storage_of(memory))
                    escaped_storage_.insert(storage);
            }
        });
}

/// Notes words that are always written with one value; nullopt for those with several.
void MemoryUse::note_parameters() {
    schedule::for_each_operation<schedule::WriteMemory>(
        draft_.schedule.sequence, [&](const schedule::WriteMemory& write) {
            Words& words = parameters_[write.buffer];
            const std::int64_t first = write.offset / arch::kWord;
            for (std::size_t i = 0; i < write.words.size(); ++i) {
                const std::optional value{static_cast<std::int32_t>(write.words[i])};
                const bool whole = write.mask == schedule::kAllBits;
                auto& known =
                    words.try_emplace(first + static_cast<std::int64_t>(i), value).first->second;
                if (known != value || !whole) known.reset();
            }
        });
    for (const ir::Region& region : text_.core().regions)
        ir::for_each_within(region, [&](const ir::Operation& operation) {
            // Kernels are assumed not to write parameters.
            if (operation.is("func.call")) return;
            for (const std::string_view name : text_.written_by(operation))
                if (const auto buffer = draft_.buffers.find(text_.viewed_by(name));
                    buffer != draft_.buffers.end())
                    stored_.insert(buffer->second);
        });
}

}  // namespace xdnasim::design
