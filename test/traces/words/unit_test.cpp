#include <gtest/gtest.h>

#include "traces/words/packet.hpp"

namespace xdnasim::words {
namespace {

TEST(Module, IsInATileOfItsKind) {
    for (const Module module : {Module::Core, Module::Shim, Module::MemTile})
        EXPECT_EQ(module_of(tile_kind(module)), module) << to_string(module);
    EXPECT_EQ(tile_kind(Module::Memory), arch::TileKind::CompTile);
}

TEST(Module, IsFoundByItsName) {
    for (const Module module : {Module::Core, Module::Memory, Module::Shim, Module::MemTile})
        EXPECT_EQ(find_module(to_string(module)), module);
    EXPECT_FALSE(find_module("mem tile"));
}

}  // namespace
}  // namespace xdnasim::words
