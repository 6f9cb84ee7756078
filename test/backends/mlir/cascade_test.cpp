// Cascades, neighbours' buffers and buffers with content, written and read back.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "backends/mlir/design_files.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "base/yaml.hpp"
#include "test/backends/mlir/schedule_objects.hpp"
#include "workloads/design/design_workload.hpp"

namespace xdnasim::mlir {
namespace {

using arch::Bytes;
using testing::HasSubstr;

constexpr arch::TileId kFirst{0, 3};
constexpr arch::TileId kMiddle{1, 3};
constexpr arch::TileId kLast{1, 2};
constexpr std::int64_t kWords = 4;
constexpr Bytes kSize{arch::kCascadeWord * kWords};

schedule::TileProgram cascade_tile(arch::TileId id, int buffers) {
    schedule::TileProgram program;
    program.tile = id;
    for (int i = 0; i < buffers; ++i)
        program.buffers.push_back(
            {fmt::format("b{}", i), Bytes{1024} + kSize * std::int64_t{i}, kSize});
    program.stack = Bytes{1024};
    return program;
}

schedule::BufferSlice whole_buffer(arch::TileId of, int buffer) {
    return {{of, buffer}, Bytes{0}, kSize};
}

schedule::BufferSlice one_word(arch::TileId of, int buffer, std::int64_t word) {
    return {{of, buffer}, arch::kCascadeWord * word, arch::kCascadeWord};
}

/// A chain of three cores. The first puts words from its memory on the cascade. The middle one adds
/// its buffer to some words and passes others on. The last one, to the south of the middle one,
/// adds a buffer in the middle core's memory to the words, and stores the sums and further words in
/// its own memory.
schedule::Schedule chain_of_three() {
    schedule::Schedule schedule;
    schedule.device = "xdna-phoenix";
    schedule.kernels = {{"link", kernels::ChainSum{kSize, true, true}, {}},
                        {"end", kernels::ChainSum{kSize, true, false}, {}}};
    schedule::TileProgram first = cascade_tile(kFirst, 1);
    schedule::Content content;
    for (std::int64_t i = 0; i < kSize.count(); ++i)
        content.push_back(static_cast<std::byte>(i));
    first.buffers[0].content = std::make_shared<const schedule::Content>(content);
    for (std::int64_t word = 0; word < kWords; ++word)
        first.core.push_back({schedule::PutCascade{one_word(kFirst, 0, word)}});
    first.core.push_back(
        {schedule::Loop{3, schedule::CoreBody{{schedule::PutCascade{one_word(kFirst, 0, 1)}}}}});

    schedule::TileProgram middle = cascade_tile(kMiddle, 1);
    middle.core = {{schedule::Call{{0}, {whole_buffer(kMiddle, 0)}}},
                   {schedule::Loop{
                       3, schedule::CoreBody{{schedule::GetCascade{}}, {schedule::PutCascade{}}}}}};

    schedule::TileProgram last = cascade_tile(kLast, 3);
    last.locks.push_back({0, "done", 1});
    // The core's neighbour to the north is the core before it in the chain.
    last.core = {
        {schedule::Acquire{{kLast, 0}}},
        {schedule::Call{{1}, {whole_buffer(kMiddle, 0), whole_buffer(kLast, 0)}}},
        {schedule::Loop{3, schedule::CoreBody{{schedule::GetCascade{one_word(kLast, 2, 3)}}}}},
        {schedule::Release{{kLast, 0}}}};
    schedule.cascades = {{kFirst, kMiddle}, {kMiddle, kLast}};
    schedule.tiles = {first, last, middle};
    return schedule;
}

class CascadeRoundTrip : public testing::TestWithParam<Release> {
 protected:
    const arch::Device device = arch::load_device(arch::find_device("xdna-phoenix"));
};

TEST_P(CascadeRoundTrip, IsTheSameScheduleAndTakesAsLong) {
    const schedule::Schedule before = chain_of_three();
    ASSERT_EQ(validate(before, device).size(), 0U);
    const std::string text = write(before, device, GetParam());
    EXPECT_THAT(text, HasSubstr("aie.cascade_flow(%tile_0_3, %tile_1_3)"));
    const design::Design read = design::read_design(text, "aie.mlir", device, {});
    EXPECT_EQ(first_difference(before, read.schedule), std::nullopt);
    EXPECT_TRUE(read.losses.empty());
    EXPECT_EQ(write(read.schedule, device, GetParam()), text);
    const auto backend = backends::make_systemc_backend();
    const auto cycles = backend->run(before, device, {}).cycles->count();
    EXPECT_EQ(backend->run(read.schedule, device, {}).cycles->count(), cycles);
    EXPECT_GT(cycles, 3 * kWords);
}

INSTANTIATE_TEST_SUITE_P(Releases, CascadeRoundTrip, testing::ValuesIn(kReleases));

TEST(CascadeExport, RefusesAWordThatItsBlockDoesNotBring) {
    const arch::Device device = arch::load_device(arch::find_device("xdna-phoenix"));
    schedule::Schedule schedule = chain_of_three();
    schedule.tiles[0].core = {{schedule::PutCascade{}}};
    try {
        static_cast<void>(write(schedule, device));
        FAIL() << "it was written";
    } catch (const base::InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("core (0,3) puts a word on the cascade"));
    }
}

TEST(CascadeDesign, TakesTheWordsOfItsKernelsFromTheirTable) {
    const arch::Device device = arch::load_device(arch::find_device("xdna-phoenix"));
    const std::string text = R"(
module {
  aie.device(npu1) {
    %a = aie.tile(0, 3)
    %b = aie.tile(0, 2)
    aie.configure_cascade(%a, North, South)
    aie.configure_cascade(%b, North, South)
    func.func private @give() -> ()
    func.func private @take() -> ()
    %core_a = aie.core(%a) {
      func.call @give() : () -> ()
      aie.end
    }
    %core_b = aie.core(%b) {
      func.call @take() : () -> ()
      aie.end
    }
    aie.runtime_sequence @sequence() {
    }
  }
}
)";
    const auto read = [&](const std::string& kernels) {
        design::Request request;
        request.kernels.kernels = base::parse_yaml(kernels, "kernels.yaml");
        return design::read_design(text, "aie.mlir", device, request);
    };
    const design::Design used =
        read("{give: {cycles: 100, puts: 16}, take: {cycles: 50, gets: 16}}");
    EXPECT_TRUE(used.losses.empty());
    ASSERT_EQ(used.schedule.cascades.size(), 1U);
    EXPECT_EQ(used.schedule.cascades[0].from, (arch::TileId{0, 3}));
    EXPECT_EQ(used.schedule.cascades[0].to, (arch::TileId{0, 2}));
    const auto result = backends::make_systemc_backend()->run(used.schedule, device, {});
    EXPECT_GT(result.cores[0][events::CoreState::CascadeStall].count(), 30);

    const design::Design unused = read("{give: 100, take: 50}");
    ASSERT_EQ(unused.losses.size(), 1U);
    EXPECT_THAT(unused.losses[0].what, HasSubstr("the cascade from (0,3) to (0,2)"));
    EXPECT_TRUE(unused.schedule.cascades.empty());
}

}  // namespace
}  // namespace xdnasim::mlir
