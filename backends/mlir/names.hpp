#pragma once
// Symbols of a schedule's objects in the text. The names in a schedule may contain any character
// and repeat from tile to tile; the symbols in MLIR, which end up in linker scripts, may not. So an
// object gets a symbol made of its name and tile, and its name itself is written as its location.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

class Names {
 public:
    explicit Names(const schedule::Schedule& schedule);

    [[nodiscard]] const std::string& buffer(schedule::BufferRef buffer) const {
        return buffers_.at(buffer);
    }
    [[nodiscard]] const std::string& lock(schedule::LockRef lock) const { return locks_.at(lock); }
    [[nodiscard]] const std::string& kernel(schedule::KernelRef kernel) const {
        return kernels_.at(static_cast<std::size_t>(kernel.index));
    }
    [[nodiscard]] const std::string& pl_port(std::size_t number) const {
        return pl_ports_.at(number);
    }
    [[nodiscard]] const std::string& host_buffer(schedule::HostBufferRef buffer) const {
        return host_buffers_.at(static_cast<std::size_t>(buffer.index));
    }

 private:
    [[nodiscard]] std::string unique(std::string wish);

    std::set<std::string> taken_;  ///< used symbols, and words reserved in the exported files
    std::map<schedule::BufferRef, std::string> buffers_;
    std::map<schedule::LockRef, std::string> locks_;
    std::vector<std::string> kernels_;
    std::vector<std::string> host_buffers_;
    std::vector<std::string> pl_ports_;
};

[[nodiscard]] std::string tile_name(arch::TileId tile);  // "tile_0_2"

/// Symbol of the words of the sequence's block write `number`; Names gives it to nothing else.
[[nodiscard]] std::string block_name(int number);

/// Returns `name` with underscores for all characters that a C identifier may not contain, and one
/// in front if it is empty or begins with a digit.
[[nodiscard]] std::string identifier(std::string_view name);

/// Returns `text` in quotes, escaped as MLIR does.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace xdnasim::mlir
