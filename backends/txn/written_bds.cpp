#include "backends/txn/written_bds.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace xdnasim::txn {

std::string WrittenBds::name_of(const Register& at) const {
    return fmt::format("BD {} of shim {}", bd_at(at, device_).value_or(-1), to_string(at.tile));
}

schedule::WriteBd WrittenBds::operation_of(std::size_t word, const Register& first,
                                           const Known& known) const {
    schedule::WriteBd write;
    write.tile = first.tile;
    write.bd = bd_of(known.words, first.tile,
                     fmt::format("instruction stream, word {}: {}", word, name_of(first)));
    write.bd.id = bd_at(first, device_).value_or(0);
    write.bd.buffer = known.buffer;
    write.id.base = write.bd.id;
    // The patch sets the whole address. Older streams of mlir-aie have the offset both in the BD
    // and in the patch, so that in the BD is dropped.
    write.offset.base = known.plus;
    write.bd.offset = {};
    return write;
}

void WrittenBds::write(std::size_t word, const Register& at, const BdWords& words) {
    static_cast<void>(operation_of(word, at, {words, {}, 0}));
    unpatched_.insert_or_assign(at, Written{word, words});
    known_.erase(at);
}

schedule::WriteBd WrittenBds::patch(std::size_t word, const PatchAddress& op) {
    Register first = op.at;
    first.offset -= kBdAddress;
    const auto written = unpatched_.find(first);
    const auto patched = known_.find(first);
    if (written == unpatched_.end() && patched == known_.end())
        refuse(word,
               fmt::format("a DDR_PATCH of {}, which no earlier BLOCKWRITE wrote", name_of(first)));
    const bool is_moved = written == unpatched_.end();
    const Known known{written != unpatched_.end() ? written->second.words : patched->second.words,
                      schedule::HostBufferRef{static_cast<int>(op.argument)}, op.plus};
    unpatched_.erase(first);
    known_.insert_or_assign(first, known);
    schedule::WriteBd write = operation_of(word, first, known);
    write.keeps_iteration = is_moved;
    return write;
}

std::optional<schedule::WriteBd> WrittenBds::change(std::size_t word, const Write& op) {
    const auto found = std::ranges::find_if(known_, [&](const auto& entry) {
        return entry.first.tile == op.at.tile && op.at.offset >= entry.first.offset &&
               op.at.offset < entry.first.offset + kBdBytes;
    });
    if (found == known_.end()) return std::nullopt;
    const std::size_t number = (op.at.offset - found->first.offset) / arch::kWord.count();
    if (holds_address(number)) return std::nullopt;
    found->second.words[number] = op.value;
    schedule::WriteBd write = operation_of(word, found->first, found->second);
    write.changes_one_register = true;
    write.keeps_iteration = !holds_iteration(number);
    return write;
}

std::optional<std::pair<Register, std::size_t>> WrittenBds::unpatched() const {
    if (unpatched_.empty()) return std::nullopt;
    const auto& [at, written] = *unpatched_.begin();
    return std::pair{at, written.word};
}

}  // namespace xdnasim::txn
