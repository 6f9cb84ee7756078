#include "test/fuzz/stream_trial.hpp"

#include <stdexcept>
#include <vector>

#include "backends/txn/trace_registers.hpp"
#include "backends/txn/txn.hpp"
#include "base/error.hpp"

namespace xdnasim::fuzz {
namespace {

constexpr std::size_t kHostBuffers = 3;

void give_ports(arch::SwitchModel& model, arch::Bundle bundle, arch::PortCount count) {
    model.ports[static_cast<std::size_t>(bundle)] = count;
}

/// A device with only the properties that an instruction stream depends on.
arch::Device small_npu1() {
    arch::Device device;
    device.name = "small";
    device.generation = arch::Generation::AieMl;
    device.columns = 2;
    device.row_kinds = {arch::TileKind::Shim, arch::TileKind::MemTile, arch::TileKind::CompTile};
    device.shim_tile.dma.s2mm_channels = 2;
    device.shim_tile.dma.mm2s_channels = 2;
    device.shim_tile.dma.bds = 16;
    arch::SwitchModel& mem = device.mem_tile.stream_switch;
    give_ports(mem, arch::Bundle::Dma, {.masters = 6, .slaves = 6});
    give_ports(mem, arch::Bundle::TileControl, {.masters = 1, .slaves = 1});
    give_ports(mem, arch::Bundle::South, {.masters = 4, .slaves = 6});
    give_ports(mem, arch::Bundle::North, {.masters = 6, .slaves = 4});
    give_ports(mem, arch::Bundle::Trace, {.masters = 0, .slaves = 1});
    return device;
}

const arch::Device& device() {
    static const arch::Device small = small_npu1();
    return small;
}

void require_same_again(const txn::Stream& stream) {
    std::vector<txn::Operation> operations;
    for (const txn::PlacedOperation& placed : stream.operations)
        operations.push_back(placed.operation);
    const txn::Stream again = txn::read_stream(txn::write_stream(stream.header, operations));
    if (again.operations.size() != operations.size())
        throw std::logic_error{"operations written again are fewer or more"};
    for (std::size_t i = 0; i < operations.size(); ++i)
        if (again.operations[i].operation != operations[i])
            throw std::logic_error{"an operation written again reads as another one"};
}

std::vector<std::uint32_t> make_example() {
    using namespace txn;
    const arch::TileId shim{1, 0};
    std::vector<Operation> operations;
    schedule::TraceUnit unit;
    unit.unit = {words::Module::MemTile, {1, 1}};
    unit.events = {21, 22, 80, 84, 88, 92, 96, 112};
    unit.ports.assign(5, {{1, 1}, arch::PortSide::Master, arch::Bundle::North, 2});
    const auto add = [&](const std::vector<Write>& writes) {
        operations.insert(operations.end(), writes.begin(), writes.end());
    };
    add(configuration_of(unit, device()));
    add(signal_of({shim, schedule::TraceSignal::Start}));
    for (int i = 0; i < 3; ++i) {
        operations.emplace_back(BlockWrite{
            {shim, 0x1D020}, {0x800, 0, 0, 0x00800000, 0x8200003F, 7, 0x00101FFF, 0x02000000}});
        operations.emplace_back(PatchAddress{{shim, 0x1D024}, 2, 64});
        operations.emplace_back(MaskWrite{{shim, 0x1D200}, 0xF00, 0xF00});
        operations.emplace_back(Write{{shim, 0x1D204}, 0x80030001});
        operations.emplace_back(AwaitTokens{shim, arch::Direction::S2MM, 0, 1, 1});
    }
    operations.emplace_back(Noop{});
    operations.emplace_back(Preempt{1});
    add(signal_of({shim, schedule::TraceSignal::Stop}));
    return write_stream(header_for(device()), operations);
}

}  // namespace

std::string refusal_of_stream(std::span<const std::uint32_t> words) {
    try {
        const txn::Stream stream = txn::read_stream(words);
        require_same_again(stream);
        static_cast<void>(txn::program_of(stream, device(), kHostBuffers));
    } catch (const base::InputError& error) {
        return error.what();
    }
    return {};
}

std::span<const std::uint32_t> example_stream() {
    static const std::vector<std::uint32_t> words = make_example();
    return words;
}

}  // namespace xdnasim::fuzz
