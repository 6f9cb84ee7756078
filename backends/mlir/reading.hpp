#pragma once
// The state of a reader: where it is in the text, and what it has read.

#include <map>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/mlir/cursor.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

// Numbers that no array reaches; they keep arithmetic on what was read from overflowing.
inline constexpr int kMostColumns = 127;
inline constexpr int kMostRows = 31;
inline constexpr int kMostId = 255;
inline constexpr int kMostChannel = 63;
inline constexpr std::int64_t kMostWords = std::int64_t{1} << 40;

/// The objects are found by the values of the text. All members that read throw InputError, with
/// the place, when something else stands there.
struct Reading {
    Reading(std::string_view text, const std::string& file, const arch::Device& on)
        : cursor{text, file}, device{on} {}

    Cursor cursor;
    const arch::Device& device;
    schedule::Schedule schedule;
    std::map<std::string, arch::TileId> tiles;
    std::map<std::string, schedule::LockRef> locks;
    std::map<std::string, schedule::BufferRef> buffers;
    std::map<std::string, schedule::KernelRef> kernels;
    std::map<arch::TileId, schedule::TileProgram> programs;

    /// "%tile_0_2"
    [[nodiscard]] arch::TileId tile();
    [[nodiscard]] schedule::LockRef lock();
    [[nodiscard]] schedule::BufferRef buffer();
    /// The name that is next, where an object gets it.
    [[nodiscard]] std::string new_value(const std::string& what);

    [[nodiscard]] const schedule::Buffer& at(schedule::BufferRef buffer) const;
    [[nodiscard]] arch::Direction direction();

    /// "memref<256xi32>"
    [[nodiscard]] arch::Bytes memref();
    /// Likewise, of the size that it must have.
    void memref_of(arch::Bytes size);

    /// loc("A full"); what it is called when there is none.
    [[nodiscard]] std::string name_at_location(const std::string& otherwise);

    /// aie.use_lock(%A_full_0_2, AcquireGreaterEqual, 1), from the bracket on.
    [[nodiscard]] std::variant<schedule::Acquire, schedule::Release> lock_use();

 private:
    template <class Object>
    [[nodiscard]] Object find(const std::map<std::string, Object>& objects,
                              const std::string& what);
};

// Each of these reads what follows the name of its operation.
void read_dma(Reading& reading);
void read_core(Reading& reading);
void read_kernel(Reading& reading);
void read_sequence(Reading& reading);

/// Where the words of trace units go, when all has been read.
void finish_trace(Reading& reading);

}  // namespace xdnasim::mlir
