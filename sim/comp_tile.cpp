#include <utility>

#include "sim/tiles.hpp"

namespace xdnasim::sim {

CompTile::CompTile(const sc_core::sc_module_name& name, Environment& environment,
                   const schedule::TileProgram& program, const LockBanks& banks,
                   const calls::KernelTable& kernels, calls::BankStalls& stalls,
                   const std::set<schedule::LockRef>& shared_locks)
    : Tile{name, environment, program, banks}, core_{"core", environment, program,     kernels,
                                                     stalls, banks,       shared_locks} {}

std::vector<Waiting> CompTile::waiting() const {
    std::vector<Waiting> all = Tile::waiting();
    if (auto wait = core_.waiting()) all.insert(all.begin(), *std::move(wait));
    return all;
}

}  // namespace xdnasim::sim
