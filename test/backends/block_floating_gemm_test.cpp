// GEMMs with bfp16ebs8 and asymmetric tile buffers (Wang et al., "Can Asymmetric Tile Buffering Be
// Beneficial?", 2025): their results are right, they take as long with data as without, and they
// are refused where they do not fit.

#include <cmath>
#include <cstring>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/analytic/analytic_backend.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "sim/npu_array.hpp"
#include "sim/simulation_context.hpp"
#include "test/support/stock_device.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/kernels/bfp16.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::backends {
namespace {

using arch::Bytes;
using arch::DataType;
using gemm::Extent;
using gemm::GemmDesign;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// A design with the data types of published configuration `number`, 1 to 3.
GemmDesign configuration(int number) {
    GemmDesign design;
    design.a_type = number == 1 ? DataType::Bf16 : DataType::Bfp16ebs8;
    design.b_type = DataType::Bfp16ebs8;
    design.c_type = number == 1 ? DataType::Bf16 : DataType::Bfp16ebs8;
    if (number == 3) design.partial_type = DataType::Bf16;
    return design;
}

/// Configuration 1 as published: tiles of 128 x 64 x 128, with A 512 deep in the MemTiles.
GemmDesign published(const Extent& size) {
    GemmDesign design = configuration(1);
    design.size = size;
    design.tile = Extent{128, 64, 128};
    design.rho = 4;
    design.k_mt = std::int64_t{512};
    design.c_buffers_l2 = 2;
    design.bd_reconfiguration = gemm::BdReconfiguration::FourSlots;
    return design;
}

RunResult simulated(const GemmDesign& design, const arch::Device& device, bool verify) {
    return make_systemc_backend()->run(gemm::map_gemm(design, device), device, {.verify = verify});
}

class BlockFloatingGemm : public testing::Test {
 protected:
    void expect_refused(const GemmDesign& design, const std::string& message) const {
        EXPECT_THAT([&] { static_cast<void>(gemm::map_gemm(design, device)); },
                    ThrowsMessage<base::InputError>(HasSubstr(message)));
    }

    const arch::Device device = test::device_named("xdna2-strix");
};

TEST_F(BlockFloatingGemm, IsRightAndEquallyLongWithAndWithoutDataInEveryConfiguration) {
    int verified = 0;
    for (const int number : {1, 2, 3}) {
        GemmDesign design = configuration(number);
        design.size = {512, 1024, 1024};
        design.tile = Extent{128, 64, 128};
        design.rho = 4;
        const RunResult result = simulated(design, device, true);
        EXPECT_TRUE(result.verification->passed) << number << result.verification->message;
        EXPECT_EQ(simulated(design, device, false).cycles, result.cycles) << number;
        EXPECT_EQ(result.kernel->calls, 32 * 16 * 4) << number;
        ++verified;
    }
    EXPECT_EQ(verified, 3);
}

TEST_F(BlockFloatingGemm, TakesTheBytesOfACoreThatArePublished) {
    struct Row {
        int configuration;
        Extent tile;
        std::int64_t rho;
        std::int64_t bytes;
    };
    int compared = 0;
    for (const auto& [number, tile, rho, bytes] :
         {Row{1, {128, 64, 128}, 4, 61'696}, Row{1, {128, 64, 128}, 2, 72'192},
          Row{1, {128, 32, 128}, 2, 52'480}, Row{2, {192, 128, 96}, 6, 57'600},
          Row{2, {192, 128, 96}, 1, 103'680}, Row{3, {128, 64, 128}, 4, 57'856}}) {
        GemmDesign design = configuration(number);
        design.tile = tile;
        design.rho = rho;
        const Bytes found =
            2 * design.a_tile() + 2 * design.b_tile() + design.c_buffer() + design.converted_a();
        EXPECT_EQ(found, Bytes{bytes}) << number << ", rho " << rho;
        ++compared;
    }
    EXPECT_EQ(compared, 6);
    const schedule::Schedule schedule = gemm::map_gemm(published({512, 1024, 1024}), device);
    Bytes sum{};
    for (const schedule::Buffer& buffer : schedule.find({0, device.first_core_row()})->buffers)
        sum += buffer.size;
    EXPECT_EQ(sum, Bytes{61'696});
}

TEST_F(BlockFloatingGemm, IsRefusedWhereItDoesNotFitWithTheNearestThatDoes) {
    GemmDesign design = published({512, 1024, 1024});
    design.rho = 2;
    expect_refused(design, "72192 bytes, 9984 more than the 62208");
    expect_refused(design, "it fits with gemm.rho 4");
    design.tile = Extent{128, 32, 128};
    design.rho = 1;
    expect_refused(design, "62976 bytes, 768 more than the 62208");
    expect_refused(design, "it fits with gemm.rho 2; the nearest tile that fits: ");
}

TEST_F(BlockFloatingGemm, MovesAndCallsWhatTheTilesSay) {
    const RunResult result = simulated(published({4096, 4096, 2048}), device, false);
    constexpr std::int64_t kMebibyte = 1 << 20;
    EXPECT_EQ(result.dram->read, Bytes{136 * kMebibyte});
    EXPECT_EQ(result.dram->written, Bytes{16 * kMebibyte});
    EXPECT_EQ(result.kernel->calls, 32 * 4096);
}

TEST_F(BlockFloatingGemm, PutsABufferOfAIntoTheNeighbouringMemTile) {
    const schedule::Schedule schedule = gemm::map_gemm(published({512, 1024, 1024}), device);
    const schedule::TileProgram& odd = *schedule.find({1, 1});
    EXPECT_TRUE(std::ranges::any_of(odd.buffers, [](const schedule::Buffer& buffer) {
        return buffer.name.starts_with("A") && buffer.size == Bytes{131'072};
    }));
}

/// Random integers from -4 to 3, which bf16 and bfp16ebs8 hold exactly, as fp32 does their sums.
class SmallIntegers {
 public:
    explicit SmallIntegers(std::int64_t values) {
        std::mt19937 random{4};
        std::uniform_int_distribution<int> value{-4, 3};
        for (std::int64_t i = 0; i < values; ++i)
            all_.push_back(value(random));
    }
    [[nodiscard]] int at(std::int64_t index) const { return all_[static_cast<std::size_t>(index)]; }

 private:
    std::vector<int> all_;
};

void put_bf16(std::vector<std::byte>& bytes, std::int64_t element, float value) {
    const auto bits = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16);
    std::memcpy(bytes.data() + 2 * element, &bits, sizeof bits);
}

TEST_F(BlockFloatingGemm, OfSmallIntegersIsExact) {
    const Extent size{512, 512, 1024};
    const schedule::Schedule schedule = gemm::map_gemm(published(size), device);
    const SmallIntegers a{size.m * size.k};
    const SmallIntegers b{size.n * size.k};
    schedule::HostMemory host;
    for (const schedule::HostBuffer& buffer : schedule.host_buffers)
        host.emplace_back(static_cast<std::size_t>(buffer.size.count()));
    for (std::int64_t i = 0; i < size.m * size.k; ++i)
        put_bf16(host[0], i, static_cast<float>(a.at(i)));
    // The layout of B: tiles of 64 x 128 down K; in a tile, pairs of 8 x 8 blocks side by side; for
    // each column of a block, an exponent and then 8 values of k.
    std::byte* to = host[1].data();
    for (std::int64_t n = 0; n < size.n; n += 128)
        for (std::int64_t k = 0; k < size.k; k += 64)
            for (std::int64_t pair = n; pair < n + 128; pair += 16)
                for (std::int64_t step = k; step < k + 64; step += 8)
                    for (std::int64_t column = pair; column < pair + 16; ++column) {
                        std::array<float, 8> values{};
                        for (std::int64_t i = 0; i < 8; ++i)
                            values.at(static_cast<std::size_t>(i)) =
                                static_cast<float>(b.at(column * size.k + step + i));
                        to = std::ranges::copy(kernels::encode_bfp16(values), to).out;
                    }
    ASSERT_EQ(to, host[1].data() + host[1].size());
    {
        const sim::SimulationContext context;
        sim::Environment environment{device};
        sim::Dram dram{"dram", environment};
        sim::NpuArray array{schedule, environment, dram, &host};
        static_cast<void>(array.run());
    }
    int compared = 0;
    for (std::int64_t row = 0; row < size.m; row += 7)
        for (std::int64_t column = 0; column < size.n; column += 5) {
            float c = 0;
            for (std::int64_t k = 0; k < size.k; k += 64) {
                int sum = 0;
                for (std::int64_t i = k; i < k + 64; ++i)
                    sum += a.at(row * size.k + i) * b.at(column * size.k + i);
                const float exact = c + static_cast<float>(sum);
                const float places = std::exp2(std::floor(std::log2(std::fabs(exact))) - 7);
                c = exact == 0 ? 0 : std::floor(exact / places) * places;
            }
            kernels::Bfloat16 found;
            std::memcpy(&found.bits, host[2].data() + 2 * (row * size.n + column), 2);
            ASSERT_EQ(static_cast<float>(found), c) << row << ", " << column;
            ++compared;
        }
    EXPECT_EQ(compared, 74 * 205);
}

TEST_F(BlockFloatingGemm, IsRightInRandomLegalDesigns) {
    constexpr int kDesigns = 200;
    std::mt19937_64 random{2025};
    const auto pick = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>{low, high}(random);
    };
    using enum gemm::BdReconfiguration;
    double ratios = 0;
    for (int tried = 0; tried < kDesigns; ++tried) {
        GemmDesign design = configuration(static_cast<int>(pick(1, 3)));
        design.rho = pick(1, 4);
        design.tile = Extent{16 * design.rho * pick(1, 2), 8 * pick(1, 6), 16 * pick(1, 4)};
        design.k_mt = design.tile->k * pick(1, 3);
        if (pick(0, 1) == 1) design.k_mt_b = design.tile->k * pick(1, 3);
        design.size = {pick(1, 250), pick(8, 300), pick(8, 250)};
        design.c_buffers = static_cast<int>(pick(1, 2));
        design.c_buffers_l2 = static_cast<int>(pick(1, 2));
        design.rows = static_cast<int>(pick(1, 4));
        design.columns = static_cast<int>(pick(*design.rows, 8));
        design.bd_reconfiguration =
            std::array{Overlapped, Sequential, FourSlots}.at(static_cast<std::size_t>(pick(0, 2)));
        const RunResult verified = simulated(design, device, true);
        EXPECT_TRUE(verified.verification->passed) << tried << verified.verification->message;
        EXPECT_EQ(simulated(design, device, false).cycles, verified.cycles) << tried;
        const auto estimate =
            make_analytic_backend()->run(gemm::map_gemm(design, device), device, {});
        ratios += estimate.time().count() / verified.time().count();
    }
    EXPECT_NEAR(ratios / kDesigns, 1, 0.1);
}

TEST_F(BlockFloatingGemm, SaysWhatIsWrongWithWhatItCannotTake) {
    GemmDesign design = published({512, 1024, 1024});
    design.rho = 3;
    expect_refused(design, "gemm.rho 3 does not divide tile.m, 128, into multiples of 16");
    design.rho = 16;
    expect_refused(design, "allowed: 1, 2, 4, 8; nearest: 8");
    design = published({512, 4, 1024});
    expect_refused(design, "gemm.size: k is 4, less than a block of bfp16ebs8");
    design = published({512, 1024, 1024});
    design.tile = Extent{128, 4, 128};
    expect_refused(design, "gemm.tile 128x4x128 is not a multiple of 16x8x16");
    design = published({512, 1024, 1024});
    design.b_layout = kernels::Layout::RowMajor;
    expect_refused(design, "gemm.b_layout: B in bfp16ebs8 lies tile by tile");
    design = published({512, 1024, 1024});
    design.t_ma = 48;
    expect_refused(design, "gemm.t_ma: 'gemm.rho' sets the same value");
    design.rho = 1;
    expect_refused(design, "gemm.t_ma: 48 does not divide tile.m, 128");
    design = configuration(2);
    design.size = {512, 1024, 1024};
    design.rounding = kernels::Rounding::ConvEven;
    expect_refused(design, "gemm.rounding: C in bfp16ebs8 is always truncated; allowed: floor");
    design = configuration(1);
    design.size = {512, 1024, 1024};
    design.partial_type = DataType::Bfp16ebs8;
    expect_refused(design, "gemm.types.partial: bfp16ebs8 between calls of");
    design = configuration(2);
    design.size = {512, 1024, 1024};
    design.columns = 2;
    expect_refused(design, "each row of cores needs a column for its A; 2 rows share one");
}

/// The baselines of the paper: whole-array GEMMs of mlir-aie with tiles of their own, here with
/// smaller sizes.
TEST_F(BlockFloatingGemm, RunsSymmetricBaselinesAtAGivenRate) {
    GemmDesign emulated;
    emulated.a_type = emulated.b_type = emulated.c_type = DataType::Bf16;
    emulated.tile = Extent{64, 88, 64};
    emulated.size = {512, 352, 1024};
    emulated.k_mt = std::int64_t{88};
    emulated.bd_reconfiguration = gemm::BdReconfiguration::PingPong;
    emulated.kernel.macs_per_cycle = 128;
    GemmDesign blocks = configuration(2);
    blocks.tile = Extent{96, 128, 64};
    blocks.size = {768, 512, 1024};
    blocks.c_buffers = 2;
    blocks.kernel.macs_per_cycle = 256;
    const auto cycles = [&](const GemmDesign& design) {
        return simulated(design, device, false).kernel->cycles_per_call;
    };
    EXPECT_EQ(cycles(emulated), arch::Cycles{64 * 88 * 64 / 128});
    EXPECT_EQ(cycles(blocks), arch::Cycles{96 * 128 * 64 / 256});
}

TEST_F(BlockFloatingGemm, TakesTheRowsOfASliceInPlaceOfRho) {
    GemmDesign design = published({512, 1024, 1024});
    design.rho = 1;
    design.t_ma = 32;
    EXPECT_EQ(simulated(design, device, false).cycles,
              simulated(published({512, 1024, 1024}), device, false).cycles);
}

}  // namespace
}  // namespace xdnasim::backends
