#include "sim/core_code.hpp"

#include <map>
#include <utility>

#include "workloads/schedule/operations.hpp"

namespace xdnasim::sim {

using schedule::LockRef;

namespace {

struct Flattener {
    std::vector<CodeLine>& code;
    const std::set<LockRef>& shared;

    void append(const schedule::CoreBody& body) const {
        for (const schedule::CoreOp& op : body) {
            std::visit(*this, op.op);
            code.back().origin = op.origin;
        }
    }
    void operator()(const schedule::Loop& loop) const {
        const std::size_t begin = code.size();
        add(BeginLoop{loop.count, 0});
        append(loop.body);
        std::get<BeginLoop>(code[begin].instruction).end = code.size();
        add(EndLoop{begin});
    }
    void operator()(const schedule::Acquire& acquire) const {
        add(CoreAcquire{acquire, !shared.contains(acquire.lock)});
    }
    void operator()(const schedule::Release& release) const { add(release); }
    void operator()(const schedule::Call& call) const { add(call); }
    void operator()(const schedule::GetCascade& get) const {
        add(CascadeStep{arch::CascadeUse::Get, get.into});
    }
    void operator()(const schedule::PutCascade& put) const {
        add(CascadeStep{arch::CascadeUse::Put, put.from});
    }
    void operator()(const schedule::TellEvent& told) const { add(told); }

 private:
    void add(CoreInstruction instruction) const { code.push_back({std::move(instruction)}); }
};

/// What the cores, BDs, runtime sequence and control packets of a schedule do to its locks.
struct SharedLockUses {
    std::map<LockRef, std::set<const void*>> acquirers;  ///< programs, by address
    std::set<LockRef> taken_from;  ///< locks whose value something else may lower

    void add(const void* program, const schedule::Acquire& acquire) {
        acquirers[acquire.lock].insert(program);
    }
    void add(const schedule::Release& release) {
        if (release.value < 0) taken_from.insert(release.lock);
    }
    void add(const void* program, const schedule::CoreBody& body) {
        schedule::for_each_operation<schedule::Acquire>(
            body, [&](const schedule::Acquire& acquire) { add(program, acquire); });
        schedule::for_each_operation<schedule::Release>(
            body, [&](const schedule::Release& release) { add(release); });
    }
    void add(const schedule::Bd& bd) {
        if (bd.acquire) add(&bd, *bd.acquire);
        if (bd.release) add(*bd.release);
    }
    /// A value that is set may be lower than the one before.
    void add(const schedule::SetLock& set) { taken_from.insert(set.lock); }
    void add(const std::vector<schedule::SequenceOp>& sequence) {
        schedule::for_each_operation<schedule::SetLock>(
            sequence, [&](const schedule::SetLock& set) { add(set); });
        schedule::for_each_operation<schedule::WriteBd>(
            sequence, [&](const schedule::WriteBd& write) { add(write.bd); });
    }
};

}  // namespace

std::vector<CodeLine> flatten(const schedule::CoreBody& body, const std::set<LockRef>& shared) {
    std::vector<CodeLine> code;
    Flattener{code, shared}.append(body);
    return code;
}

std::set<LockRef> shared_locks(const schedule::Schedule& schedule) {
    SharedLockUses uses;
    for (const schedule::TileProgram& program : schedule.tiles) {
        uses.add(&program, program.core);
        for (const schedule::Bd& bd : program.bds)
            uses.add(bd);
    }
    uses.add(schedule.sequence);
    for (const schedule::ControlPort& port : schedule.control_ports)
        for (const schedule::ControlPacket& packet : port.packets)
            if (const auto* set = std::get_if<schedule::SetLock>(&packet.op)) uses.add(*set);
    std::set<LockRef> shared = std::move(uses.taken_from);
    for (const auto& [lock, programs] : uses.acquirers)
        if (programs.size() > 1) shared.insert(lock);
    return shared;
}

}  // namespace xdnasim::sim
