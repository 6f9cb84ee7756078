#include "sim/control_port.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "sim/memory_map.hpp"

namespace xdnasim::sim {

ControlPort::ControlPort(const sc_core::sc_module_name& name, Environment& environment,
                         const schedule::ControlPort& program, LockBank& locks)
    : sc_module{name}, environment_{environment}, program_{program}, locks_{locks}, answer_{*this} {
    SC_METHOD(act);
    sensitive << act_event_;
    dont_initialize();
}

void ControlPort::start() {
    expect_packet({});
}

void ControlPort::expect_packet(const Leads& leads) {
    if (requests_.stream == nullptr || next_ >= program_.packets.size()) return;
    requests_.stream->accept(requests_.number, program_.packets[next_].length, leads);
}

void ControlPort::go_on() {
    ++next_;
    expect_packet(come_.leads);
}

/// Acts when the last word has come: no source says how much longer the port takes.
void ControlPort::bd_moved(const Moment& end) {
    come_ = end;
    environment_.calendar.notify_at(act_event_, end.cycle);
}

void ControlPort::act() {
    if (std::exchange(answered_, false)) return go_on();
    std::visit([this](const auto& op) { act(op); }, program_.packets[next_].op);
}

void ControlPort::act(const schedule::WriteMemory& op) {
    if (environment_.memory != nullptr) environment_.memory->write(op);
    go_on();
}

void ControlPort::act(const schedule::SetLock& op) {
    locks_.set(op, come_.leads, program_.packets[next_].origin);
    go_on();
}

void ControlPort::act(const schedule::ReadMemory& op) {
    if (environment_.memory != nullptr) {
        const auto from = environment_.memory->bytes(op.from.buffer)
                              .subspan(static_cast<std::size_t>(op.from.offset.count()),
                                       static_cast<std::size_t>(op.from.length.count()));
        answer_.bytes.assign(from.begin(), from.end());
        answer_.sent = 0;
    }
    answering_ = &answer_.by_id.at(op.packet_id);
    answering_->stream->offer(answering_->number, op.from.length, come_.leads);
}

std::string ControlPort::describe() const {
    const std::string name = "the control port of " + environment_.device.name_of(program_.tile);
    return next_ < program_.packets.size()
               ? fmt::format("{} (packet {} of {})", name, next_ + 1, program_.packets.size())
               : name + " (all packets have arrived)";
}

std::optional<Waiting> ControlPort::waiting() const {
    if (answering_ == nullptr) return std::nullopt;
    return Waiting{describe(), answering_->stream->blocked_by(answer_), std::nullopt,
                   program_.packets[next_].origin};
}

void ControlPort::Answer::bd_moved(const Moment& end) {
    port.answering_ = nullptr;
    port.answered_ = true;
    port.bd_moved(end);
}

void ControlPort::Answer::read(std::span<std::byte> into) {
    std::ranges::copy(std::span{bytes}.subspan(sent, into.size()), into.begin());
    sent += into.size();
}

}  // namespace xdnasim::sim
