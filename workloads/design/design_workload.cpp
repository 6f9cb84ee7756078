#include "workloads/design/design_workload.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "base/regular_file.hpp"
#include "base/saturating.hpp"
#include "workloads/design/estimate.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using schedule::BufferRole;
using schedule::Schedule;
using schedule::WriteBd;

/// Which way the BDs of the sequence and the programmable logic move each host buffer.
std::vector<BufferRole> roles_of(const Schedule& schedule) {
    std::vector<BufferRole> roles(schedule.host_buffers.size(), BufferRole::Input);
    std::map<std::pair<arch::TileId, std::int64_t>, schedule::HostBufferRef> written;
    for (const schedule::SequenceOp& operation : schedule.sequence) {
        if (const auto* write = std::get_if<WriteBd>(&operation.op))
            if (const auto* host = std::get_if<schedule::HostBufferRef>(&write->bd.buffer))
                written[{write->tile, write->id.base}] = *host;
        const auto* push = std::get_if<schedule::PushTask>(&operation.op);
        if (push == nullptr || push->direction == arch::Direction::MM2S) continue;
        if (const auto at = written.find({push->tile, push->bd.base}); at != written.end())
            roles[static_cast<std::size_t>(at->second.index)] = BufferRole::Output;
    }
    for (const schedule::PlPort& port : schedule.pl.ports)
        if (port.port.side == arch::PortSide::Master)
            roles[static_cast<std::size_t>(port.buffer.index)] = BufferRole::Output;
    if (schedule.trace)
        for (const schedule::TraceSink& sink : schedule.trace->sinks())
            roles[static_cast<std::size_t>(sink.buffer.index)] = BufferRole::Trace;
    return roles;
}

/// Does the sequence move bytes of the host's between it and the array with this BD, those of a
/// trace apart?
bool moves_data(const schedule::Bd& bd, const std::vector<BufferRole>& roles) {
    const auto* host = std::get_if<schedule::HostBufferRef>(&bd.buffer);
    return host != nullptr && roles[static_cast<std::size_t>(host->index)] != BufferRole::Trace;
}

/// Through the channels that the sequence starts, and the ports to the programmable logic.
arch::Bytes moved_bytes(const Schedule& schedule, const std::vector<BufferRole>& roles) {
    arch::Bytes moved{};
    for_each_pushed_bd(schedule, [&](const schedule::PushTask& push, const schedule::Bd& bd) {
        if (moves_data(bd, roles)) moved += bd.length * (std::int64_t{push.repeat} + 1);
    });
    for (const schedule::PlPort& port : schedule.pl.ports)
        moved += port.total();
    return moved;
}

void add_tiles(const Schedule& schedule, std::set<arch::TileId>& cores, std::set<int>& columns) {
    for (const schedule::TileProgram& program : schedule.tiles) {
        if (!program.core.empty()) cores.insert(program.tile);
        columns.insert(program.tile.column);
    }
}

std::vector<std::byte> content_of(const std::filesystem::path& file) {
    const std::string text = base::bytes_of_file(file);
    const auto bytes = std::as_bytes(std::span{text});
    return {bytes.begin(), bytes.end()};
}

/// As many bytes as there are, should the file have changed.
void replace(std::vector<std::byte>& memory, std::vector<std::byte> content) {
    content.resize(memory.size());
    memory = std::move(content);
}

/// "byte 12 is 3; out.bin has 4"; nullopt: they are equal.
std::optional<std::string> first_difference(const std::vector<std::byte>& got,
                                            const std::filesystem::path& file) {
    const std::vector<std::byte> wanted = content_of(file);
    const auto [ours, theirs] = std::ranges::mismatch(got, wanted);
    if (ours == got.end()) return std::nullopt;
    const std::string has =
        theirs == wanted.end() ? "no more" : fmt::to_string(std::to_integer<int>(*theirs));
    return fmt::format("byte {} is {}; '{}' has {}", ours - got.begin(),
                       std::to_integer<int>(*ours), file.string(), has);
}

/// The kernels of `more` that `text` has not.
void add_kernels(std::string& text, const std::string& more) {
    std::istringstream lines{more};
    for (std::string line; std::getline(lines, line);)
        if (text.find(line) == std::string::npos) text += line + '\n';
}

/// Where it is not the same as one that is there.
void add_new(std::vector<Finding>& all, const Finding& finding) {
    const bool known = std::ranges::any_of(all, [&](const Finding& other) {
        return other.what == finding.what && other.first == finding.first;
    });
    if (!known) all.push_back(finding);
}

std::string listed(const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& finding : findings)
        text += (text.empty() ? "" : ", ") + to_string(finding);
    return text;
}

}  // namespace

DesignWorkload::DesignWorkload(Design design, std::string file, std::string device, Part part)
    : design_{std::move(design)},
      file_{std::move(file)},
      device_{std::move(device)},
      part_{std::move(part)} {}

DesignWorkload::DesignWorkload(std::vector<std::shared_ptr<const DesignWorkload>> parts)
    : design_{parts.front()->design_},
      file_{parts.front()->file_},
      device_{parts.front()->device_},
      parts_{std::move(parts)} {
    for (std::size_t i = 1; i < parts_.size(); ++i) {
        const Design& part = parts_[i]->design_;
        design_.lowered += "// -----\n" + part.lowered;
        add_kernels(design_.kernels_template, part.kernels_template);
        for (const Finding& finding : part.ignored)
            add_new(design_.ignored, finding);
        for (const Finding& finding : part.losses)
            add_new(design_.losses, finding);
    }
}

std::pair<std::set<arch::TileId>, std::set<int>> DesignWorkload::tiles_used() const {
    std::pair<std::set<arch::TileId>, std::set<int>> used;
    if (parts_.empty()) add_tiles(design_.schedule, used.first, used.second);
    for (const auto& part : parts_)
        add_tiles(part->design_.schedule, used.first, used.second);
    return used;
}

Schedule DesignWorkload::map(const arch::Device& /*device*/) const {
    if (!parts_.empty())
        throw base::InputError{fmt::format(
            "{}: the runtime sequence configures the array {} times, which `simulate` alone runs, "
            "one after the other; allowed: one device, by design.aie_device",
            file_, parts_.size())};
    if (design_.missing) throw base::InputError{*design_.missing};
    return design_.schedule;
}

parameters::Values DesignWorkload::parameters() const {
    return {
        {"file", file_},
        {"aie_device", design_.aie_device},
        {"sequence", design_.sequence ? parameters::Value{*design_.sequence} : parameters::Value{}},
        {"array", design_.array}};
}

parameters::Values DesignWorkload::derived() const {
    return {{"cores", std::ssize(tiles_used().first)},
            {"left_out_without_effect", static_cast<std::int64_t>(design_.ignored.size())},
            {"left_out_at_a_loss", static_cast<std::int64_t>(design_.losses.size())}};
}

std::vector<schedule::Line> DesignWorkload::summary() const {
    std::vector<schedule::Line> lines{
        {"design", fmt::format("{}, for {}, simulated on {} (the key device chooses another)",
                               file_, design_.array, device_)}};
    if (!parts_.empty()) {
        std::vector<std::string> names;
        for (const auto& part : parts_)
            names.push_back(part->design_.aie_device);
        lines.push_back(
            {"aie.device", fmt::format("{}, one after the other", fmt::join(names, ", "))});
    } else if (!design_.other_devices.empty())
        lines.push_back({"aie.device",
                         fmt::format("{}, without {} (design.aie_device chooses another)",
                                     design_.aie_device, fmt::join(design_.other_devices, ", "))});
    constexpr const char* kLeftOut = "left out";
    if (!design_.ignored.empty()) lines.push_back({kLeftOut, listed(design_.ignored)});
    for (const Finding& finding : design_.losses)
        lines.push_back({finding.left_out ? kLeftOut : "note", to_string(finding), true});
    return lines;
}

std::string DesignWorkload::array_text() const {
    const auto [cores, columns] = tiles_used();
    return fmt::format("{} in {}", base::counted(std::ssize(cores), "core"),
                       base::counted(std::ssize(columns), "column"));
}

schedule::Work DesignWorkload::work() const {
    schedule::Work work;
    const Schedule& schedule = design_.schedule;
    const std::vector<BufferRole> roles = roles_of(schedule);
    work.moved = moved_bytes(schedule, roles);
    for (std::size_t i = 0; i < roles.size(); ++i)
        if (roles[i] == BufferRole::Output) work.results += schedule.host_buffers[i].size;
    // The kernel that most of the program's calls are of.
    std::map<int, std::int64_t> calls;
    for (const schedule::TileProgram& program : schedule.tiles)
        schedule::for_each_operation<schedule::Call>(
            program.core, [&](const schedule::Call& call, std::int64_t times) {
                std::int64_t& sum = calls[call.kernel.index];
                sum = base::saturating_add(sum, times);
            });
    const auto most =
        std::ranges::max_element(calls, {}, [](const auto& entry) { return entry.second; });
    if (most != calls.end()) work.kernel = schedule::KernelRef{most->first};
    return work;
}

std::vector<schedule::BufferContent> DesignWorkload::buffers() const {
    const std::vector<BufferRole> roles = roles_of(design_.schedule);
    std::vector<schedule::BufferContent> buffers;
    for (const auto& role : roles) {
        const std::size_t number = buffers.size();
        buffers.push_back({schedule::HostBufferRef{static_cast<int>(number)},
                           role,
                           "bytes",
                           {design_.schedule.host_buffers[number].size.count()}});
    }
    return buffers;
}

void DesignWorkload::fill(schedule::HostMemory& host, std::uint64_t seed) const {
    if (part_.number > 0 && !part_.memory->empty()) {
        host = *part_.memory;
        return;
    }
    std::mt19937_64 random{seed};
    for (std::vector<std::byte>& memory : host)
        memory =
            schedule::random_bytes(arch::Bytes{static_cast<std::int64_t>(memory.size())}, random);
    const std::vector<BufferRole> roles = roles_of(design_.schedule);
    for (const auto& [number, file] : design_.data)
        if (roles[static_cast<std::size_t>(number)] == BufferRole::Input)
            replace(host[static_cast<std::size_t>(number)], content_of(file));
    design_.arguments.fill(host);
}

schedule::Verification DesignWorkload::check(schedule::HostMemory& host,
                                             const schedule::DataRun& run) const {
    const std::vector<BufferRole> roles = roles_of(design_.schedule);
    std::map<int, std::filesystem::path> expected;
    for (const auto& [number, file] : design_.data)
        if (roles[static_cast<std::size_t>(number)] == BufferRole::Output) expected[number] = file;
    if (expected.empty() && design_.arguments.empty())
        throw base::InputError{
            "what a design computes is not known, so that nothing can be verified; allowed: a run "
            "that is not, design.expect with a file of an argument of the runtime sequence, or "
            "ports out of the array with `data` in ports.yaml"};
    for (const kernels::Kernel& kernel : design_.schedule.kernels) {
        const auto* somebody = std::get_if<kernels::External>(&kernel.work);
        if (somebody != nullptr && !kernel.inlined && !somebody->in_library)
            throw base::InputError{
                fmt::format("what kernel '{}' computes is not known, which a run with data needs; "
                            "allowed: kernels of which kernels.yaml says `work` or `library`",
                            kernel.name)};
    }
    run(host, nullptr);
    *part_.memory = host;
    if (!part_.is_last()) return {true, {}};
    design_.arguments.write(host);
    if (const auto other = design_.arguments.difference(host)) return {false, *other};
    if (expected.empty())
        return {.passed = true,
                .message = design_.arguments.summary(),
                .compared = design_.arguments.expects()};
    std::int64_t bytes = 0;
    for (const auto& [number, file] : expected) {
        const auto index = static_cast<std::size_t>(number);
        const std::vector<std::byte>& got = host[index];
        if (const auto other = first_difference(got, file))
            return {false,
                    fmt::format("'{}': {}", design_.schedule.host_buffers[index].name, *other)};
        bytes += std::ssize(got);
    }
    return {true, fmt::format("{} of {} equal those of the files", base::counted(bytes, "byte"),
                              base::counted(std::ssize(expected), "port"))};
}

schedule::Estimate DesignWorkload::estimate(const Schedule& schedule, const arch::Device& device,
                                            const schedule::KernelCycles& cycles) const {
    return design::estimate(schedule, device, cycles, work().kernel);
}

}  // namespace xdnasim::design
