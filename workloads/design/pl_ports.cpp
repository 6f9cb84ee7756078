#include "workloads/design/pl_ports.hpp"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/node.hpp"
#include "base/number_format.hpp"
#include "base/spelling.hpp"
#include "workloads/design/left_empty.hpp"

namespace xdnasim::design {
namespace {

using arch::Bytes;
using arch::kBitsPerByte;
using arch::Port;
using arch::PortSide;
using base::MapReader;
using base::Node;
using schedule::PlPort;

constexpr std::int64_t kMaxFrames = std::int64_t{1} << 40;

bool is_input(const Port& port) {
    return port.side == PortSide::Slave;
}

/// Place of a port, for messages: "PLIO : 0 of (10,0), into the array".
std::string place_of(const Port& port) {
    return fmt::format("PLIO : {} of {}, {} the array", port.channel, to_string(port.tile),
                       is_input(port) ? "into" : "out of");
}

std::int64_t size_of_file(const Node& node, const std::filesystem::path& file) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (error) node.fail(fmt::format("'{}' cannot be read: {}", file.string(), error.message()));
    return static_cast<std::int64_t>(size);
}

/// The width that `bits` gives to a port. `narrow`: the width of a single port.
Bytes width_of(const Node& bits, const Port& port, Bytes narrow) {
    const std::int64_t one = narrow.count() * kBitsPerByte;
    const std::int64_t width = bits.as_int(0, kMaxCount);
    if (width != one && width != 2 * one)
        bits.fail(fmt::format("{} is not a width of a port; allowed: {}, {}", width, one, 2 * one));
    if (width > one && port.channel % 2 != 0)
        bits.fail(fmt::format(
            "{} takes two ports, of which the first must have an even number; this is {}", width,
            place_of(port)));
    return Bytes{width / kBitsPerByte};
}

}  // namespace

std::string port_name(const Draft& draft, const Port& port) {
    const auto direction = is_input(port) ? arch::Direction::MM2S : arch::Direction::S2MM;
    for (const auto& [symbol, allocation] : draft.allocations)
        if (allocation.is_plio && allocation.shim == port.tile &&
            allocation.direction == direction && allocation.channel == port.channel)
            return allocation.name;
    return fmt::format("{}_{}_{}", is_input(port) ? "in" : "out", port.tile.column, port.channel);
}

PortTable::PortTable(Draft& draft, const PortSource& source) : draft_{draft}, source_{source} {
    for (const schedule::Flow& flow : draft.schedule.flows) {
        add(flow.source, flow.origin);
        for (const Port& sink : flow.sinks)
            add(sink, flow.origin);
    }
}

void PortTable::add(const Port& port, base::Position at) {
    if (port.bundle == arch::Bundle::Plio) found_.push_back({port_name(draft_, port), port, at});
}

void PortTable::read() {
    refuse_unknown();
    draft_.schedule.pl.clock_ghz = source_.clock_ghz;
    for (const Found& found : found_) {
        const Node* const said = said_of(found);
        // A port without a description is in no run: require_known() throws before.
        PlPort port{.name = found.name, .port = found.port, .frame = arch::kWord};
        if (said != nullptr) port = described(found, *said);
        draft_.schedule.pl.ports.push_back(std::move(port));
    }
    share_buffers();
}

const Node* PortTable::said_of(const Found& found) const {
    const Node* const said = source_.ports ? source_.ports->find(found.name) : nullptr;
    return said == nullptr || said->is_null() ? nullptr : said;
}

void PortTable::refuse_unknown() const {
    if (!source_.ports) return;
    std::vector<std::string> names;
    for (const Found& found : found_)
        names.push_back(found.name);
    for (const base::Entry& entry : source_.ports->as_map())
        if (std::ranges::find(names, entry.key) == names.end())
            entry.value.fail(fmt::format("'{}' is not a port of the design{}", entry.key,
                                         base::suggestion(entry.key, names)));
}

PlPort PortTable::described(const Found& found, const Node& node) {
    MapReader reader{node, fmt::format("ports.{}", found.name)};
    PlPort port{.name = found.name, .port = found.port};
    port.width = draft_.device.pl->port_width;
    if (const Node* const bits = reader.optional("bits"))
        port.width = width_of(*bits, found.port, port.width);
    if (const Node* const interval = reader.optional("interval"))
        port.interval = arch::PlCycles{interval->as_int(0, kMaxCount)};
    const Node* const sends = reader.optional("sends");
    if (sends != nullptr)
        set_source(port, *sends);
    else
        set_frames(port, reader);
    reader.finish();
    return port;
}

void PortTable::set_frames(PlPort& port, MapReader& reader) {
    port.frames = 1;
    if (const Node* const frames = reader.optional("frames"))
        port.frames = frames->as_int(1, kMaxFrames);
    const Node* const buffer = reader.optional("buffer");
    const Node* const data = reader.optional("data");
    const Node* const words = data == nullptr ? &reader.require("words") : reader.optional("words");
    if (words != nullptr) port.frame = arch::kWord * words->as_int(1, kMaxCount);
    if (buffer != nullptr) {
        const auto known = buffer_called(*buffer);
        if (!known)
            buffer->fail(fmt::format("'{}' is not an argument of the design's runtime sequence",
                                     buffer->text()));
        port.buffer = *known;
    } else {
        port.buffer = {static_cast<int>(draft_.schedule.host_buffers.size())};
        draft_.schedule.host_buffers.push_back({port.name, port.frame});
    }
    if (data == nullptr) return;
    const std::filesystem::path file = source_.folder / data->as_string();
    const std::int64_t size = size_of_file(*data, file);
    const std::int64_t frame = words == nullptr ? size / port.frames : port.frame.count();
    if (frame == 0 || size % frame != 0 || frame % arch::kWord.count() != 0)
        data->fail(fmt::format("'{}' has {} bytes, which are not whole frames of whole words",
                               file.string(), size));
    port.frame = Bytes{frame};
    auto& host = draft_.schedule.host_buffers[static_cast<std::size_t>(port.buffer.index)];
    if (buffer != nullptr && host.size != Bytes{size})
        data->fail(fmt::format("'{}' has {} bytes, but '{}' has {}", file.string(), size, host.name,
                               host.size.count()));
    host.size = Bytes{size};
    data_[port.buffer.index] = file;
}

/// Reads "sends: out0": the input sends the frames that the output has received.
void PortTable::set_source(PlPort& port, const Node& name) const {
    if (!is_input(port.port))
        name.fail(fmt::format("'{}' is a port out of the array; `sends` is only for ports into it",
                              port.name));
    const auto output = std::ranges::find(found_, name.as_string(), &Found::name);
    if (output == found_.end() || is_input(output->port))
        name.fail(fmt::format("'{}' is not a port of the design out of the array", name.text()));
    port.source = static_cast<int>(output - found_.begin());
}

/// Gives inputs that send what an output has received the buffer and the frames of that output.
void PortTable::share_buffers() {
    auto& ports = draft_.schedule.pl.ports;
    for (PlPort& port : ports) {
        if (!port.source) continue;
        const PlPort& output = ports[static_cast<std::size_t>(*port.source)];
        port.buffer = output.buffer;
        port.frame = output.frame;
        port.frames = output.frames;
    }
}

std::optional<schedule::HostBufferRef> PortTable::buffer_called(const Node& name) const {
    const auto& buffers = draft_.schedule.host_buffers;
    const auto at = std::ranges::find(buffers, name.as_string(), &schedule::HostBuffer::name);
    if (at == buffers.end()) return std::nullopt;
    return schedule::HostBufferRef{static_cast<int>(at - buffers.begin())};
}

void PortTable::require_known() const {
    std::string list;
    int missing = 0;
    for (const Found& found : found_) {
        if (said_of(found) != nullptr) continue;
        ++missing;
        list += fmt::format("\n  {} ({}){}{}", found.name, place_of(found.port),
                            draft_.schedule.place(found.at), left_empty(source_.ports, found.name));
    }
    if (missing == 0) return;
    throw base::InputError{
        fmt::format("{}: the data that the programmable logic moves through {} are "
                    "unknown:{}\nDescribe them in a file ports.yaml beside the design; `simulate "
                    "--ports-template FILE` writes one for you to fill in",
                    draft_.text.file(), base::counted(missing, "port"), list)};
}

std::string PortTable::template_text() const {
    std::string text =
        "# What the programmable logic moves through each port. Of a port:\n"
        "#   words: 1024      words of 32 bits in a frame\n"
        "#   frames: 8        that many frames, one after the other; 1 by default\n"
        "#   bits: 128        a PL cycle; 128 takes this port and the next one; 64 by default\n"
        "#   interval: 600    PL cycles from the beginning of a frame to that of the next; 0, "
        "which\n"
        "#                    waits for nothing, by default\n"
        "#   sends: NAME      for a port into the array, instead of words and frames: sends the "
        "frames\n"
        "#                    that the port NAME out of the array has received\n"
        "#   data: FILE       bytes that a port into the array sends, or that a run with data "
        "compares with\n"
        "#                    those out of it; the words are its, where none are said\n"
        "# pl_clock_ghz: 0.3  # clock of the programmable logic; the device's by default\n"
        "ports:\n";
    if (found_.empty()) text.insert(text.size() - 1, " {}");
    for (const Found& found : found_)
        text += fmt::format("  {}:  # {{words: ...}}; {}\n", base::yaml_key(found.name),
                            place_of(found.port));
    return text;
}

}  // namespace xdnasim::design
