#include "backends/txn/bd_layout.hpp"

namespace xdnasim::txn {
namespace {

constexpr BdLayout kShimBd{.length = {"Buffer_Length", 0, 31, 0},
                           .address = {},
                           .packet = {"Enable_Packet", 2, 30, 30},
                           .out_of_order = {"Out_Of_Order_BD_ID", 2, 29, 24},
                           .packet_id = {"Packet_ID", 2, 23, 19},
                           .packet_type = {"Packet_Type", 2, 18, 16},
                           .dimensions = 3,
                           .steps = {{{"D0_Stepsize", 3, 19, 0},
                                      {"D1_Stepsize", 4, 19, 0},
                                      {"D2_Stepsize", 5, 19, 0},
                                      {}}},
                           .wraps = {{{"D0_Wrap", 3, 29, 20}, {"D1_Wrap", 4, 29, 20}, {}}},
                           .padded = 0,
                           .before = {},
                           .after = {},
                           .iteration_now = {"Iteration_Current", 6, 31, 26},
                           .iteration_wrap = {"Iteration_Wrap", 6, 25, 20},
                           .iteration_step = {"Iteration_Stepsize", 6, 19, 0},
                           .next = {"Next_BD", 7, 30, 27},
                           .use_next = {"Use_Next_BD", 7, 26, 26},
                           .valid = {"Valid_BD", 7, 25, 25},
                           .released = {"Lock_Rel_Value", 7, 24, 18, true},
                           .released_lock = {"Lock_Rel_ID", 7, 16, 13},
                           .acquires = {"Lock_Acq_Enable", 7, 12, 12},
                           .acquired = {"Lock_Acq_Value", 7, 11, 5, true},
                           .acquired_lock = {"Lock_Acq_ID", 7, 3, 0}};

constexpr BdLayout kCoreBd{.length = {"Buffer_Length", 0, 13, 0},
                           .address = {"Base_Address", 0, 27, 14},
                           .packet = {"Enable_Packet", 1, 30, 30},
                           .out_of_order = {"Out_Of_Order_BD_ID", 1, 29, 24},
                           .packet_id = {"Packet_ID", 1, 23, 19},
                           .packet_type = {"Packet_Type", 1, 18, 16},
                           .dimensions = 3,
                           .steps = {{{"D0_Stepsize", 2, 12, 0},
                                      {"D1_Stepsize", 2, 25, 13},
                                      {"D2_Stepsize", 3, 12, 0},
                                      {}}},
                           .wraps = {{{"D0_Wrap", 3, 20, 13}, {"D1_Wrap", 3, 28, 21}, {}}},
                           .padded = 0,
                           .before = {},
                           .after = {},
                           .iteration_now = {"Iteration_Current", 4, 24, 19},
                           .iteration_wrap = {"Iteration_Wrap", 4, 18, 13},
                           .iteration_step = {"Iteration_Stepsize", 4, 12, 0},
                           .next = {"Next_BD", 5, 30, 27},
                           .use_next = {"Use_Next_BD", 5, 26, 26},
                           .valid = {"Valid_BD", 5, 25, 25},
                           .released = {"Lock_Rel_Value", 5, 24, 18, true},
                           .released_lock = {"Lock_Rel_ID", 5, 16, 13},
                           .acquires = {"Lock_Acq_Enable", 5, 12, 12},
                           .acquired = {"Lock_Acq_Value", 5, 11, 5, true},
                           .acquired_lock = {"Lock_Acq_ID", 5, 3, 0}};

constexpr BdLayout kMemTileBd{
    .length = {"Buffer_Length", 0, 16, 0},
    .address = {"Base_Address", 1, 18, 0},
    .packet = {"Enable_Packet", 0, 31, 31},
    .out_of_order = {"Out_Of_Order_BD_ID", 0, 22, 17},
    .packet_id = {"Packet_ID", 0, 27, 23},
    .packet_type = {"Packet_Type", 0, 30, 28},
    .dimensions = 4,
    .steps = {{{"D0_Stepsize", 2, 16, 0},
               {"D1_Stepsize", 3, 16, 0},
               {"D2_Stepsize", 4, 16, 0},
               {"D3_Stepsize", 5, 16, 0}}},
    .wraps = {{{"D0_Wrap", 2, 26, 17}, {"D1_Wrap", 3, 26, 17}, {"D2_Wrap", 4, 26, 17}}},
    .padded = 3,
    .before = {{{"D0_Zero_Before", 1, 31, 26},
                {"D1_Zero_Before", 3, 31, 27},
                {"D2_Zero_Before", 4, 30, 27}}},
    .after = {{{"D0_Zero_After", 5, 22, 17},
               {"D1_Zero_After", 5, 27, 23},
               {"D2_Zero_After", 5, 31, 28}}},
    .iteration_now = {"Iteration_Current", 6, 28, 23},
    .iteration_wrap = {"Iteration_Wrap", 6, 22, 17},
    .iteration_step = {"Iteration_Stepsize", 6, 16, 0},
    .next = {"Next_BD", 1, 25, 20},
    .use_next = {"Use_Next_BD", 1, 19, 19},
    .valid = {"Valid_BD", 7, 31, 31},
    .released = {"Lock_Rel_Value", 7, 30, 24, true},
    .released_lock = {"Lock_Rel_ID", 7, 23, 16},
    .acquires = {"Lock_Acq_Enable", 7, 15, 15},
    .acquired = {"Lock_Acq_Value", 7, 14, 8, true},
    .acquired_lock = {"Lock_Acq_ID", 7, 7, 0}};

}  // namespace

const BdLayout& bd_layout_of(arch::TileKind kind) {
    switch (kind) {
        case arch::TileKind::Shim:
            return kShimBd;
        case arch::TileKind::MemTile:
            return kMemTileBd;
        case arch::TileKind::CompTile:
            break;
    }
    return kCoreBd;
}

std::vector<Field> bd_fields(arch::TileKind kind) {
    const BdLayout& layout = bd_layout_of(kind);
    std::vector<Field> fields;
    const auto add = [&](std::string_view name, Field field) {
        if (field.name.empty()) return;
        field.name = name;
        fields.push_back(field);
    };
    constexpr std::array<std::string_view, kLayoutDimensions> kStrides{"d0_stride", "d1_stride",
                                                                       "d2_stride", "d3_stride"};
    constexpr std::array<std::string_view, kLayoutDimensions - 1> kSizes{"d0_size", "d1_size",
                                                                         "d2_size"};
    constexpr std::array<std::string_view, kMaxPadded> kBefore{"d0_zero_before", "d1_zero_before",
                                                               "d2_zero_before"};
    constexpr std::array<std::string_view, kMaxPadded> kAfter{"d0_zero_after", "d1_zero_after",
                                                              "d2_zero_after"};
    for (std::size_t i = 0; i < kStrides.size(); ++i)
        add(kStrides[i], layout.steps[i]);
    for (std::size_t i = 0; i < kSizes.size(); ++i) {
        add(kSizes[i], layout.wraps[i]);
        add(kBefore[i], layout.before[i]);
        add(kAfter[i], layout.after[i]);
    }
    add("buffer_length", layout.length);
    add("buffer_offset", layout.address);
    add("enable_packet", layout.packet);
    add("out_of_order_id", layout.out_of_order);
    add("packet_id", layout.packet_id);
    add("packet_type", layout.packet_type);
    add("iteration_current", layout.iteration_now);
    add("iteration_size", layout.iteration_wrap);
    add("iteration_stride", layout.iteration_step);
    add("next_bd", layout.next);
    add("use_next_bd", layout.use_next);
    add("valid_bd", layout.valid);
    add("lock_rel_val", layout.released);
    add("lock_rel_id", layout.released_lock);
    add("lock_acq_enable", layout.acquires);
    add("lock_acq_val", layout.acquired);
    add("lock_acq_id", layout.acquired_lock);
    return fields;
}

}  // namespace xdnasim::txn
