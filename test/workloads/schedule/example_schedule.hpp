#pragma once
// A small right schedule, for tests of whatever reads schedules.

#include "arch/device.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::schedule::test {

struct CopyChain {
    arch::Bytes object{1024};  ///< moved and copied at a time; whole words
    int objects = 8;
    int column = 0;
};

/// Host buffer 0 through shim, mem tile, core, mem tile and shim to host buffer 1, all of
/// one column. The core copies each object. Every stage is double-buffered: a ring of two
/// BDs at each end, and a pair of locks that count free and full buffers.
[[nodiscard]] Schedule copy_chain(const arch::Device& device, const CopyChain& chain = {});

}  // namespace xdnasim::schedule::test
