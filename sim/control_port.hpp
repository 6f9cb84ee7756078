#pragma once
// The control port of a tile: takes packets from its stream, writes to the tile's memory and locks
// as they say, and answers the packets that read.

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <systemc>

#include "sim/deadlock.hpp"
#include "sim/environment.hpp"
#include "sim/lock_bank.hpp"
#include "sim/stream.hpp"
#include "workloads/schedule/control_port.hpp"

namespace xdnasim::sim {

class ControlPort : public sc_core::sc_module, public StreamEnd {
 public:
    SC_HAS_PROCESS(ControlPort);

    ControlPort(const sc_core::sc_module_name& name, Environment& environment,
                const schedule::ControlPort& program, LockBank& locks);

    /// Connects the port, as that sink, to the stream that its packets come from.
    void connect(Stream& stream, int sink) { requests_ = {&stream, sink}; }
    /// The source of its answers, to be added to a stream before connect_answers().
    [[nodiscard]] StreamEnd& answers() { return answer_; }
    /// Sends answers with `packet_id` from that source of `stream`.
    void connect_answers(Stream& stream, int source, int packet_id) {
        answer_.by_id[packet_id] = {&stream, source};
    }

    void start();

    void bd_moved(const Moment& end) override;
    void read(std::span<std::byte> /*bytes*/) override {}
    /// Ignores the words, since the schedule says what the packets contain.
    void write(std::span<const std::byte> /*bytes*/) override {}
    [[nodiscard]] std::string describe() const override;
    /// What the port waits for, to explain a deadlock; nullopt if only packets can wake it.
    [[nodiscard]] std::optional<Waiting> waiting() const;

 private:
    struct End {
        Stream* stream = nullptr;
        int number = 0;
    };
    /// Sends the answer to a packet that reads. The next packet waits until the answer has left, so
    /// that a port whose answers nobody takes accepts no more packets.
    struct Answer : StreamEnd {
        explicit Answer(ControlPort& of) : port{of} {}
        void bd_moved(const Moment& end) override;
        void read(std::span<std::byte> bytes) override;
        void write(std::span<const std::byte> /*bytes*/) override {}
        [[nodiscard]] std::string describe() const override { return port.describe(); }

        ControlPort& port;
        std::map<int, End> by_id;
        std::vector<std::byte> bytes;  ///< bytes of the present answer; empty if no data moves
        std::size_t sent = 0;          ///< number of `bytes` that have left
    };

    void expect_packet(const Leads& leads);
    void go_on();
    void act();
    void act(const schedule::WriteMemory& op);
    void act(const schedule::SetLock& op);
    void act(const schedule::ReadMemory& op);

    Environment& environment_;
    const schedule::ControlPort& program_;
    LockBank& locks_;
    End requests_;
    Answer answer_;
    std::size_t next_ = 0;  ///< number of the next packet
    Moment come_;           ///< when the packet's last word came; then when that of its answer left
    const End* answering_ = nullptr;
    bool answered_ = false;
    Alarm act_event_;
};

}  // namespace xdnasim::sim
