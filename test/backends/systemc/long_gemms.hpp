#pragma once
// Random settings of gemm_any.yaml for GEMMs with many output blocks.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace xdnasim::backends::properties {

using Settings = std::vector<std::pair<std::string, std::string>>;

/// Draws settings of GEMMs with many output blocks.
class LongGemms {
 public:
    explicit LongGemms(unsigned seed) : random_{seed} {}

    Settings next() {
        const std::string type = one_of({"int8", "int16", "bf16"});
        return {{"device", one_of({"xdna-phoenix", "xdna2-krackan", "xdna2-strix"})},
                {"gemm.size", fmt::format("{{m: {}, k: {}, n: {}}}", pick(500, 2500),
                                          pick(100, 1500), pick(500, 2500))},
                {"gemm.types", fmt::format("{{a: {0}, b: {0}, c: {0}}}", type)},
                {"gemm.tile", fmt::format("{{m: {}, k: {}, n: {}}}", 16 * pick(1, 4),
                                          16 * pick(2, 6), 16 * pick(1, 4))},
                {"gemm.array", fmt::format("{{rows: {}, columns: {}}}", pick(1, 4), pick(1, 4))},
                {"gemm.b_layout", one_of({"row-major", "column-major"})},
                {"gemm.c_buffers", std::to_string(pick(1, 2))},
                {"gemm.bd_reconfiguration",
                 one_of({"overlapped", "sequential", "ping-pong", "four-slots"})}};
    }

    /// A GEMM on up to 32 cores with the tiles that the mapping chooses. If DRAM is the limit, such
    /// a run takes many blocks to reach its steady state.
    Settings next_on_xdna2() {
        Settings settings{
            {"device", one_of({"xdna2-strix", "xdna2-krackan", "xdna2-strix-halo"})},
            {"gemm.size", fmt::format("{{m: {}, k: {}, n: {}}}", pick(1500, 5000), pick(200, 1900),
                                      pick(1500, 5000))},
            {"gemm.types", one_of({"{a: int8, b: int8, c: int32}", "{a: int8, b: int8, c: int16}",
                                   "{a: int16, b: int16, c: int32}", "{a: bf16, b: bf16, c: f32}",
                                   "{a: bf16, b: bf16, c: bf16}"})},
            {"gemm.b_layout", one_of({"row-major", "column-major"})},
            {"gemm.c_buffers", std::to_string(pick(1, 2))}};
        return settings;
    }

 private:
    std::int64_t pick(std::int64_t from, std::int64_t to) {
        return std::uniform_int_distribution{from, to}(random_);
    }
    std::string one_of(const std::vector<std::string>& all) {
        return all[static_cast<std::size_t>(pick(0, std::ssize(all) - 1))];
    }
    std::mt19937 random_;
};

}  // namespace xdnasim::backends::properties
