#pragma once
// The control port of a tile: takes packets from its stream, writes what they say into the tile's
// memory and locks, and answers those that read.

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

    /// Its packets come from there.
    void connect(Stream& stream, int sink) { requests_ = {&stream, sink}; }
    /// What begins its answers with this packet id.
    [[nodiscard]] StreamEnd& answers() { return answer_; }
    void connect_answers(Stream& stream, int source, int packet_id) {
        answer_.by_id[packet_id] = {&stream, source};
    }

    void start();

    void bd_moved(const Moment& end) override;
    void read(std::span<std::byte> /*bytes*/) override {}
    /// What the words say is known already.
    void write(std::span<const std::byte> /*bytes*/) override {}
    [[nodiscard]] std::string describe() const override;
    /// For the explanation of a deadlock; nullopt: it waits for packets alone.
    [[nodiscard]] std::optional<Waiting> waiting() const;

 private:
    struct End {
        Stream* stream = nullptr;
        int number = 0;
    };
    /// Sends the answer to a packet that reads. The next packet waits until it has left: a port
    /// whose answers nobody takes takes nothing more.
    struct Answer : StreamEnd {
        explicit Answer(ControlPort& of) : port{of} {}
        void bd_moved(const Moment& end) override;
        void read(std::span<std::byte> bytes) override;
        void write(std::span<const std::byte> /*bytes*/) override {}
        [[nodiscard]] std::string describe() const override { return port.describe(); }

        ControlPort& port;
        std::map<int, End> by_id;
        std::vector<std::byte> bytes;  ///< none where no data moves
        std::size_t sent = 0;          ///< of them
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
    std::size_t next_ = 0;  ///< packet
    Moment come_;           ///< its last word; then that of its answer
    const End* answering_ = nullptr;
    bool answered_ = false;
    Alarm act_event_;
};

}  // namespace xdnasim::sim
