#include "workloads/design/sequence/control_packets.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "backends/txn/tile_registers.hpp"
#include "workloads/design/routes/switches.hpp"
#include "workloads/design/sequence/memory_bds.hpp"
#include "workloads/schedule/bd_walk.hpp"

namespace xdnasim::design {

ControlHeader ControlHeader::read(std::uint32_t word) {
    return {.address = word & 0xFFFFF,
            .words = static_cast<int>(word >> 20 & 0x3) + 1,
            .operation = static_cast<ControlOperation>(word >> 22 & 0x3),
            .answer_id = static_cast<int>(word >> 24 & 0x1F),
            .odd = std::popcount(word) % 2 == 1};
}

bool sends_control_packets(const Draft& draft, const ir::Region& device) {
    const auto& operations = device.operations();
    return std::ranges::any_of(operations, [&](const ir::Operation& flow) {
        if (!flow.is("aie.packet_flow") || flow.regions.empty()) return false;
        const std::optional<int> id = packet_id_of(draft, flow);
        if (!id) return false;
        bool sent = false;
        bool to_control = false;
        for (const ir::Operation& end : flow.regions.front().operations()) {
            const bool source = end.is("aie.packet_source");
            if (!source && !end.is("aie.packet_dest")) continue;
            const ir::Fields fields = draft.fields(end);
            const auto bundle = bundle_of(fields.token("bundle").text);
            if (!source) to_control = to_control || bundle == arch::Bundle::TileControl;
            if (source && bundle == arch::Bundle::Dma)
                sent = sent || packet_ids(draft, {draft.tile(fields, "tile"), arch::PortSide::Slave,
                                                  arch::Bundle::Dma,
                                                  fields.small("channel", 0, kMaxChannel)})
                                   .contains(*id);
        }
        return sent && to_control;
    });
}

bool carries_tokens(const Draft& draft, const ir::Operation& flow) {
    bool from_control = false;
    bool to_dma = true;
    for (const ir::Operation& end : flow.regions.front().operations()) {
        const bool source = end.is("aie.packet_source");
        if (!source && !end.is("aie.packet_dest")) continue;
        const auto bundle = bundle_of(draft.fields(end).token("bundle").text);
        if (source) from_control = from_control || bundle == arch::Bundle::TileControl;
        if (!source) to_dma = to_dma && bundle == arch::Bundle::Dma;
    }
    return from_control && !to_dma;
}

std::vector<ControlAnswer> control_answers(const schedule::Schedule& schedule) {
    std::vector<ControlAnswer> answers;
    std::set<std::pair<arch::TileId, int>> seen;
    for (const schedule::ControlPort& port : schedule.control_ports)
        for (const schedule::ControlPacket& packet : port.packets) {
            const auto* read = std::get_if<schedule::ReadMemory>(&packet.op);
            if (read != nullptr && seen.insert({port.tile, read->packet_id}).second)
                answers.push_back({{port.tile, arch::PortSide::Slave, arch::Bundle::TileControl, 0},
                                   read->packet_id,
                                   packet.origin});
        }
    return answers;
}

namespace {

/// The words that one execution of a BD sends, in order.
std::vector<std::uint32_t> words_of(const schedule::Bd& bd, std::int64_t offset,
                                    std::span<const std::byte> memory) {
    std::vector<std::uint32_t> words;
    const std::int64_t count = bd.length / arch::kWord;
    for (std::int64_t number = 0; number < count; ++number) {
        std::int64_t at = offset;
        std::int64_t rest = number;
        if (bd.dimensions.empty()) at += rest * arch::kWord.count();
        for (std::size_t i = 0; i < bd.dimensions.size(); ++i) {
            const bool outermost = i + 1 == bd.dimensions.size();
            const std::int64_t size = bd.dimensions[i].size;
            at += (outermost ? rest : rest % size) * bd.dimensions[i].stride.count();
            rest /= size;
        }
        const auto place = static_cast<std::size_t>(std::max<std::int64_t>(at, 0));
        if (place + sizeof(std::uint32_t) > memory.size()) return {};
        std::memcpy(&words.emplace_back(), memory.data() + place, sizeof(std::uint32_t));
    }
    return words;
}

/// Finds the packets that the sequence sends through one flow.
class FlowPackets {
 public:
    FlowPackets(Draft& draft, const schedule::Flow& flow, const HostData& data,
                schedule::ControlPort& port)
        : draft_{draft}, flow_{flow}, data_{data}, port_{port} {}

    void read() {
        for (const schedule::SequenceOp& operation : draft_.schedule.sequence) {
            if (const auto* write = std::get_if<schedule::WriteBd>(&operation.op))
                if (write->tile == flow_.source.tile)
                    written_[static_cast<int>(write->id.base)] = {write, operation.origin, 0};
            const auto* push = std::get_if<schedule::PushTask>(&operation.op);
            if (push != nullptr &&
                arch::dma_port(push->tile, push->direction, push->channel) == flow_.source)
                run(*push);
        }
    }

 private:
    struct Written {
        const schedule::WriteBd* write;
        base::Position at;
        std::int64_t iterations;  ///< executions of the BD since it was written
    };

    void run(const schedule::PushTask& push) {
        for (int round = 0; round <= push.repeat; ++round) {
            std::optional<int> id = static_cast<int>(push.bd.base);
            for (int passed = 0; id && written_.contains(*id) && passed < kMaxChain; ++passed) {
                Written& of = written_.at(*id);
                send(of);
                id = of.write->bd.next;
            }
        }
    }

    void send(Written& written) {
        const schedule::Bd& bd = written.write->bd;
        if (!bd.packet || bd.packet->id != flow_.packet_id) return;
        const auto* host = std::get_if<schedule::HostBufferRef>(&bd.buffer);
        const auto* memory = host == nullptr ? nullptr : data_.input(host->index);
        if (memory == nullptr) {
            if (!std::exchange(refused_, true)) refuse_unknown(host, written.at);
            return;
        }
        std::int64_t offset = written.write->offset.base;
        if (bd.iteration)
            offset += bd.iteration->stride.count() *
                      (written.iterations++ % std::max(bd.iteration->size, 1));
        const std::vector<std::uint32_t> words = words_of(bd, offset, *memory);
        if (words.empty())
            return draft_.unsupported(
                written.at, fmt::format("control packets from beyond the end of {}; allowed: words "
                                        "within its {} bytes",
                                        name_of(*host), memory->size()));
        take(words, written.at);
    }

    void refuse_unknown(const schedule::HostBufferRef* host, base::Position at) {
        draft_.unsupported(
            at,
            fmt::format("control packets from {}, whose words are not known before the run. Give "
                        "the argument of the sequence a file, with design.inputs: {{{}: FILE}}",
                        host == nullptr ? "a tile's memory" : name_of(*host),
                        host == nullptr ? "arg0" : name_of(*host)));
    }

    [[nodiscard]] const std::string& name_of(schedule::HostBufferRef host) const {
        return draft_.schedule.host_buffers[static_cast<std::size_t>(host.index)].name;
    }

    void take(std::span<const std::uint32_t> words, base::Position at) {
        while (!words.empty()) {
            const ControlHeader header = ControlHeader::read(words.front());
            const bool writes = header.operation == ControlOperation::Write;
            if (!header.odd || (!writes && header.operation != ControlOperation::Read))
                return draft_.unsupported(
                    at, fmt::format("0x{:08X} as the header of a control packet; allowed: "
                                    "operation 0 (a write of 1 to 4 words that follow) or 1 (a "
                                    "read), and odd parity of all bits",
                                    words.front()));
            const std::size_t length = 1 + (writes ? static_cast<std::size_t>(header.words) : 0U);
            if (length > words.size())
                return draft_.unsupported(
                    at, fmt::format("a control packet writes {} words, of which {} follow. Send "
                                    "all of them with the BD that sends the header",
                                    header.words, words.size() - 1));
            add(header, words.subspan(1, length - 1), at);
            words = words.subspan(length);
        }
    }

    void add(const ControlHeader& header, std::span<const std::uint32_t> words, base::Position at) {
        schedule::ControlPacket packet;
        packet.length = arch::kWord * static_cast<std::int64_t>(words.size() + 1);
        packet.origin = at;
        // A read is placed like a write of as many words.
        schedule::WriteMemory memory{
            {port_.tile, 0}, arch::Bytes{header.address}, {words.begin(), words.end()}};
        if (words.empty()) memory.words.resize(static_cast<std::size_t>(header.words));
        const auto lock = txn::lock_at({port_.tile, header.address}, draft_.device);
        if (place(memory, draft_)) {
            if (words.empty())
                packet.op = schedule::ReadMemory{
                    {memory.buffer, memory.offset, arch::kWord * header.words}, header.answer_id};
            else
                packet.op = std::move(memory);
        } else if (lock && words.size() == 1 && has_lock(*lock) && words.front() <= max_lock()) {
            packet.op = schedule::SetLock{{port_.tile, *lock}, static_cast<int>(words.front())};
        } else {
            return draft_.unsupported(
                at, fmt::format("a control packet that {} 0x{:X} of {}; allowed: words of its "
                                "buffers, and values of its locks",
                                words.empty() ? "reads" : "writes", header.address,
                                to_string(port_.tile)));
        }
        port_.packets.push_back(std::move(packet));
    }

    [[nodiscard]] bool has_lock(int id) const {
        const auto& locks = draft_.program(port_.tile).locks;
        return std::ranges::find(locks, id, &schedule::Lock::id) != locks.end();
    }
    [[nodiscard]] std::uint32_t max_lock() const {
        return static_cast<std::uint32_t>(draft_.device.model(port_.tile).max_lock_value);
    }

    static constexpr int kMaxChain = 64;

    Draft& draft_;
    const schedule::Flow& flow_;
    const HostData& data_;
    schedule::ControlPort& port_;
    std::map<int, Written> written_;  ///< by BD number
    bool refused_ = false;
};

}  // namespace

void read_control_packets(Draft& draft, const std::vector<schedule::Flow>& flows,
                          const ArgumentFiles& files) {
    if (flows.empty()) return;
    const HostData data{{.inputs = files.inputs}, draft.schedule.host_buffers, draft.arguments};
    for (const schedule::Flow& flow : flows) {
        for (const arch::Port& sink : flow.sinks) {
            auto& ports = draft.schedule.control_ports;
            if (std::ranges::find(ports, sink.tile, &schedule::ControlPort::tile) != ports.end()) {
                draft.unsupported(flow.origin,
                                  fmt::format("a second packet flow to the control port of {}. Use "
                                              "one, so that the order of its packets is known",
                                              to_string(sink.tile)));
                continue;
            }
            ports.push_back({sink.tile, {}});
            FlowPackets{draft, flow, data, ports.back()}.read();
        }
    }
}

}  // namespace xdnasim::design
