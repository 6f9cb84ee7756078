#pragma once
// What `xdnasim packs` says of the choices of a GEMM on packs: tiles, shapes of aie::mmul, buffers
// in banks, packs by their size, rows shifted against each other.

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "arch/device.hpp"
#include "workloads/gemm/packs/pack_design.hpp"

namespace xdnasim::cli {

/// A choice: its heading, the figures of what there is to choose from, and what is chosen.
struct PacksView {
    std::string_view name;  ///< "tiles"
    std::string_view title;
    nlohmann::ordered_json (*figures)(const gemm::packs::PackDesign& design,
                                      const arch::Device& device);
    std::string (*table)(const nlohmann::ordered_json& figures);
};
[[nodiscard]] PacksView tile_view();
[[nodiscard]] PacksView mmul_view();
[[nodiscard]] PacksView placement_view();
[[nodiscard]] PacksView size_view();
[[nodiscard]] PacksView stagger_view();

/// Last cell of a row of figures.
[[nodiscard]] inline std::string chosen_mark(const nlohmann::ordered_json& row) {
    return row.at("chosen").get<bool>() ? "chosen" : "";
}
inline constexpr std::size_t kPacksCellWidth = 60;

}  // namespace xdnasim::cli
