#pragma once
// Views of `xdnasim packs` on the choices of a GEMM on packs: tiles, shapes of aie::mmul, placement
// of buffers in banks, sizes of packs, and the stagger of rows against each other.

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "arch/device.hpp"
#include "workloads/gemm/packs/pack_design.hpp"

namespace xdnasim::cli {

/// A view of one choice: its heading, and the figures of all alternatives, the chosen one marked.
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

/// The last cell of a row: "chosen" if the row is the design's choice, else empty.
[[nodiscard]] inline std::string chosen_mark(const nlohmann::ordered_json& row) {
    return row.at("chosen").get<bool>() ? "chosen" : "";
}
inline constexpr std::size_t kPacksCellWidth = 60;

}  // namespace xdnasim::cli
