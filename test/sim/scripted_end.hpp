#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include <systemc>

#include "sim/environment.hpp"
#include "sim/stream.hpp"

namespace xdnasim::sim::test {

/// One end of a stream that starts BDs at given cycles and records when their data have moved.
class ScriptedEnd : public sc_core::sc_module, public StreamEnd {
 public:
    SC_HAS_PROCESS(ScriptedEnd);
    struct Start {
        arch::Cycles cycle;
        arch::Bytes length;
    };
    ScriptedEnd(const char* name, Environment& environment, std::vector<Start> script)
        : sc_module{sc_core::sc_module_name{name}},
          environment_{environment},
          script_{script.begin(), script.end()} {
        SC_METHOD(step);
        sensitive << wake_;
    }
    void connect(Stream& stream, bool is_source, int number) {
        stream_ = &stream;
        is_source_ = is_source;
        number_ = number;
    }
    void bd_moved(const Moment& end) override { moved.push_back(end.cycle); }
    void read(std::span<std::byte> /*bytes*/) override {}
    void write(std::span<const std::byte> /*bytes*/) override {}
    [[nodiscard]] std::string describe() const override { return name(); }

    std::vector<arch::Cycles> moved;

 private:
    void step() {
        while (!script_.empty() && script_.front().cycle == environment_.clock.now()) {
            const Start start = script_.front();
            script_.pop_front();
            if (is_source_)
                stream_->offer(number_, start.length);
            else
                stream_->accept(number_, start.length);
        }
        if (!script_.empty()) environment_.clock.notify_at(wake_, script_.front().cycle);
    }

    Environment& environment_;
    std::deque<Start> script_;
    Stream* stream_ = nullptr;
    bool is_source_ = false;
    int number_ = 0;
    sc_core::sc_event wake_;
};

[[nodiscard]] inline ScriptedEnd::Start at(std::int64_t cycle, std::int64_t bytes) {
    return {arch::Cycles{cycle}, arch::Bytes{bytes}};
}

}  // namespace xdnasim::sim::test
