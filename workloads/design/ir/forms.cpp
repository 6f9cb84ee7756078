#include "workloads/design/ir/forms.hpp"

#include <array>
#include <map>
#include <utility>

namespace xdnasim::ir {
namespace {

using namespace std::string_view_literals;

// Names of operands and attributes are those of mlir-aie's AIEOps.td and AIEX.td.
const std::vector<OperationForms> kForms{
    {"aie.tile", "", {"( #col , #row ) {}"}},
    {"aie.logical_tile", "", {"< $tile_type > ( *col , *row ) {}"}},
    {"aie.lock", "tile", {"( %tile ?( , #lockID ?) ) {}"}},
    {"aie.buffer", "tile", {"( %tile ) {} : *type ?( = *initial_value ?)"}},
    {"aie.external_buffer", "", {"{} : *type"}},
    {"aie.use_lock",
     "lock value",
     {"( %lock , $action ?( , #value ?) ) {}", "( %lock , $action , #value , $blocking ) {}"}},
    {"aie.switchbox", "tile", {"( %tile ) R"}},
    {"aie.shim_mux", "tile", {"( %tile ) R"}},
    {"aie.connect", "", {"< $source_bundle : #source_channel , $dest_bundle : #dest_channel > {}"}},
    {"aie.amsel",
     "",
     {"< #arbiterID > ( #msel ) ?( deterministic_merge [deterministic_merge ?) {} ."}},
    {"aie.masterset", "*amsels", {"( $dest_bundle : #dest_channel *amsels ) {}"}},
    {"aie.packet_rules", "", {"( $source_bundle : #source_channel ) R"}},
    {"aie.rule", "amsel", {"( #mask , #value , %amsel ) {}"}},
    {"aie.flow",
     "source dest",
     {"( %source , $source_bundle : #source_channel , %dest , $dest_bundle : #dest_channel ) "
      "{}"}},
    {"aie.packet_flow", "", {"( #ID ?( , mask = #mask ?) ) R {}", "( #ID ?( , #mask ?) ) R {}"}},
    {"aie.packet_source", "tile", {"< %tile , $bundle : #channel >"}},
    {"aie.packet_dest", "tile", {"< %tile , $bundle : #channel >"}},
    {"aie.shim_dma_allocation",
     "tile",
     {"@sym_name ( %tile , $channel_dir , #channel_index ?( , *packet ?) ) {}",
      "@sym_name ( $channel_dir , #channel_index , #col ?( , *packet ?) ) {}"}},
    {"aie.mem", "tile", {"( %tile ) R"}},
    {"aie.memtile_dma", "tile", {"( %tile ) R"}},
    {"aie.shim_dma", "tile", {"( %tile ) R"}},
    {"aie.core", "tile", {"( %tile ) R {}"}},
    {"aie.dma_start",
     "",
     {"( $channel_dir , #channel_index , ^dest , ^chain "
      "?( , repeat_count = #repeat_count ?) ) {}"}},
    {"aie.dma_bd",
     "buffer offset len *sizes *strides bd_id iteration_size iteration_stride",
     {"( %buffer : *pattern ) ?( bd_id_val %bd_id : $bd_id_type ?) "
      "?( iteration_size_val %iteration_size : $size_type ?) "
      "?( iteration_stride_val %iteration_stride : $stride_type ?) {} ."}},
    {"aie.dma_bd_packet", "", {"( #packet_type , #packet_id ) {}"}},
    {"aie.dma", "", {"( $channel_dir , #channel_index ) {}"}},
    {"aie.next_bd", "", {"^dest"}},
    {"cf.br", "", {"^dest"}},
    {"aie.event", "", {"( #val ) {}"}},
    {"aie.trace", "tile", {"@sym_name ( %tile ) ?( buffer_size = #buffer_size ?) R"}},
    {"aie.trace.start_config", "", {"@trace_config"}},
    {"aie.cascade_flow", "source dest", {"( %source , %dest )"}},
    {"aie.configure_cascade", "tile", {"( %tile , $inputDir , $outputDir )"}},
    {"aie.objectfifo",
     "producerTile *consumerTiles",
     {"@sym_name ( *arguments ) {} : *type ?( = *initial_values ?)"}},
    {"aie.objectfifo.link",
     "",
     {"[fifoIns -> [fifoOuts ( [src_offsets [dst_offsets ) {}", "[fifoIns -> [fifoOuts ( ) {}"}},
    {"aie.objectfifo.allocate", "delegateTile", {"@objFifo_name ( %delegateTile ) {}"}},
    {"aie.objectfifo.acquire",
     "",
     {"{} @objFifo_name ( $port , #size ) : *type", "@objFifo_name ( $port , #size ) {} : *type"}},
    {"aie.objectfifo.release",
     "",
     {"{} @objFifo_name ( $port , #size )", "@objFifo_name ( $port , #size ) {}"}},
    {"aie.objectfifo.subview.access", "subview", {"%subview [index {} : *type"}},
    // The locks and buffers that an acquire stands for. This operation comes from the lowering of
    // object FIFOs, and does not exist in mlir-aie.
    {"fifo.end",
     "",
     {"@fifo ( %tile , $port ) ?( locks ( %acquire , %release ) ?) repeat #repeat objects ( "
      "*objects )"}},
    {"func.call", "*operands", {"@callee ( *operands ) {} : *type", "@callee ( ) {} : *type"}},
    {"aiex.npu.dma_memcpy_nd",
     "memref *dynamic",
     {"( %memref [offsets [sizes [strides ?( , *more ?) ) {} : *type",
      "( #x , #y , %memref [offsets [sizes [strides ?( , *more ?) ) {} : *type"}},
    {"aiex.npu.dma_wait", "", {"{}"}},
    {"aiex.npu.sync",
     "column row direction channel column_num row_num",
     {"( #column , #row , #direction , #channel , #column_num , #row_num ) {}", "{}"}},
    {"aiex.npu.write32", "address value", {"( #address , #value ) {}", "{}"}},
    {"aiex.npu.maskwrite32", "address value mask", {"( #address , #value , #mask ) {}", "{}"}},
    {"aiex.npu.maskpoll", "address value mask", {"( #address , #value , #mask ) {}", "{}"}},
    {"aiex.npu.blockwrite", "data", {"( %data ) {} : *type"}},
    {"aiex.npu.address_patch", "arg_plus", {"( #arg_plus : *type ) {}", "{}"}},
    {"aiex.npu.push_queue",
     "bd_id repeat_count",
     {"( #column , #row , $direction : #channel ) bd_id #bd_id ?( repeat #repeat_count ?) {}",
      "( #column , #row , $direction : #channel ) {}"}},
    {"aiex.npu.shimtile_push_queue", "", {"{}"}},
    {"aiex.npu.writebd", "", {"{}"}},
    {"aiex.npu.rtp_write",
     "",
     {"( @buffer , #index , #value ) {}", "( #col , #row , #index , #value ) {}"}},
    {"aiex.npu.preempt", "", {"{}"}},
    {"aiex.npu.assert_bd_field", "value", {"( #value ) {} : *type"}},
    {"aiex.npu.assert_bd_divisible", "value", {"( #value ) {} : *type"}},
    {"aiex.npu.load_pdi", "", {"{}"}},
    {"aiex.set_lock", "lock", {"( %lock , #value ) {}"}},
    {"aiex.control_packet", "", {"{}"}},
    {"aiex.dma_configure_task_for",
     "repeat_count",
     {"@alloc ?( repeat %repeat_count : $repeat_type ?) R {}"}},
    {"aiex.dma_configure_task",
     "tile repeat_count bd_id",
     {"( %tile , $direction , #channel ?( , *packet ?) ) "
      "?( repeat %repeat_count : $repeat_type ?) ?( bd_id %bd_id : $bd_id_type ?) R {}"}},
    {"aie.bd_chain", "", {"@sym_name ( *arguments ) R"}},
    {"aiex.dma_start_bd_chain",
     "",
     {"@symbol ( *concrete_args ) : *types on ( %tile , $direction , #channel ) {}"}},
    {"aiex.dma_start_bd_chain_for", "", {"@symbol ( *concrete_args ) : *types for @alloc {}"}},
    {"aiex.dma_start_task",
     "task repeat_count_val",
     {"( %task ) ?( repeat %repeat_count_val : $repeat_type ?) {} ."}},
    {"aiex.dma_await_task", "task", {"( %task )"}},
    {"aiex.dma_free_task", "task", {"( %task )"}},
    {"memref.get_global", "", {"@name : *type"}},
    {"memref.subview", "source *dynamic", {"%source [offsets [sizes [strides : *type"}},
    {"memref.reinterpret_cast",
     "source *dynamic",
     {"%source to offset : [static_offsets , sizes : [static_sizes , strides : "
      "[static_strides : *type"}},
};

/// Current names, by the part of a name after "aiex.ipu." or "aiex.npu.".
constexpr std::array kRenamed{std::pair{"dma_memcpy_nd"sv, "aiex.npu.dma_memcpy_nd"sv},
                              std::pair{"dma_wait"sv, "aiex.npu.dma_wait"sv},
                              std::pair{"sync"sv, "aiex.npu.sync"sv},
                              std::pair{"write32"sv, "aiex.npu.write32"sv},
                              std::pair{"writebd"sv, "aiex.npu.writebd"sv},
                              std::pair{"writebd_shimtile"sv, "aiex.npu.writebd"sv},
                              std::pair{"shimtile_push_queue"sv, "aiex.npu.shimtile_push_queue"sv},
                              std::pair{"address_patch"sv, "aiex.npu.address_patch"sv},
                              std::pair{"rtp_write"sv, "aiex.npu.rtp_write"sv}};

}  // namespace

std::string_view current_name(std::string_view operation) {
    if (operation == "call") return "func.call";
    for (const std::string_view dialect : {"aiex.ipu."sv, "aiex.npu."sv}) {
        if (!operation.starts_with(dialect)) continue;
        for (const auto& [old, name] : kRenamed)
            if (operation.substr(dialect.size()) == old) return name;
    }
    return operation;
}

const OperationForms* forms_of(std::string_view operation) {
    static const std::map<std::string_view, const OperationForms*> kByName = [] {
        std::map<std::string_view, const OperationForms*> by_name;
        for (const OperationForms& forms : kForms)
            by_name[forms.name] = &forms;
        return by_name;
    }();
    const auto found = kByName.find(operation);
    return found == kByName.end() ? nullptr : found->second;
}

}  // namespace xdnasim::ir
