// Links that the streams of packs need in the array, compared with section IV-C of Mhatre et al.,
// "GAMA", FPL 2025.

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/gemm/packs/pack_designs.hpp"
#include "workloads/gemm/packs/array_shape.hpp"
#include "workloads/gemm/packs/core_places.hpp"

namespace xdnasim::gemm::packs {
namespace {

using testing::HasSubstr;

TEST(Stagger, SpreadsCOverColumnsAndLosesCoresAtThree) {
    const arch::Device device = test::ve2802();
    PackDesign design;
    design.types = test::published_types()[0];
    design = choose(design, device);
    struct Expected {
        int cores, columns, max_c;
    };
    // C leaves the cores in columns 2, 6, 10, ... without a stagger; in 2, 3, 6, 7, ... with a
    // stagger of 1; in every second column with a stagger of 2.
    const std::vector<Expected> expected{{288, 9, 8}, {288, 18, 4}, {288, 18, 4}, {272, 17, 4}};
    for (int stagger = 0; stagger <= kMaxStagger; ++stagger) {
        const StaggerFigures figures = stagger_figures(design, device, stagger);
        const Expected& one = expected[static_cast<std::size_t>(stagger)];
        EXPECT_EQ(figures.cores, one.cores) << stagger;
        EXPECT_EQ(figures.c_columns, one.columns) << stagger;
        EXPECT_EQ(figures.max_c, one.max_c) << stagger;
        EXPECT_GT(figures.rounds, 0) << stagger;
        EXPECT_GT(figures.links, 2000) << stagger;
        EXPECT_GE(figures.max_south, 4) << stagger;
        EXPECT_EQ(figures.south_links, 4) << "of a core";
        EXPECT_EQ(figures.routed(), figures.overuse == 0) << stagger;
        if (figures.routed()) {
            EXPECT_EQ(figures.max_south, 4) << stagger;
        }
    }
    EXPECT_TRUE(stagger_figures(design, device, 2).routed()) << "the published one has routes";
}

TEST(Stagger, LosesTheRowsInWhichItLeavesNoRoomForAPack) {
    const arch::Device device = test::ve2802();
    const PackDesign design =
        choose(test::small_design(test::published_types()[0], 2, 36, 1), device);
    const StaggerFigures two = stagger_figures(design, device, 2);
    EXPECT_EQ(two.cores, 72);
    EXPECT_TRUE(two.routed()) << two.obstacle;
    // A stagger of 3 leaves the upper row 35 of the 38 columns, too few for a pack of 36 cores.
    const StaggerFigures three = stagger_figures(design, device, 3);
    EXPECT_EQ(three.cores, 36);
    EXPECT_EQ(three.c_columns, 1);
    EXPECT_TRUE(three.routed()) << three.obstacle;
}

/// Gives the columns from `first` to `first` + 27 ports to the PL, and no others.
void place_ports_from(arch::Device& device, int first) {
    for (int column = 0; column < device.columns; ++column)
        device.pl->columns[static_cast<std::size_t>(column)] =
            column >= first && column < first + 28;
}

/// 32 streams of A pass each cut between two columns of the full array. Each of its 8 rows has 4
/// links there, and the row of the shims has 4 more: 36. The seven columns west of the ports have
/// no port of their own, so that their B has to pass the cut, too.
TEST(Stagger, SaysWhatItsStreamsWantWherePortsBeginAtColumnSeven) {
    arch::Device device = test::ve2802();
    place_ports_from(device, 7);
    PackDesign design;
    design.types = test::published_types()[0];
    design.rows = 8;
    design = choose(design, device);
    const StaggerFigures figures = stagger_figures(design, device, 2);
    EXPECT_FALSE(figures.routed());
    EXPECT_THAT(figures.obstacle, HasSubstr("cannot be routed"));
    EXPECT_EQ(figures.rounds, 50) << "that the router tries";
    EXPECT_GE(figures.overuse, 32 + 7 - 36) << "streams by the links of nine rows";
    EXPECT_GT(figures.links, 2000);
    EXPECT_GE(figures.max_south, 4);
    EXPECT_GT(figures.south_full, 0);
}

TEST(ArrayOfPacks, StandsInTheMiddleOfThePortsAsFarAsTheDeviceHasRoom) {
    const arch::Device device = test::ve2802();
    ASSERT_TRUE(device.pl->columns[5] && device.pl->columns[32]) << "28 ports from column 5 on";
    PackDesign design;
    design.types = test::published_types()[0];
    const auto first = [&](int size, int packs, int stagger) {
        design.size = size;
        design.packs = packs;
        design.stagger = stagger;
        return first_column(choose(design, device), device);
    };
    EXPECT_EQ(first(4, 5, 0), 9) << "columns 9 to 28";
    EXPECT_EQ(first(4, 8, 0), 3) << "columns 3 to 34";
    EXPECT_EQ(first(4, 9, 2), 0);
}

/// Between two columns, each of the array rows 3 to 10 has four links in either direction, and so
/// has row 0: 36 links.
TEST(Cut, CountsTheStreamsThatPassTheEndOfThePortsColumns) {
    arch::Device device = test::ve2802();
    place_ports_from(device, 7);
    const Cut cut = tightest_cut(ArrayShape{8, 4, 9, 9, {}}, device);
    EXPECT_EQ(cut.links, 36);
    EXPECT_EQ(cut.from, 7);
    EXPECT_EQ(cut.to, 6);
    EXPECT_EQ(cut.streams, 32 + 7) << "A, and B of columns 0 to 6";
    place_ports_from(device, 5);
    EXPECT_LE(tightest_cut(ArrayShape{8, 4, 9, 9, {}}, device).excess(), 0);
    EXPECT_GE(tightest_cut(ArrayShape{8, 5, 7, 7, {}}, device).streams, 40) << "A";
}

}  // namespace
}  // namespace xdnasim::gemm::packs
