// Addresses of buffers, compared with those published with Mhatre et al., "GAMA", FPL 2025.

#include "workloads/gemm/packs/buffer_placement.hpp"

#include <map>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "test/workloads/gemm/packs/pack_designs.hpp"
#include "workloads/gemm/packs/core_places.hpp"
#include "workloads/schedule/mapping_error.hpp"

namespace xdnasim::gemm::packs {
namespace {

using arch::Bytes;
using Addresses = std::map<std::string, std::int64_t>;

Addresses addresses(const std::vector<Spot>& spots) {
    Addresses all;
    for (const Spot& spot : spots)
        all[spot.name()] = spot.address.count();
    return all;
}

TEST(PlacementByAddress, GivesThePublishedAddressesOfAllFourTypes) {
    const arch::Device device = test::ve2802();
    const std::vector<Addresses> published{
        {{"A0", 0}, {"A1", 0x8000}, {"B0", 0x5100}, {"B1", 0xD100}, {"C0", 0x2D00}, {"C1", 0xAD00}},
        {{"A0", 0}, {"A1", 0x8000}, {"B0", 0x4E00}, {"B1", 0xCE00}, {"C0", 0x2E00}, {"C1", 0xAE00}},
        {{"A0", 0}, {"A1", 0x8000}, {"B0", 0x4800}, {"B1", 0xC800}, {"C0", 0x3800}, {"C1", 0xB800}},
        {{"A0", 0},
         {"A1", 0x8000},
         {"B0", 0x5000},
         {"B1", 0xD000},
         {"C0", 0x3000},
         {"C1", 0xB000}}};
    const std::vector<Types> all = test::published_types();
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const int size : {1, 4}) {
            PackDesign design;
            design.types = all[i];
            design.size = size;
            design.rows = design.packs = 1;  // so that a neighbour has room for the stack
            design = choose(design, device);
            const auto spots = spots_in_tile_of_inputs(design, device, holder_of_c(size));
            EXPECT_EQ(addresses(spots), published[i]) << to_string(all[i]) << ", pack of " << size;
        }
}

TEST(PlacementByAddress, LeavesTheOtherCoresOfAPackABankForEachBuffer) {
    const arch::Device device = test::ve2802();
    PackDesign design;
    design.types = test::published_types()[0];
    design = choose(design, device);
    const Addresses expected{{"A0", 0}, {"A1", 0x8000}, {"B0", 0x4000}, {"B1", 0xC000}};
    for (const int core : {0, 1, 3})
        EXPECT_EQ(addresses(spots_in_tile_of_inputs(design, device, core)), expected) << core;
}

/// Checks the placement rules of section IV-A on buffers of random sizes.
TEST(PlacementByAddress, KeepsItsRulesOrRefuses) {
    const arch::Device device = test::ve2802();
    const ProgramBanks banks = program_banks(device);
    EXPECT_EQ(banks.count, 4);
    EXPECT_EQ(banks.size, Bytes{0x4000});
    std::mt19937 random{1};
    std::uniform_int_distribution<std::int64_t> size{1, 0x4000 / 64};
    int placed = 0;
    int refused = 0;
    for (int i = 0; i < 2000; ++i) {
        const std::vector<MatrixBuffers> matrices{{Matrix::A, Bytes{64 * size(random)}},
                                                  {Matrix::B, Bytes{64 * size(random)}},
                                                  {Matrix::C, Bytes{64 * size(random)}}};
        std::vector<Spot> spots;
        try {
            spots = place_by_address(matrices, device);
        } catch (const schedule::MappingError&) {
            ++refused;
            continue;
        }
        ++placed;
        ASSERT_EQ(spots.size(), 6U);
        for (std::size_t a = 0; a < spots.size(); ++a) {
            EXPECT_LE(spots[a].end(), device.comp_tile.memory);
            for (std::size_t b = 0; b < a; ++b) {
                EXPECT_LE(spots[b].end(), spots[a].address) << "they lie apart";
                if (spots[a].matrix == spots[b].matrix) {
                    // Ping and pong of one matrix begin at least a program bank apart.
                    EXPECT_GE(spots[a].address - spots[b].address, banks.size);
                }
            }
        }
    }
    EXPECT_GT(placed, 500);
    EXPECT_GT(refused, 50);
}

TEST(PlacementByLocation, PutsBuffersOneBehindTheOther) {
    const arch::Device device = test::ve2802();
    const auto spots = place_by_location(
        {{Matrix::A, Bytes{11520}}, {Matrix::B, Bytes{11520}}, {Matrix::C, Bytes{9216}}}, device);
    EXPECT_EQ(
        addresses(spots),
        (Addresses{
            {"A0", 0}, {"A1", 11520}, {"B0", 23040}, {"B1", 34560}, {"C0", 46080}, {"C1", 55296}}));
}

}  // namespace
}  // namespace xdnasim::gemm::packs
