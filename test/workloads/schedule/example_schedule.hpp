#pragma once
// A small valid schedule for tests of code that reads schedules.

#include "arch/device.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::schedule::test {

/// Parameters of copy_chain().
struct CopyChain {
    arch::Bytes object{1024};  ///< size of the objects that are moved and copied, in whole words
    int objects = 8;           ///< number of objects
    int column = 0;            ///< column whose tiles the chain uses
};

/// A schedule that moves host buffer 0 through ShimTile, MemTile, CompTile, MemTile and ShimTile of
/// one column to host buffer 1. The core copies each object. Every stage is double-buffered: a ring
/// of two BDs at each end, and a pair of locks that count free and full buffers.
[[nodiscard]] Schedule copy_chain(const arch::Device& device, const CopyChain& chain = {});

}  // namespace xdnasim::schedule::test
