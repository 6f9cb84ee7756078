#pragma once
// What the objects of a schedule are called in the text. A schedule's names may hold any
// character and repeat from tile to tile; MLIR's symbols, which end up in linker scripts, may not.
// So an object is called by a symbol made of its name and tile, and the name itself stands beside
// it as its location.

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
    [[nodiscard]] std::string unique(const std::string& wish);

    std::set<std::string> taken_;  ///< at first by the languages of the exported files
    std::map<schedule::BufferRef, std::string> buffers_;
    std::map<schedule::LockRef, std::string> locks_;
    std::vector<std::string> kernels_;
    std::vector<std::string> host_buffers_;
    std::vector<std::string> pl_ports_;
};

[[nodiscard]] std::string tile_name(arch::TileId tile);  // "tile_0_2"

/// `name` with an underscore for what no C identifier may hold.
[[nodiscard]] std::string identifier(std::string_view name);

/// `text` in quotes, escaped as MLIR does.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace xdnasim::mlir
