#include "sim/control_port.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "sim/memory_map.hpp"

namespace xdnasim::sim {

ControlPort::ControlPort(const sc_core::sc_module_name& name, Environment& environment,
                         const schedule::ControlPort& program, LockBank& locks)
    : sc_module{name},
      environment_{environment},
      program_{program},
      locks_{locks},
      answers_{*this} {
    SC_METHOD(act);
    sensitive << act_event_;
    dont_initialize();
}

void ControlPort::start() {
    expect_next({});
}

void ControlPort::expect_next(const Leads& leads) {
    if (requests_.stream == nullptr || next_ >= program_.packets.size()) return;
    requests_.stream->accept(requests_.number, program_.packets[next_].length, leads);
}

/// Acts when the last word has come: no source says what the port takes beyond that.
void ControlPort::bd_moved(const Moment& end) {
    come_ = end;
    environment_.calendar.notify_at(act_event_, end.cycle);
}

void ControlPort::act() {
    std::visit([this](const auto& op) { act(op); }, program_.packets[next_].op);
    ++next_;
    expect_next(come_.leads);
}

void ControlPort::act(const schedule::WriteMemory& op) {
    if (environment_.memory != nullptr) environment_.memory->write(op);
}

void ControlPort::act(const schedule::SetLock& op) {
    locks_.set(op, come_.leads, program_.packets[next_].origin);
}

void ControlPort::act(const schedule::ReadMemory& op) {
    std::vector<std::byte> bytes;
    if (environment_.memory != nullptr) {
        const auto from = environment_.memory->bytes(op.from.buffer)
                              .subspan(static_cast<std::size_t>(op.from.offset.count()),
                                       static_cast<std::size_t>(op.from.length.count()));
        bytes.assign(from.begin(), from.end());
    }
    answers_.send(op.packet_id, op.from.length, std::move(bytes), come_.leads);
}

std::string ControlPort::describe() const {
    return fmt::format("the control port of {} {}",
                       to_string(environment_.device.kind(program_.tile)),
                       to_string(program_.tile));
}

void ControlPort::Answers::send(int packet_id, arch::Bytes length, std::vector<std::byte> bytes,
                                const Leads& leads) {
    waiting.push_back({packet_id, length, std::move(bytes)});
    if (waiting.size() == 1) offer(leads);
}

void ControlPort::Answers::offer(const Leads& leads) {
    const Answer& first = waiting.front();
    const End& end = by_id.at(first.packet_id);
    end.stream->offer(end.number, first.length, leads);
}

void ControlPort::Answers::bd_moved(const Moment& end) {
    waiting.pop_front();
    if (!waiting.empty()) offer(end.leads);
}

void ControlPort::Answers::read(std::span<std::byte> bytes) {
    std::vector<std::byte>& from = waiting.front().bytes;
    const auto count = static_cast<std::ptrdiff_t>(bytes.size());
    std::copy_n(from.begin(), count, bytes.begin());
    from.erase(from.begin(), from.begin() + count);
}

}  // namespace xdnasim::sim
