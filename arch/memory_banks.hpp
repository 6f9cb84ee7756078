#pragma once
// The banks of a core's data memory, and who gets one that two want.

#include "arch/units.hpp"

namespace xdnasim::arch {

/// Banks come in interleaved pairs: a vector access takes both banks of its pair.
struct MemoryBanks {
    int count = 0;
    Bytes size{};        ///< of one bank
    Bytes dma_access{};  ///< a DMA channel takes a bank once for so many bytes
    /// Do a load and a store of one cycle want the same port of a bank? Sources disagree.
    bool loads_and_stores_collide = false;
    double core_loses = 0;  ///< share of the conflicts with a DMA that the core loses
};

}  // namespace xdnasim::arch
