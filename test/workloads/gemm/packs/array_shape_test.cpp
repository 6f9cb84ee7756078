// Arrays of packs, compared with section IV-C of Mhatre et al., "GAMA", FPL 2025.

#include "workloads/gemm/packs/array_shape.hpp"

#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/mapping_error.hpp"
#include "test/workloads/gemm/packs/pack_designs.hpp"
#include "workloads/gemm/packs/core_places.hpp"
#include "workloads/gemm/packs/pack_parts.hpp"
#include "workloads/gemm/packs/pack_workload.hpp"
#include "workloads/schedule/mapping_error.hpp"

namespace xdnasim::gemm::packs {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PackTable, IsThatOfAVek280) {
    struct Published {
        int size, by_columns, packs, cores, in, out;
    };
    const std::vector<Published> published{{2, 19, 10, 160, 36, 80}, {3, 12, 10, 240, 54, 80},
                                           {4, 9, 9, 288, 68, 72},   {5, 7, 7, 280, 75, 56},
                                           {6, 6, 6, 288, 84, 48},   {7, 5, 5, 280, 91, 40},
                                           {8, 4, 4, 256, 96, 32},   {9, 4, 4, 288, 108, 32},
                                           {10, 3, 3, 240, 110, 24}, {11, 3, 2, 176, 110, 16}};
    const auto table = pack_table(array_limits(test::ve2802()));
    ASSERT_GE(table.size(), published.size());
    for (std::size_t i = 0; i < published.size(); ++i) {
        const ArrayShape& shape = table[i];
        EXPECT_EQ(shape.rows, 8);
        EXPECT_EQ(shape.size, published[i].size);
        EXPECT_EQ(shape.packs_by_columns, published[i].by_columns) << shape.size;
        EXPECT_EQ(shape.packs, published[i].packs) << shape.size;
        EXPECT_EQ(shape.cores(), published[i].cores) << shape.size;
        EXPECT_EQ(shape.inputs(), published[i].in) << shape.size;
        EXPECT_EQ(shape.outputs(), published[i].out) << shape.size;
    }
    EXPECT_EQ(to_string(table[0].bound), "outputs");
    EXPECT_EQ(to_string(table[9].bound), "inputs");
}

TEST(ArrayChoice, TakesThePublishedArray) {
    const arch::Device device = test::ve2802();
    for (const Types& types : test::published_types()) {
        PackDesign design;
        design.types = types;
        design = choose(design, device);
        EXPECT_EQ(*design.rows, 8);
        EXPECT_EQ(*design.size, 4);
        EXPECT_EQ(*design.packs, 9);
        EXPECT_EQ(*design.stagger, 2);
        EXPECT_EQ(design.cores(), 288);
        const arch::TileId core = tile_of(design, device, {3, 2, 1});
        EXPECT_EQ(core, (arch::TileId{2 * 4 + 1 + 2, 3 + 3}));
    }
}

std::string refusal(PackDesign design) {
    return mapping_error_if_any([&] { return choose(design, test::ve2802()); });
}

TEST(ArrayChoice, RefusesWhatHasNoRoomByHowMuchAndNamesTheNearest) {
    const Types types = test::published_types()[0];
    PackDesign design;
    design.types = types;
    design.size = 4;
    design.packs = 10;
    design.stagger = 2;
    EXPECT_THAT(refusal(design),
                HasSubstr("10 packs of 4 cores and a stagger of 2 take 42 columns, "
                          "4 more than the 38 there are; the nearest that fits: 9"));
    design.stagger = 3;
    design.packs = 9;
    EXPECT_THAT(refusal(design), HasSubstr("1 more than the 38"));
    design.stagger = 2;
    design.size = 39;
    design.packs = 1;
    EXPECT_THAT(refusal(design),
                HasSubstr("gemm.array.size | gemm.array.size: a pack of 39 cores is "
                          "1 core longer than a row of 38; the nearest that fits: "
                          "38"));
    design.rows = 8;
    design.size = 2;
    design.packs = 11;
    EXPECT_THAT(refusal(design), HasSubstr("88 ports to the PL, 4 more than the 84 there are; the "
                                           "nearest that fits: 10 packs"));
    design.size = 12;
    design.packs = 2;
    EXPECT_THAT(refusal(design), HasSubstr("120 ports from the PL, 8 more than the 112 there are; "
                                           "the nearest that fits: 1 pack"));
    design.size = 4;
    design.packs = 9;
    design.rows = 9;
    EXPECT_THAT(refusal(design), HasSubstr("9 rows are 1 more than fit; the nearest that fits: 8"));
    design.rows = 5;
    design.placement = Strategy::Unconstrained;
    EXPECT_THAT(refusal(design), HasSubstr("the nearest that fits: 4"));
}

// The 38 columns have room for 38 packs of one core, 19 of two, 7 of five, and for 37 of one core
// with a stagger of 1.
TEST(ArrayChoice, NamesTheMostPacksOfAnyRowsWhereRowsAreOpen) {
    struct Asked {
        int size, packs, stagger, nearest;
    };
    int refused = 0;
    for (const auto& [size, packs, stagger, nearest] :
         std::vector<Asked>{{1, 40, 0, 38}, {2, 20, 0, 19}, {5, 8, 0, 7}, {1, 40, 1, 37}}) {
        PackDesign design;
        design.types = test::published_types()[0];
        design.size = size;
        design.packs = packs;
        if (stagger > 0) design.stagger = stagger;
        EXPECT_THAT(refusal(design),
                    HasSubstr(fmt::format("the nearest that fits: {} packs", nearest)));
        design.packs = nearest;
        EXPECT_EQ(refusal(design), "");
        ++refused;
    }
    EXPECT_EQ(refused, 4);
}

TEST(ArrayChoice, OpenRowsAreAsManyAsPortsAndLinksHold) {
    const arch::Device device = test::ve2802();
    int sizes = 0;
    for (int size = 1; size <= 38; ++size) {
        PackDesign design;
        design.types = test::published_types()[2];
        design.tile = Extent{32, 32, 32};
        design.size = size;
        design = choose(design, device);
        EXPECT_LE(design.rows * size + design.packs * size, 112) << size;
        EXPECT_LE(design.packs * size + (design.rows > 1 ? *design.stagger : 0), 38) << size;
        EXPECT_LE(tightest_cut(design, device).excess(), 0) << size;
        EXPECT_TRUE(stagger_figures(design, device, design.stagger).routed()) << size;
        ++sizes;
    }
    EXPECT_EQ(sizes, 38);
}

TEST(ArrayChoice, NamesOnlyWhatReallyFits) {
    PackDesign design;
    design.types = test::published_types()[2];
    design.size = 38;
    design.rows = 2;
    EXPECT_THAT(refusal(design),
                HasSubstr("gemm.array.rows | gemm.array.rows: 2 rows of 1 pack of 38 cores take "
                          "114 ports from the PL, 2 more than the 112 there are; the nearest that "
                          "fits: 1 row"));
    design.rows = 1;
    EXPECT_EQ(refusal(design), "");
    design.size = 5;
    design.rows = 8;
    try {
        static_cast<void>(map_packs(design, test::ve2802()));
        FAIL() << "40 streams of A by 36 links";
    } catch (const schedule::MappingError& error) {
        EXPECT_EQ(error.key(), "gemm.array");
        EXPECT_THAT(error.what(), HasSubstr("more than the 36 links there; the nearest that fits"));
        EXPECT_THAT(error.what(), Not(HasSubstr("stagger")));
    }
}

TEST(ArrayChoice, CoresWithoutFreeNeighboursKeepRoomForTheirStacks) {
    int arrays = 0;
    for (const Types& types : test::published_types())
        for (const Strategy placement : {Strategy::Address, Strategy::Location}) {
            PackDesign design;
            design.types = types;
            design.size = 1;
            design.placement = placement;
            design.iterations = 1;
            EXPECT_GT(map_packs(design, test::ve2802()).tiles.size(), 0U) << to_string(types);
            ++arrays;
        }
    EXPECT_EQ(arrays, 8);
    PackDesign full;
    full.types = test::published_types()[2];
    full.size = 1;
    full.tile = Extent{64, 224, 64};
    try {
        static_cast<void>(map_packs(full, test::ve2802()));
        FAIL() << "six buffers take the whole memory";
    } catch (const schedule::MappingError& error) {
        EXPECT_EQ(error.key(), "gemm.tile");
        EXPECT_THAT(error.what(), HasSubstr("1024 bytes: 1024 more than the largest gap"));
        // 65,536 bytes less 2 x 4,096 of C and 2 x 1,024 of stacks are 55,296. A and B take 4 x 64
        // bytes for each element of k: at most 216, which is a multiple of 8.
        EXPECT_THAT(error.what(), HasSubstr("the nearest that fits: 64x216x64"));
    }
}

// Packs of two that reach the edge of the array without a stagger: the cores of the first column
// hold six buffers each, and no neighbour has room for their stacks.
TEST(ArrayChoice, AnOpenTileLeavesRoomForStacksAtTheEdgeOfTheArray) {
    const arch::Device large = test::ve2802();
    const arch::Device small = arch::load_device(arch::find_device("versal-ve2302"));
    int arrays = 0;
    for (const Types& types : test::published_types())
        for (const auto& [device, packs] : {std::pair{&large, 19}, std::pair{&small, 8}}) {
            PackDesign design;
            design.types = types;
            design.size = 2;
            design.packs = packs;
            design.iterations = 1;
            const PackDesign chosen = choose(design, *device);
            EXPECT_GT(map_packs(design, *device).tiles.size(), 0U) << to_string(types);
            design.tile = *chosen.tile;
            design.tile.ask().k += chosen.mmul->k;
            EXPECT_FALSE(has_room(choose(design, *device), *device)) << "as large as may be";
            ++arrays;
        }
    EXPECT_EQ(arrays, 8);
}

TEST(ArrayChoice, ATileWithoutRoomForStacksIsRefusedWithOneThatHasIt) {
    PackDesign full;
    full.types = test::published_types()[2];
    full.packs = 19;
    full.tile = Extent{64, 224, 64};
    // The same limit as for packs of one core (CoresWithoutFreeNeighboursKeepRoomForTheirStacks).
    EXPECT_THAT(mapping_error_if_any([&] { return map_packs(full, test::ve2802()); }),
                HasSubstr("the nearest that fits: 64x216x64"));
    full.tile = Extent{64, 216, 64};
    EXPECT_GT(map_packs(full, test::ve2802()).tiles.size(), 0U);
}

TEST(ArrayChoices, AreTheLargestThatFitAndAllThatDo) {
    const arch::Device device = test::ve2802();
    PackDesign open;
    open.types = test::published_types()[0];
    open.tile = Extent{48, 240, 48};
    open.mmul = Extent{4, 8, 8};
    int choices = 0;
    std::set<std::pair<int, int>> found;
    for (const ArrayChoice& choice : array_choices(open, device))
        for (const int stagger : choice.staggers) {
            PackDesign design = open;
            design.rows = choice.rows;
            design.size = choice.size;
            design.stagger = stagger;
            design.packs = choice.packs;
            EXPECT_NO_THROW(design = choose(design, device));
            EXPECT_LE(tightest_cut(design, device).excess(), 0);
            found.insert({choice.rows, choice.size});
            ++choices;
        }
    EXPECT_GT(choices, 500);
    // Arrays of one pack per row for which the ports from the PL suffice (rows * size + size of
    // 112) but which are not among the choices: their streams find no room with any stagger.
    int sizes = 0;
    for (int rows = 1; rows <= 8; ++rows)
        for (int size = 1; size <= 38; ++size)
            if (rows * size + size <= 112 && !found.contains({rows, size})) {
                PackDesign design = open;
                design.rows = rows;
                design.size = size;
                design.packs = 1;
                bool any = false;
                for (int stagger = 0; stagger <= kMaxStagger; ++stagger) {
                    design.stagger = stagger;
                    try {
                        any = any || tightest_cut(choose(design, device), device).excess() <= 0;
                    } catch (const schedule::MappingError&) {
                        continue;
                    }
                }
                EXPECT_FALSE(any) << rows << " rows of packs of " << size;
                ++sizes;
            }
    EXPECT_LT(sizes, 60);
}

TEST(ArrayChoices, HoldWhatIsGiven) {
    PackDesign open;
    open.types = test::published_types()[0];
    open.size = 4;
    open.packs = 9;
    open.stagger = 2;
    const auto choices = array_choices(open, test::ve2802());
    EXPECT_EQ(choices.size(), 8U);
    for (const ArrayChoice& choice : choices)
        EXPECT_EQ(choice.cores(), choice.rows * 36);
}

// Ports to and from the PL limit rows and packs (Mhatre et al. 2025, section IV-C). 8 rows of 11
// packs need 88 ports to the PL, of which there are 84. 7 rows of 11 packs of 3 cores need 77 ports
// to the PL, 7 x 3 + 11 x 3 = 54 of the 112 ports from the PL, and 33 of the 38 columns.
TEST(ArrayChoice, TakesFewerRowsWhereThePacksThatAreAskedForNeedIt) {
    const arch::Device device = test::ve2802();
    PackDesign design;
    design.types = test::published_types()[0];
    design.packs = 11;
    const PackDesign chosen = choose(design, device);
    EXPECT_EQ(*chosen.rows, 7);
    EXPECT_EQ(*chosen.size, 3);
    EXPECT_THAT(chosen.why_fewer_rows, HasSubstr("ports to the PL, and there are 84"));
}

TEST(ArrayChoice, LeavesRoomForStacksInTheTileWhereItChoosesPacksOfOneCore) {
    const arch::Device device = test::ve2802();
    PackDesign design;
    design.types = test::published_types()[0];
    design.packs = 20;
    design.rows = 4;
    const PackDesign chosen = choose(design, device);
    EXPECT_EQ(*chosen.size, 1);
    design.size = 1;
    EXPECT_EQ(*chosen.tile, *choose(design, device).tile);
}

TEST(ArrayChoice, SaysWhyItTakesFewerRows) {
    const arch::Device device = test::ve2802();
    PackDesign design;
    design.types = test::published_types()[0];
    EXPECT_EQ(choose(design, device).why_fewer_rows, "");
    design.stagger = 1;
    const PackDesign chosen = choose(design, device);
    EXPECT_EQ(*chosen.rows, 7);
    EXPECT_THAT(chosen.why_fewer_rows,
                HasSubstr("8 rows of 9 packs of 4 cores and a stagger of 1: 37 streams from column "
                          "32 to column 33, where there are only 36 links"));
    const auto lines = PackWorkload{chosen, device}.summary();
    EXPECT_THAT(lines.back().text, HasSubstr("7, no more: "));
}

}  // namespace
}  // namespace xdnasim::gemm::packs
