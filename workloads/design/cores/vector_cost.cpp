// How often the vector unit is used for operations on vectors larger than its registers.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "base/saturating.hpp"
#include "workloads/design/affine_map.hpp"
#include "workloads/design/cores/operation_cost.hpp"
#include "workloads/design/vector_type.hpp"

namespace xdnasim::design {
namespace {

/// Bits of a vector register of the vector unit (AM020, AIE-ML Architecture).
constexpr int kRegisterBits = 512;

/// For these operations the smaller of their vectors counts: the rest of the larger one stays in
/// place.
constexpr std::array<std::string_view, 6> kOfParts{"vector.extract",
                                                   "vector.insert",
                                                   "vector.extractelement",
                                                   "vector.insertelement",
                                                   "vector.extract_strided_slice",
                                                   "vector.insert_strided_slice"};

std::int64_t registers_of(const VectorType& type) {
    const std::int64_t bits = type.bits().value_or(type.lanes());
    return std::max<std::int64_t>(1, bits / kRegisterBits + (bits % kRegisterBits != 0 ? 1 : 0));
}

std::optional<arch::DataType> data_type(std::string_view element) {
    constexpr std::array<std::pair<std::string_view, arch::DataType>, 5> kTypes{
        {{"i8", arch::DataType::Int8},
         {"i16", arch::DataType::Int16},
         {"i32", arch::DataType::Int32},
         {"bf16", arch::DataType::Bf16},
         {"f32", arch::DataType::F32}}};
    const auto known =
        std::ranges::find(kTypes, element, &std::pair<std::string_view, arch::DataType>::first);
    return known == kTypes.end() ? std::nullopt : std::optional{known->second};
}

/// Peak rate of MACs on these types, per cycle; nullopt if the core has no instruction for them.
std::optional<double> peak_macs(const VectorType& a, const VectorType& b,
                                const arch::CoreModel& core) {
    std::optional<double> peak;
    for (const auto* rates : {&core.matrix, &core.native})
        for (const arch::MatrixRate& rate : *rates)
            if (rate.a_type == data_type(a.element) && rate.b_type == data_type(b.element))
                peak = std::max(peak.value_or(0), rate.peak_macs_per_cycle);
    return peak;
}

/// Returns whether the operation inserts a single element rather than a vector: "vector.insert %x,
/// %v[0] : i32 into vector<4xi32>", or "... : (i32, vector<4xi32>) -> ...".
bool sets_an_element(const ir::Text& text, const ir::Operation& operation,
                     const ir::Aliases& aliases) {
    if (!operation.is("vector.insert") && !operation.is("vector.insertelement")) return false;
    std::uint32_t i = operation.rest.begin;
    while (i < operation.rest.end && !text[i].is(":"))
        i = text[i].opens() && text[i].partner > i ? text[i].partner + 1 : i + 1;
    if (i + 1 >= operation.rest.end) return false;
    const auto types = ir::inside(text, {i + 1, operation.rest.end});
    // The words "vector", "<" and "4xi32", or "!" and "name".
    constexpr std::uint32_t kWords = 3;
    return vectors_in(text, {types.begin, std::min(types.begin + kWords, operation.rest.end)},
                      aliases)
        .empty();
}

std::int64_t passes_of(std::int64_t macs, double peak) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const double passes = std::ceil(static_cast<double>(macs) / peak);
    return passes < static_cast<double>(kMost) ? static_cast<std::int64_t>(passes) : kMost;
}

/// MACs of "vector.contract {indexing_maps = [...]} %a, %b, %c"; nullopt if its maps are not known.
std::optional<std::int64_t> macs_of_contract(const ir::Text& text, const ir::Operation& operation,
                                             const ir::Aliases& aliases,
                                             const std::vector<VectorType>& types) {
    std::uint32_t i = operation.rest.begin;
    while (i < operation.rest.end && !text[i].is("indexing_maps"))
        ++i;
    while (i < operation.rest.end && !text[i].is("["))
        ++i;
    if (i == operation.rest.end) return std::nullopt;
    const auto maps = ir::split(text, {i + 1, text[i].partner});
    if (maps.size() != 3) return std::nullopt;
    std::map<std::ptrdiff_t, std::int64_t> sizes;  // by dimension index
    for (std::size_t k = 0; k < 2; ++k) {
        const auto map = find_affine_map(text, maps[k], aliases);
        if (!map || map->results.size() != types[k].shape.size()) return std::nullopt;
        for (std::size_t d = 0; d < map->results.size(); ++d) {
            // Each map has its own names for the dimensions.
            const auto name = std::ranges::find(map->names, text[map->results[d].begin].text);
            if (name == map->names.end()) return std::nullopt;
            sizes[name - map->names.begin()] = types[k].shape[d];
        }
    }
    std::int64_t macs = 1;
    for (const auto& [dimension, size] : sizes)
        macs = base::saturating_multiply(macs, size);
    return macs;
}

}  // namespace

std::int64_t vector_passes(const ir::Text& text, const ir::Operation& operation,
                           const ir::Aliases& aliases, const arch::CoreModel& core) {
    if (!operation.name.starts_with("vector.") && !operation.name.starts_with("arith.")) return 1;
    const auto types = vectors_in(text, operation.rest, aliases);
    if (types.empty() || operation.is("vector.shape_cast")) return 1;
    if (sets_an_element(text, operation, aliases)) return 1;
    std::optional<std::int64_t> macs;
    if (operation.is("vector.contract") && types.size() > 1)
        macs = macs_of_contract(text, operation, aliases, types);
    if (operation.is("vector.outerproduct") && types.size() > 1)
        macs = base::saturating_multiply(types[0].lanes(), types[1].lanes());
    const auto peak = macs ? peak_macs(types[0], types[1], core) : std::nullopt;
    if (peak) return passes_of(*macs, *peak);
    std::vector<std::int64_t> registers;
    for (const VectorType& type : types)
        registers.push_back(registers_of(type));
    if (std::ranges::find(kOfParts, operation.name) == kOfParts.end())
        return std::ranges::max(registers);
    // A part that is a scalar takes one pass.
    return types.size() == 1 ? 1 : std::ranges::min(registers);
}

}  // namespace xdnasim::design
