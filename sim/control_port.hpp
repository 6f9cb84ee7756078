#pragma once
// The control port of a tile: takes packets from its stream, writes what they say into the tile's
// memory and locks, and answers those that read.

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include <systemc>

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
    [[nodiscard]] StreamEnd& answers() { return answers_; }
    void connect_answers(Stream& stream, int source, int packet_id) {
        answers_.by_id[packet_id] = {&stream, source};
    }

    void start();

    void bd_moved(const Moment& end) override;
    void read(std::span<std::byte> /*bytes*/) override {}
    /// What the words say is known already.
    void write(std::span<const std::byte> /*bytes*/) override {}
    [[nodiscard]] std::string describe() const override;

 private:
    struct End {
        Stream* stream = nullptr;
        int number = 0;
    };
    /// Sends one answer after the other.
    struct Answers : StreamEnd {
        explicit Answers(const ControlPort& of) : port{of} {}
        void send(int packet_id, arch::Bytes length, std::vector<std::byte> bytes,
                  const Leads& leads);
        void offer(const Leads& leads);
        void bd_moved(const Moment& end) override;
        void read(std::span<std::byte> bytes) override;
        void write(std::span<const std::byte> /*bytes*/) override {}
        [[nodiscard]] std::string describe() const override { return port.describe(); }

        struct Answer {
            int packet_id;
            arch::Bytes length;
            std::vector<std::byte> bytes;  ///< those not sent yet; none where no data moves
        };
        const ControlPort& port;
        std::map<int, End> by_id;
        std::deque<Answer> waiting;  ///< the first one is being sent
    };

    void expect_next(const Leads& leads);
    void act();
    void act(const schedule::WriteMemory& op);
    void act(const schedule::SetLock& op);
    void act(const schedule::ReadMemory& op);

    Environment& environment_;
    const schedule::ControlPort& program_;
    LockBank& locks_;
    End requests_;
    Answers answers_;
    std::size_t next_ = 0;  ///< packet
    Moment come_;           ///< its last word
    Alarm act_event_;
};

}  // namespace xdnasim::sim
