#include "workloads/placed_design/placeable_design.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/number_format.hpp"
#include "workloads/design/devices.hpp"
#include "workloads/design/lowering/lower.hpp"
#include "workloads/placed_design/placed_text.hpp"

namespace xdnasim::placed_design {
namespace {

const ir::Region& region_of(const ir::Text& text, const ir::Module& module,
                            const std::optional<std::string>& aie_device) {
    return design::choose_device(text, module, aie_device).operation->regions.front();
}

/// Throws InputError if the runtime sequence configures the array for other devices as well.
void require_one_device(const ir::Text& text, const design::ChosenDevice& chosen) {
    const std::vector<std::string> configured = design::configured_devices(text, *chosen.operation);
    std::vector<std::string> others;
    for (const std::string& name : configured)
        if (name != chosen.name && std::ranges::find(others, name) == others.end())
            others.push_back(name);
    if (others.empty()) return;
    text.fail(chosen.operation->at,
              fmt::format("the design configures the array {}, but only one device can be placed. "
                          "Choose one with --aie-device; allowed: {}",
                          base::counted(std::ssize(configured), "time"), fmt::join(others, ", ")));
}

}  // namespace

PlaceableDesign::PlaceableDesign(DesignText text, const arch::Device& device, const Kept& kept)
    : text_{std::make_unique<ir::Text>(std::move(text.content), std::move(text.file))},
      array_{device} {
    const auto has_unplaced = std::ranges::any_of(
        text_->tokens(), [](const ir::Token& token) { return token.is("aie.logical_tile"); });
    if (has_unplaced) {
        const ir::Module module = ir::read_operations(*text_);
        text_ = design::lowering::with_placed_tiles(
            *text_, region_of(*text_, module, text.aie_device), device);
    }
    module_ = ir::read_operations(*text_);
    const design::ChosenDevice chosen = design::choose_device(*text_, module_, text.aie_device);
    require_one_device(*text_, chosen);
    device_ = &chosen.operation->regions.front();
    array_.columns = design::columns_of(design::array_of(*text_, *chosen.operation), device);
    found_ = read_netlist(*text_, module_, *device_, array_, kept);
}

std::string PlaceableDesign::text_with(const placement::Solution& solution,
                                       const placement::Array& array) const {
    return placed_text({*text_, *device_, array_}, found_, solution, array);
}

}  // namespace xdnasim::placed_design
