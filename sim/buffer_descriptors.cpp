#include "sim/buffer_descriptors.hpp"

namespace xdnasim::sim {

arch::Bytes next_offset(const schedule::Bd& bd, arch::Bytes base, int& iteration) {
    if (!bd.iteration) return base;
    const arch::Bytes offset = base + bd.iteration->stride * std::int64_t{iteration};
    iteration = (iteration + 1) % bd.iteration->size;
    return offset;
}

int iteration_after(const schedule::WriteBd& write, int before) {
    return write.keeps_iteration && write.bd.iteration ? before % write.bd.iteration->size : 0;
}

void BdTable::write(const schedule::Bd& bd, const void* form, int iteration) {
    entry(bd.id) = {bd, iteration, form, 0};
}

void BdTable::clear_uses() {
    for (Entry& entry : entries_)
        entry.uses = 0;
}

namespace {

/// Whether both move data in the same way, apart from the BDs that follow them.
bool moves_like(const schedule::Bd& a, const schedule::Bd& b) {
    const auto same = [](const auto& of_a, const auto& of_b, auto... members) {
        if (!of_a || !of_b) return of_a.has_value() == of_b.has_value();
        return (... && ((*of_a).*members == (*of_b).*members));
    };
    using schedule::Acquire;
    using schedule::PacketHeader;
    using schedule::Release;
    return a.length == b.length && !a.iteration && !b.iteration &&
           same(a.acquire, b.acquire, &Acquire::lock, &Acquire::value, &Acquire::condition) &&
           same(a.release, b.release, &Release::lock, &Release::value) &&
           same(a.packet, b.packet, &PacketHeader::id, &PacketHeader::sink_bd,
                &PacketHeader::in_data) &&
           a.next.has_value() == b.next.has_value();
}

}  // namespace

/// Begins with all BDs that move alike as one group, then separates those whose next BDs are not in
/// the same group, until there are none (Moore's algorithm for minimising automata).
void BdTable::find_alike() {
    const auto size = static_cast<int>(entries_.size());
    std::vector<int> found(entries_.size());
    const auto first_like = [&](int id, auto is_like) {
        int first = 0;
        while (first < id && !(written(first) && written(id) && is_like(bd(first), bd(id), first)))
            ++first;
        return first;
    };
    for (int id = 0; id < size; ++id)
        found[static_cast<std::size_t>(id)] =
            first_like(id, [](const auto& a, const auto& b, int) { return moves_like(a, b); });
    while (found != alike_) {
        alike_ = found;
        for (int id = 0; id < size; ++id)
            found[static_cast<std::size_t>(id)] = first_like(id, [&](const auto& a, const auto& b,
                                                                     int first) {
                return alike(first) == alike(id) && (!a.next || alike(*a.next) == alike(*b.next));
            });
    }
}

arch::Bytes BdTable::take_offset(int id) {
    Entry& taken = entry(id);
    return next_offset(*taken.bd, taken.bd->offset, taken.iteration);
}

}  // namespace xdnasim::sim
