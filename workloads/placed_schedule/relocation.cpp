#include "workloads/placed_schedule/relocation.hpp"

#include <algorithm>
#include <optional>
#include <variant>

namespace xdnasim::placed_schedule {

using arch::TileId;

Relocation::Relocation(const placement::Placement& from, const placement::Placement& to) {
    for (std::size_t core = 0; core < from.tiles().size(); ++core)
        add(from.tiles()[core], to.tiles()[core]);
}

void Relocation::add(TileId from, TileId to) {
    tiles_[from] = to;
    names_[arch::to_string(from)] = arch::to_string(to);
}

TileId Relocation::of(TileId tile) const {
    const auto at = tiles_.find(tile);
    return at == tiles_.end() ? tile : at->second;
}

std::string Relocation::in(const std::string& text) const {
    std::string moved;
    std::size_t done = 0;
    for (std::size_t open = text.find('('); open != std::string::npos;
         open = text.find('(', open + 1)) {
        const std::size_t end = text.find(')', open) + 1;
        if (end == 0) break;
        const auto at = names_.find(text.substr(open, end - open));
        if (at == names_.end()) continue;
        moved += text.substr(done, open - done) + at->second;
        done = end;
    }
    return moved + text.substr(done);
}

Relocation Relocation::back() const {
    Relocation back;
    for (const auto& [from, to] : tiles_)
        back.add(to, from);
    return back;
}

int Relocation::moved() const {
    return static_cast<int>(
        std::ranges::count_if(tiles_, [](const auto& each) { return each.first != each.second; }));
}

namespace {

/// Moves a schedule, with an overload for each of its parts that name tiles.
class Mover {
 public:
    explicit Mover(const Relocation& relocation) : relocation_{relocation} {}

    void move(schedule::Schedule& schedule) const {
        move_all(schedule.tiles);
        std::ranges::sort(schedule.tiles, {}, &schedule::TileProgram::tile);
        move_all(schedule.flows);
        schedule.routes.clear();
        move_all(schedule.cascades);
        move_all(schedule.pl.ports);
        move_all(schedule.control_ports);
        move_all(schedule.sequence);
    }

 private:
    template <class Parts>
    void move_all(Parts& parts) const {
        for (auto& part : parts)
            move(part);
    }
    template <class Part>
    void move(std::optional<Part>& part) const {
        if (part) move(*part);
    }
    template <class... Parts>
    void move(std::variant<Parts...>& part) const {
        std::visit([this](auto& held) { this->move(held); }, part);
    }

    void move(std::string& name) const { name = relocation_.in(name); }
    void move(TileId& tile) const { tile = relocation_.of(tile); }
    void move(arch::Port& port) const { move(port.tile); }
    void move(schedule::BufferRef& buffer) const { move(buffer.tile); }
    void move(schedule::HostBufferRef& /*buffer*/) const {}
    void move(schedule::BufferSlice& slice) const { move(slice.buffer); }

    void move(schedule::TileProgram& program) const {
        move(program.tile);
        for (schedule::Buffer& buffer : program.buffers)
            move(buffer.name);
        for (schedule::Lock& lock : program.locks)
            move(lock.name);
        move_all(program.bds);
        move_all(program.core);
    }
    void move(schedule::Bd& bd) const {
        move(bd.buffer);
        move(bd.acquire);
        move(bd.release);
    }

    void move(schedule::CoreOp& operation) const { move(operation.op); }
    void move(schedule::Acquire& acquire) const { move(acquire.lock.tile); }
    void move(schedule::Release& release) const { move(release.lock.tile); }
    void move(schedule::Call& call) const { move_all(call.arguments); }
    void move(schedule::GetCascade& get) const { move(get.into); }
    void move(schedule::PutCascade& put) const { move(put.from); }
    void move(schedule::TellEvent& /*told*/) const {}
    void move(schedule::Loop& loop) const { move_all(loop.body); }

    void move(schedule::Flow& flow) const {
        move(flow.name);
        move(flow.source);
        move_all(flow.sinks);
    }
    void move(schedule::CascadeLink& link) const {
        move(link.from);
        move(link.to);
    }
    void move(schedule::PlPort& port) const {
        move(port.name);
        move(port.port);
    }
    void move(schedule::ControlPort& port) const {
        move(port.tile);
        for (schedule::ControlPacket& packet : port.packets)
            move(packet.op);
    }
    void move(schedule::ReadMemory& read) const { move(read.from); }

    void move(schedule::SequenceOp& operation) const { move(operation.op); }
    void move(schedule::WriteBd& write) const {
        move(write.tile);
        move(write.bd);
    }
    void move(schedule::WriteMemory& write) const { move(write.buffer); }
    void move(schedule::SetLock& set) const { move(set.lock.tile); }
    void move(schedule::PushTask& push) const { move(push.tile); }
    void move(schedule::AwaitToken& await) const { move(await.tile); }
    void move(schedule::SignalTrace& signal) const { move(signal.shim); }
    void move(schedule::SequenceLoop& loop) const { move_all(loop.body); }

    const Relocation& relocation_;
};

}  // namespace

schedule::Schedule relocated(schedule::Schedule schedule, const Relocation& relocation) {
    Mover{relocation}.move(schedule);
    return schedule;
}

}  // namespace xdnasim::placed_schedule
