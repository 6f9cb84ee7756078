// The design of scale_2024.mlir as "aie-opt --mlir-print-op-generic" prints it.
"builtin.module"() ({
  "aie.device"() <{device = 5 : i32, sym_name = "main"}> ({
    "memref.global"() <{sym_name = "in", sym_visibility = "public", type = memref<256xi32>}> : () -> ()
    "memref.global"() <{sym_name = "out", sym_visibility = "public", type = memref<256xi32>}> : () -> ()
    "func.func"() <{function_type = (memref<256xi32>, memref<256xi32>, i32) -> (), sym_name = "scale", sym_visibility = "private"}> ({
    }) : () -> ()
    %0 = "aie.tile"() <{col = 0 : i32, row = 0 : i32}> {controller_id = #aie.packet_info<pkt_type = 0, pkt_id = 15>} : () -> index
    %1 = "aie.tile"() <{col = 0 : i32, row = 1 : i32}> : () -> index
    %2 = "aie.tile"() <{col = 0 : i32, row = 2 : i32}> {controller_id = #aie.packet_info<pkt_type = 0, pkt_id = 27>} : () -> index
    %3 = "aie.buffer"(%2) <{address = 1024 : i32, mem_bank = 0 : i32, sym_name = "out_buff_0"}> : (index) -> memref<256xi32>
    %4 = "aie.buffer"(%2) <{address = 2048 : i32, mem_bank = 0 : i32, sym_name = "out_buff_1"}> : (index) -> memref<256xi32>
    %5 = "aie.buffer"(%2) <{address = 3072 : i32, sym_name = "in_buff_0"}> : (index) -> memref<256xi32>
    %6 = "aie.buffer"(%2) <{address = 4096 : i32, sym_name = "in_buff_1"}> : (index) -> memref<256xi32>
    %7 = "aie.lock"(%2) <{init = 2 : i32, lockID = 0 : i32, sym_name = "in_prod_lock"}> : (index) -> index
    %8 = "aie.lock"(%2) <{init = 0 : i32, lockID = 1 : i32, sym_name = "in_cons_lock"}> : (index) -> index
    %9 = "aie.lock"(%2) <{init = 2 : i32, lockID = 2 : i32, sym_name = "out_prod_lock"}> : (index) -> index
    %10 = "aie.lock"(%2) <{init = 0 : i32, lockID = 3 : i32, sym_name = "out_cons_lock"}> : (index) -> index
    %11 = "aie.switchbox"(%0) ({
      "aie.connect"() <{dest_bundle = 5 : i32, dest_channel = 0 : i32, source_bundle = 3 : i32, source_channel = 3 : i32}> : () -> ()
      "aie.connect"() <{dest_bundle = 3 : i32, dest_channel = 2 : i32, source_bundle = 5 : i32, source_channel = 0 : i32}> : () -> ()
      %40 = "aie.amsel"() <{arbiterID = 5 : i8, msel = 3 : i8}> : () -> index
      %41 = "aie.masterset"(%40) <{dest_bundle = 3 : i32, dest_channel = 0 : i32, keep_pkt_header = true}> : (index) -> index
      "aie.packet_rules"() <{source_bundle = 10 : i32, source_channel = 0 : i32}> ({
        "aie.rule"(%40) <{mask = 31 : i8, value = 15 : i8}> : (index) -> ()
        "aie.end"() : () -> ()
      }) : () -> ()
      "aie.end"() : () -> ()
    }) : (index) -> index
    %12 = "aie.shim_mux"(%0) ({
      "aie.connect"() <{dest_bundle = 5 : i32, dest_channel = 3 : i32, source_bundle = 1 : i32, source_channel = 0 : i32}> : () -> ()
      "aie.connect"() <{dest_bundle = 1 : i32, dest_channel = 0 : i32, source_bundle = 5 : i32, source_channel = 2 : i32}> : () -> ()
      "aie.end"() : () -> ()
    }) : (index) -> index
    %13 = "aie.switchbox"(%1) ({
      "aie.connect"() <{dest_bundle = 5 : i32, dest_channel = 0 : i32, source_bundle = 3 : i32, source_channel = 0 : i32}> : () -> ()
      "aie.connect"() <{dest_bundle = 3 : i32, dest_channel = 0 : i32, source_bundle = 5 : i32, source_channel = 0 : i32}> : () -> ()
      "aie.end"() : () -> ()
    }) : (index) -> index
    %14 = "aie.switchbox"(%2) ({
      "aie.connect"() <{dest_bundle = 1 : i32, dest_channel = 0 : i32, source_bundle = 3 : i32, source_channel = 0 : i32}> : () -> ()
      "aie.connect"() <{dest_bundle = 3 : i32, dest_channel = 0 : i32, source_bundle = 1 : i32, source_channel = 0 : i32}> : () -> ()
      "aie.end"() : () -> ()
    }) : (index) -> index
    %15 = "aie.core"(%2) <{link_with = "scale.o", stack_size = 1024 : i32}> ({
      %50 = "arith.constant"() <{value = 0 : index}> : () -> index
      %51 = "arith.constant"() <{value = 4294967294 : index}> : () -> index
      %52 = "arith.constant"() <{value = 2 : index}> : () -> index
      "cf.br"(%50)[^bb1] : (index) -> ()
    ^bb1(%53: index):  // 2 preds: ^bb0, ^bb5
      %54 = "arith.cmpi"(%53, %51) <{predicate = 2 : i64}> : (index, index) -> i1
      "cf.cond_br"(%54)[^bb2, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
    ^bb2:  // pred: ^bb1
      %55 = "arith.constant"() <{value = 0 : index}> : () -> index
      %56 = "arith.constant"() <{value = 4 : index}> : () -> index
      %57 = "arith.constant"() <{value = 1 : index}> : () -> index
      "cf.br"(%55)[^bb3] : (index) -> ()
    ^bb3(%58: index):  // 2 preds: ^bb2, ^bb4
      %59 = "arith.cmpi"(%58, %56) <{predicate = 2 : i64}> : (index, index) -> i1
      "cf.cond_br"(%59)[^bb4, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
    ^bb4:  // pred: ^bb3
      %60 = "arith.constant"() <{value = 256 : i32}> : () -> i32
      "aie.use_lock"(%8) <{action = 2 : i32, value = 1 : i32}> : (index) -> ()
      "aie.use_lock"(%9) <{action = 2 : i32, value = 1 : i32}> : (index) -> ()
      "func.call"(%5, %3, %60) <{callee = @scale}> : (memref<256xi32>, memref<256xi32>, i32) -> ()
      "aie.use_lock"(%7) <{action = 1 : i32, value = 1 : i32}> : (index) -> ()
      "aie.use_lock"(%10) <{action = 1 : i32, value = 1 : i32}> : (index) -> ()
      "aie.use_lock"(%8) <{action = 2 : i32, value = 1 : i32}> : (index) -> ()
      "aie.use_lock"(%9) <{action = 2 : i32, value = 1 : i32}> : (index) -> ()
      "func.call"(%6, %4, %60) <{callee = @scale}> : (memref<256xi32>, memref<256xi32>, i32) -> ()
      "aie.use_lock"(%7) <{action = 1 : i32, value = 1 : i32}> : (index) -> ()
      "aie.use_lock"(%10) <{action = 1 : i32, value = 1 : i32}> : (index) -> ()
      %61 = "arith.addi"(%58, %57) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "cf.br"(%61)[^bb3] : (index) -> ()
    ^bb5:  // pred: ^bb3
      %62 = "arith.addi"(%53, %52) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "cf.br"(%62)[^bb1] : (index) -> ()
    ^bb6:  // pred: ^bb1
      "aie.end"() : () -> ()
    }) : (index) -> index
    "aie.shim_dma_allocation"(%0) <{channel_dir = 1 : i32, channel_index = 0 : i64, sym_name = "in"}> : (index) -> ()
    "aie.runtime_sequence"() <{sym_name = "sequence"}> ({
    ^bb0(%arg0: memref<2048xi32>, %arg1: memref<2048xi32>):
      "aiex.npu.dma_memcpy_nd"(%arg0) <{burst_length = 0 : i64, d0_zero_after = 0 : i64, d0_zero_before = 0 : i64, id = 1 : i64, issue_token = false, metadata = @in, operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0>, static_sizes = array<i64: 1, 1, 1, 2048>, static_strides = array<i64: 0, 0, 0, 1>}> : (memref<2048xi32>) -> ()
      "aiex.npu.dma_memcpy_nd"(%arg1) <{burst_length = 0 : i64, d0_zero_after = 0 : i64, d0_zero_before = 0 : i64, id = 0 : i64, issue_token = false, metadata = @out, operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0>, static_sizes = array<i64: 1, 1, 1, 2048>, static_strides = array<i64: 0, 0, 0, 1>}> : (memref<2048xi32>) -> ()
      "aiex.npu.dma_wait"() <{symbol = @out}> : () -> ()
    }) : () -> ()
    %16 = "aie.mem"(%2) ({
      %70 = "aie.dma_start"()[^bb1, ^bb3] <{channel_dir = 0 : i32, channel_index = 0 : i32, repeat_count = 0 : i32}> : () -> i1
    ^bb1:
      "aie.use_lock"(%7) <{action = 2 : i32, value = 1 : i32}> : (index) -> ()
      "aie.dma_bd"(%5) <{bd_id = 0 : i32, burst_length = 0 : i32, len = 256 : i32, next_bd_id = 1 : i32, offset = 0 : i32}> : (memref<256xi32>) -> ()
      "aie.use_lock"(%8) <{action = 1 : i32, value = 1 : i32}> : (index) -> ()
      "aie.next_bd"()[^bb2] : () -> ()
    ^bb2:
      "aie.use_lock"(%7) <{action = 2 : i32, value = 1 : i32}> : (index) -> ()
      "aie.dma_bd"(%6) <{bd_id = 1 : i32, burst_length = 0 : i32, len = 256 : i32, next_bd_id = 0 : i32, offset = 0 : i32}> : (memref<256xi32>) -> ()
      "aie.use_lock"(%8) <{action = 1 : i32, value = 1 : i32}> : (index) -> ()
      "aie.next_bd"()[^bb1] : () -> ()
    ^bb3:  // pred: ^bb0
      %71 = "aie.dma_start"()[^bb4, ^bb6] <{channel_dir = 1 : i32, channel_index = 0 : i32, repeat_count = 0 : i32}> : () -> i1
    ^bb4:
      "aie.use_lock"(%10) <{action = 2 : i32, value = 1 : i32}> : (index) -> ()
      "aie.dma_bd"(%3) <{bd_id = 2 : i32, burst_length = 0 : i32, len = 256 : i32, next_bd_id = 3 : i32, offset = 0 : i32}> : (memref<256xi32>) -> ()
      "aie.use_lock"(%9) <{action = 1 : i32, value = 1 : i32}> : (index) -> ()
      "aie.next_bd"()[^bb5] : () -> ()
    ^bb5:
      "aie.use_lock"(%10) <{action = 2 : i32, value = 1 : i32}> : (index) -> ()
      "aie.dma_bd"(%4) <{bd_id = 3 : i32, burst_length = 0 : i32, len = 256 : i32, next_bd_id = 2 : i32, offset = 0 : i32}> : (memref<256xi32>) -> ()
      "aie.use_lock"(%9) <{action = 1 : i32, value = 1 : i32}> : (index) -> ()
      "aie.next_bd"()[^bb4] : () -> ()
    ^bb6:  // pred: ^bb3
      "aie.end"() : () -> ()
    }) : (index) -> index
    "aie.shim_dma_allocation"(%0) <{channel_dir = 0 : i32, channel_index = 0 : i64, sym_name = "out"}> : (index) -> ()
    "aie.packet_flow"() <{ID = 15 : i8, keep_pkt_header = true, priority_route = true}> ({
      "aie.packet_source"(%0) <{bundle = 10 : i32, channel = 0 : i32}> : (index) -> ()
      "aie.packet_dest"(%0) <{bundle = 3 : i32, channel = 0 : i32}> : (index) -> ()
      "aie.end"() : () -> ()
    }) : () -> ()
    "aie.wire"(%12, %11) <{dest_bundle = 3 : i32, source_bundle = 5 : i32}> : (index, index) -> ()
    "aie.end"() : () -> ()
  }) : () -> ()
}) : () -> ()
