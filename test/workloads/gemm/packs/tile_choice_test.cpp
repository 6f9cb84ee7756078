// The chosen tiles, compared with Table II of Mhatre et al., "GAMA", FPL 2025.

#include "workloads/gemm/packs/tile_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/gemm/packs/pack_designs.hpp"
#include "workloads/gemm/packs/pack_parts.hpp"
#include "workloads/schedule/mapping_error.hpp"

namespace xdnasim::gemm::packs {
namespace {

struct PublishedTile {
    Extent tile;
    Extent mmul;
    std::int64_t a, b, c, memory;
    double compute, transfer, gamma;
};

/// Rows of Table II in the order of test::published_types().
const std::vector<PublishedTile> kTableTwo{
    {{48, 240, 48}, {4, 8, 8}, 11520, 11520, 9216, 64512, 2160, 3000.0, 0.72},
    {{64, 184, 64}, {4, 8, 8}, 11776, 11776, 8192, 63488, 2944, 3066.7, 0.96},
    {{64, 224, 64}, {4, 8, 8}, 14336, 14336, 4096, 65536, 3584, 3733.3, 0.96},
    {{64, 96, 64}, {8, 8, 4}, 12288, 12288, 8192, 65536, 3072, 3200.0, 0.96}};

TEST(TileChoice, GivesThePublishedTilesWithTheirFigures) {
    const arch::Device device = test::ve2802();
    const std::vector<Types> all = test::published_types();
    ASSERT_EQ(all.size(), kTableTwo.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const PublishedTile& published = kTableTwo[i];
        PackDesign design;
        design.types = all[i];
        choose_tile(design, device);
        EXPECT_EQ(*design.tile, published.tile) << to_string(all[i]);
        EXPECT_EQ(*design.mmul, published.mmul) << to_string(all[i]);
        const TileFigures figures = tile_figures(all[i], design.tile, device);
        EXPECT_EQ(figures.a.count(), published.a);
        EXPECT_EQ(figures.b.count(), published.b);
        EXPECT_EQ(figures.c.count(), published.c);
        EXPECT_EQ(figures.memory().count(), published.memory);
        EXPECT_DOUBLE_EQ(figures.compute, published.compute);
        EXPECT_NEAR(figures.transfer(), published.transfer, 0.05);
        EXPECT_NEAR(figures.gamma(), published.gamma, 0.005);
    }
}

TEST(TileChoice, TheRuleAloneGivesAnotherTileForInt16) {
    const arch::Device device = test::ve2802();
    PackDesign design;
    design.types = test::published_types()[1];
    const auto tiles = best_tiles(design, {4, 8, 8}, device);
    ASSERT_FALSE(tiles.empty());
    EXPECT_EQ(tiles.back(), (Extent{64, 192, 64}));
}

TEST(TileChoice, AFasterClockOfThePlRaisesGamma) {
    const arch::Device device = test::ve2802();
    const Types types = test::published_types()[0];
    const double slow = tile_figures(types, {48, 240, 48}, device, 0.15).gamma();
    EXPECT_NEAR(slow, 0.36, 0.005);
    EXPECT_EQ(port_rate(device, 1.0), arch::BytesPerCycle{4}) << "of a stream";
}

TEST(TileChoice, SaysThatNoTileLeavesRoomForStacksOfHalfAMemory) {
    for (const Types& types : test::published_types()) {
        arch::Device device = test::ve2802();
        device.core_stack = arch::Bytes{16'384};
        PackDesign design;
        design.types = types;
        try {
            static_cast<void>(program_of(choose(design, device), device));
            FAIL() << "it must not fit";
        } catch (const schedule::MappingError& error) {
            EXPECT_EQ(error.key(), "gemm.tile");
            EXPECT_THAT(
                error.what(),
                testing::AnyOf(
                    testing::HasSubstr("leaves room in the 65536 bytes of a core's memory for two "
                                       "buffers of each matrix beside stacks of 16384 bytes"),
                    testing::HasSubstr("no tile in this array leaves room for the cores' stacks")));
        }
    }
}

TEST(TileChoice, NamesNoTileWhereNoneFits) {
    arch::Device device = test::ve2802();
    device.comp_tile.memory = arch::Bytes{2048};
    PackDesign design;
    design.types = test::published_types()[0];
    design.tile = Extent{64, 64, 64};
    try {
        choose_tile(design, device);
        FAIL() << "it must not fit";
    } catch (const schedule::MappingError& error) {
        EXPECT_THAT(error.what(),
                    testing::EndsWith("than the 2048 of a core; no tile in this array leaves room "
                                      "for the cores' stacks"));
    }
}

TEST(TileChoice, RefusesATileThatDoesNotFitByHowMuchAndNamesTheNearest) {
    const arch::Device device = test::ve2802();
    PackDesign design;
    design.types = test::published_types()[2];
    design.tile = Extent{64, 232, 64};
    try {
        choose_tile(design, device);
        FAIL() << "it must not fit";
    } catch (const schedule::MappingError& error) {
        EXPECT_EQ(error.key(), "gemm.tile");
        EXPECT_STREQ(
            error.what(),
            "gemm.tile: two buffers each of A, B and C of 64x232x64 take 67584 bytes, 2048 "
            "more than the 65536 of a core; the nearest that fits: 64x224x64");
    }
}

TEST(MmulTable, HasTheNineShapesOfInt8AndTheFourOfBf16) {
    const arch::Device device = test::ve2802();
    const auto int8 = mmul_table(test::published_types()[0], {48, 240, 48}, device);
    EXPECT_EQ(int8.size(), 9U);
    for (const MmulFigures& figures : int8) {
        ASSERT_TRUE(figures.cycles) << figures.obstacle;
        EXPECT_GE(figures.cycles->count(), 2160) << "no faster than the instruction";
    }
    EXPECT_EQ(mmul_table(test::published_types()[3], {64, 96, 64}, device).size(), 4U);
}

}  // namespace
}  // namespace xdnasim::gemm::packs
