#include "workloads/design/ir/attributes.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "workloads/design/ir/forms.hpp"

namespace xdnasim::ir {
namespace {

using Names = std::pair<std::string_view, std::string_view>;

/// Attributes of any operation: its symbol, and how MLIR groups the operands of the generic form.
constexpr std::string_view kOfAll =
    "sym_name sym_visibility operandSegmentSizes operand_segment_sizes resultSegmentSizes";

/// Attributes by operation, without those that its forms name. The ones that nothing reads are
/// files and names of the compiler, hints to the router, and what only the host sees.
constexpr std::array kAttributes{
    Names{"aie.tile", "allocation_scheme controller_id"},
    Names{"aie.logical_tile", "allocation_scheme controller_id"},
    Names{"aie.lock", "init"},
    Names{"aie.buffer", "address mem_bank initial_value core_data bank_reserved aligned"},
    Names{"aie.external_buffer", "address"},
    // mlir-aie implements every lock operation as a blocking one, whatever this attribute says.
    Names{"aie.use_lock", "acq_en blocking"},
    Names{"aie.amsel", "deterministic_merge"},
    Names{"aie.masterset", "keep_pkt_header"},
    Names{"aie.packet_flow", "keep_pkt_header priority_route mask"},
    Names{"aie.shim_dma_allocation", "plio packet"},
    Names{"aie.core",
          "stack_size stack_address stack_bank measured_stack_size stack_size_override "
          "measured_data_size measured_data_ranges measured_data_alignment measured_bank_sizes "
          "measured_bank_alignments link_with link_files "
          "link_merge_files elf_file dynamic_objfifo_lowering placement_known"},
    Names{"aie.dma_start", "repeat_count pad_value out_of_order"},
    Names{"aie.dma", "loop repeat_count pad_value out_of_order"},
    Names{"aie.dma_bd",
          "offset len dimensions pad_dimensions pad_value bd_id next_bd_id packet burst_length "
          "iteration bd_iteration offset_parameter offset_state_table_idx length_parameter "
          "sizes strides static_offset static_len "
          "static_sizes static_strides out_of_order_id axcache"},
    Names{"aie.objectfifo",
          "elemNumber elemType dimensionsToStream dimensionsFromStreamPerConsumer via_DMA plio "
          "disable_synchronization via_shared_mem repeat_count memtile_repeat initValues "
          "initial_values "
          "padDimensions padValue aie_stream aie_stream_port iter_count packet packet_id "
          "prod_dma_channel cons_dma_channels"},
    Names{"aie.trace", "buffer_size"},
    Names{"aiex.npu.dma_memcpy_nd",
          "id metadata issue_token packet burst_length offset_parameter offset_state_table_idx "
          "length_parameter static_offsets "
          "static_sizes static_strides d0_zero_before d1_zero_before d2_zero_before "
          "d0_zero_after d1_zero_after d2_zero_after"},
    Names{"aiex.npu.dma_wait", "symbol"},
    Names{"aiex.npu.write32", "buffer column row"},
    Names{"aiex.npu.maskwrite32", "buffer column row"},
    Names{"aiex.npu.maskpoll", "buffer column row"},
    Names{"aiex.npu.blockwrite", "address buffer column row"},
    Names{"aiex.npu.address_patch", "addr arg_idx"},
    Names{"aiex.npu.push_queue", "issue_token repeat_count bd_id"},
    Names{"aiex.npu.shimtile_push_queue", "metadata issue_token repeat_count bd_id"},
    Names{"aiex.npu.writebd",
          "column row column_num ddr_id bd_id valid_bd use_next_bd next_bd buffer_length "
          "buffer_offset burst_length enable_packet packet_id packet_type out_of_order_id "
          "d0_size d0_stride d1_size d1_stride d2_size d2_stride d0_wrap d0_stepsize d1_wrap "
          "d1_stepsize d2_stepsize iteration_current iteration_size iteration_stride "
          "iteration_wrap iteration_stepsize lock_acq_enable lock_acq_id lock_acq_val "
          "lock_rel_id lock_rel_val d0_zero_before d1_zero_before d2_zero_before "
          "d0_zero_after d1_zero_after d2_zero_after"},
    Names{"aiex.npu.rtp_write", "buffer_sym_name"},
    Names{"aiex.npu.preempt", "level"},
    Names{"aiex.npu.load_pdi", "device_ref id size address"},
    Names{"aiex.npu.assert_bd_field", "min max"},
    Names{"aiex.npu.assert_bd_divisible", "divisor allow_unit"},
    Names{"aiex.control_packet", "address data opcode stream_id length"},
    Names{"aiex.dma_configure_task_for", "issue_token repeat_count"},
    Names{"aiex.dma_configure_task", "issue_token repeat_count packet out_of_order"},
    Names{"aiex.dma_start_task", "repeat_count no_token"},
    Names{"aiex.dma_start_bd_chain", "issue_token repeat_count"},
    Names{"aiex.dma_start_bd_chain_for", "issue_token repeat_count"},
};

bool has_word(std::string_view words, std::string_view word) {
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        if (words.substr(at, end - at) == word) return true;
        at = end + 1;
    }
    return false;
}

/// Returns whether one of `pieces` has the name `attribute`: "#col" in a form, "*dynamic" in
/// operands.
bool names(std::string_view pieces, std::string_view attribute) {
    constexpr std::string_view kSigns = "%#$@^*[";
    for (std::size_t at = 0; at < pieces.size();) {
        const std::size_t end = std::min(pieces.find(' ', at), pieces.size());
        std::string_view piece = pieces.substr(at, end - at);
        if (!piece.empty() && kSigns.find(piece.front()) != std::string_view::npos)
            piece.remove_prefix(1);
        if (piece == attribute) return true;
        at = end + 1;
    }
    return false;
}

}  // namespace

bool knows_attribute(std::string_view operation, std::string_view attribute) {
    const OperationForms* const forms = forms_of(operation);
    if (forms == nullptr || attribute.find('.') != std::string_view::npos) return true;
    if (has_word(kOfAll, attribute) || names(forms->operands, attribute)) return true;
    for (const std::string_view form : forms->forms)
        if (names(form, attribute)) return true;
    const auto own = std::ranges::find(kAttributes, operation, &Names::first);
    return own != kAttributes.end() && has_word(own->second, attribute);
}

std::vector<Attribute> attributes_of(const Text& text, const Operation& operation) {
    std::vector<Attribute> found;
    std::uint32_t i = operation.rest.begin;
    while (i < operation.rest.end) {
        const Token& token = text[i];
        const std::uint32_t next = behind(text, i);
        const bool properties =
            operation.generic && token.is("<") && i + 1 < next && text[i + 1].is("{");
        const std::uint32_t list = properties ? i + 1 : i;
        const bool region = std::ranges::any_of(
            operation.regions, [&](const Region& inner) { return inner.tokens.begin == list; });
        if (text[list].is("{") && text[list].partner > list && !region)
            for (const Attribute& attribute : attributes_in(text, {list, text[list].partner + 1}))
                found.push_back(attribute);
        i = next;
    }
    return found;
}

}  // namespace xdnasim::ir
