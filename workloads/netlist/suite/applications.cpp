#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "workloads/netlist/suite/families.hpp"

namespace xdnasim::netlist {
namespace {

using arch::TileKind;

struct Lane {
    CoreId to_gray = 0;
    CoreId filter = 0;
    CoreId threshold = 0;
    CoreId to_colour = 0;  ///< core that converts to colour, of a split lane
    CoreId add = 0;
};

constexpr arch::Bytes kPixels{1920};  // pixels of a line of the image, one byte each
constexpr arch::Bytes kColours = 4 * kPixels;

Lane add_lane(NetlistBuilder& builder, int lane, bool split) {
    Lane cores;
    cores.to_gray = builder.comp(fmt::format("rgba2gray{}", lane));
    cores.filter = builder.comp(fmt::format("filter2d{}", lane));
    cores.threshold = builder.comp(fmt::format("threshold{}", lane));
    if (split) cores.to_colour = builder.comp(fmt::format("gray2rgba{}", lane));
    cores.add = builder.comp(fmt::format("addw{}", lane));
    return cores;
}

/// Edge detection on the lines of an image, after mlir-aie's example of that name.
Recipe edge(int lanes, bool split = false) {
    return [=](NetlistBuilder& builder) {
        std::vector<Lane> all;
        for (int lane = 0; lane < lanes; ++lane)
            all.push_back(add_lane(builder, lane, split));
        for (const Lane& lane : all) {
            builder.net(lane.to_gray, lane.filter, {kPixels, 4});
            builder.net(lane.filter, lane.threshold, {kPixels});
            builder.net(lane.threshold, split ? lane.to_colour : lane.add, {kPixels});
            if (split) builder.net(lane.to_colour, lane.add, {kColours});
        }
        for (int lane = 0; lane < lanes; ++lane) {
            const Lane& cores = all[static_cast<std::size_t>(lane)];
            const CoreId shim = builder.add(TileKind::Shim, fmt::format("shim{}", lane));
            const CoreId mem = builder.add(TileKind::MemTile, fmt::format("mem{}", lane));
            const NetId in = builder.net(shim, mem, {kColours, 6});
            const NetId image =
                builder.net_with_depths(mem, {cores.to_gray, cores.add}, kColours, {6, 2, 2});
            builder.link(LinkKind::Copy, mem, {in}, {image});
            const NetId edges = builder.net(cores.add, mem, {kColours});
            const NetId out = builder.net(mem, shim, {kColours});
            builder.link(LinkKind::Copy, mem, {edges}, {out});
        }
    };
}

/// A GEMM whose C has `rows` x `columns` blocks, one per core; rows of A and columns of B are
/// multicast.
Recipe gemm(int rows, int columns) {
    return [=](NetlistBuilder& builder) {
        constexpr arch::Bytes kBlockOfA{8192};
        constexpr arch::Bytes kBlock{4096};
        constexpr int kMaxShims = 8;
        const int shims = std::min(kMaxShims, std::max(rows, columns));
        std::vector<std::vector<CoreId>> k;
        for (int i = 0; i < rows; ++i) {
            k.emplace_back();
            for (int j = 0; j < columns; ++j)
                k.back().push_back(builder.comp(fmt::format("c{}_{}", i, j)));
        }
        std::vector<CoreId> shim;
        std::vector<CoreId> mem;
        for (int s = 0; s < shims; ++s)
            shim.push_back(builder.add(TileKind::Shim, fmt::format("shim{}", s)));
        for (int s = 0; s < shims; ++s)
            mem.push_back(builder.add(TileKind::MemTile, fmt::format("mem{}", s)));
        for (int i = 0; i < rows; ++i) {
            const auto q = static_cast<std::size_t>(i * (shims / rows));
            const NetId in = builder.net(shim[q], mem[q], {kBlockOfA});
            const NetId row = builder.net(mem[q], k[static_cast<std::size_t>(i)], {kBlockOfA});
            builder.link(LinkKind::Copy, mem[q], {in}, {row});
        }
        for (std::size_t j = 0; j < static_cast<std::size_t>(columns); ++j) {
            std::vector<CoreId> cores;
            for (const std::vector<CoreId>& row : k)
                cores.push_back(row[j]);
            const NetId in = builder.net(shim[j], mem[j], {kBlock});
            const NetId column = builder.net(mem[j], cores, {kBlock});
            builder.link(LinkKind::Copy, mem[j], {in}, {column});
            std::vector<NetId> blocks;
            for (const CoreId core : cores)
                blocks.push_back(builder.net(core, mem[j], {kBlock, 1}));
            const NetId out = builder.net(mem[j], shim[j], {kBlock * rows});
            builder.link(LinkKind::Join, mem[j], std::move(blocks), {out});
        }
    };
}

/// Adds a bottleneck block of a ResNet, with weights from the host and activations from the block
/// before. Returns its last core.
CoreId add_block(NetlistBuilder& builder, int block, std::optional<CoreId> before) {
    constexpr arch::Bytes kWeights{16384};
    constexpr arch::Bytes kWideWeights{36864};
    constexpr arch::Bytes kLine{2048};
    const auto name = [&](const char* layer) { return fmt::format("b{}_{}", block, layer); };
    const CoreId c1 = builder.comp(name("conv1x1"));
    const CoreId c3a = builder.comp(name("conv3x3a"));
    const CoreId c3b = builder.comp(name("conv3x3b"));
    const CoreId skip = builder.comp(name("conv1x1_skip"));
    const CoreId shim = builder.add(TileKind::Shim, fmt::format("shim{}", block));
    const CoreId mem = builder.add(TileKind::MemTile, fmt::format("mem{}", block));
    const NetId weights = builder.net(shim, mem, {arch::Bytes{before ? 73728 : 69632}, 1});
    std::vector<NetId> parts{builder.net(mem, c1, {kWeights, 1}),
                             builder.net(mem, {c3a, c3b}, {kWideWeights, 1}),
                             builder.net(mem, skip, {kWeights, 1})};
    builder.link(LinkKind::Distribute, mem, {weights}, std::move(parts));
    const NetId in =
        before ? builder.net(*before, mem, {kLine}) : builder.net(shim, mem, {kLine, 6});
    const NetId lines = builder.net_with_depths(mem, {c1, skip}, kLine, {6, 2, before ? 2 : 6});
    builder.link(LinkKind::Copy, mem, {in}, {lines});
    builder.net(c1, {c3a, c3b}, {kLine / 2, 3});
    builder.net(c3a, skip, {kLine / 4});
    builder.net(c3b, skip, {kLine / 4});
    return skip;
}

void resnet(NetlistBuilder& builder) {
    constexpr int kBlocks = 6;
    std::optional<CoreId> last;
    for (int block = 0; block < kBlocks; ++block)
        last = add_block(builder, block, last);
    builder.net(*last, builder.add(TileKind::Shim, "shim_out"), {arch::Bytes{2048}});
}

}  // namespace

std::vector<Family> application_families() {
    const Recipe left_out;
    return {{{.shape = "edge"}, {edge(1), edge(1, true), edge(2), edge(3)}, false},
            {{.shape = "edge", .is_large = true}, {edge(4), edge(5), edge(6), left_out}, false},
            {{.shape = "gemm"}, {gemm(2, 2), gemm(2, 4), gemm(3, 4)}, false},
            {{.shape = "gemm", .is_large = true}, {gemm(4, 4), left_out}, false},
            {{.shape = "resnet", .is_large = true}, {resnet}, false}};
}

}  // namespace xdnasim::netlist
