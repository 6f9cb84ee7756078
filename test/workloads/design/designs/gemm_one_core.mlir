// A GEMM of one core, 256 x 128 x 64 of int16 to int32 in tiles of 64 x 64 x 32, as
// input_with_addresses.mlir has such a design: two buffers of each operand, with their addresses.
module {
  aie.device(npu1_1col) {
    func.func private @clear_c(memref<64x32xi32>)
    func.func private @multiply(memref<64x64xi16>, memref<64x32xi16>, memref<64x32xi32>)
    %tile_0_0 = aie.tile(0, 0)
    %tile_0_1 = aie.tile(0, 1)
    %tile_0_2 = aie.tile(0, 2)
    %core_a_0 = aie.buffer(%tile_0_2) {address = 24576 : i32, mem_bank = 1 : i32, sym_name = "core_a_0"} : memref<64x64xi16>
    %core_a_1 = aie.buffer(%tile_0_2) {address = 32768 : i32, mem_bank = 2 : i32, sym_name = "core_a_1"} : memref<64x64xi16>
    %core_b_0 = aie.buffer(%tile_0_2) {address = 9216 : i32, mem_bank = 0 : i32, sym_name = "core_b_0"} : memref<64x32xi16>
    %core_b_1 = aie.buffer(%tile_0_2) {address = 40960 : i32, mem_bank = 2 : i32, sym_name = "core_b_1"} : memref<64x32xi16>
    %core_c_0 = aie.buffer(%tile_0_2) {address = 1024 : i32, mem_bank = 0 : i32, sym_name = "core_c_0"} : memref<64x32xi32>
    %core_c_1 = aie.buffer(%tile_0_2) {address = 16384 : i32, mem_bank = 1 : i32, sym_name = "core_c_1"} : memref<64x32xi32>
    %mem_c_0 = aie.buffer(%tile_0_1) {address = 0 : i32, mem_bank = 0 : i32, sym_name = "mem_c_0"} : memref<64x32xi32>
    %mem_c_1 = aie.buffer(%tile_0_1) {address = 8192 : i32, mem_bank = 0 : i32, sym_name = "mem_c_1"} : memref<64x32xi32>
    %mem_a_0 = aie.buffer(%tile_0_1) {address = 16384 : i32, mem_bank = 0 : i32, sym_name = "mem_a_0"} : memref<64x64xi16>
    %mem_a_1 = aie.buffer(%tile_0_1) {address = 24576 : i32, mem_bank = 0 : i32, sym_name = "mem_a_1"} : memref<64x64xi16>
    %mem_b_0 = aie.buffer(%tile_0_1) {address = 32768 : i32, mem_bank = 0 : i32, sym_name = "mem_b_0"} : memref<64x32xi16>
    %mem_b_1 = aie.buffer(%tile_0_1) {address = 36864 : i32, mem_bank = 0 : i32, sym_name = "mem_b_1"} : memref<64x32xi16>
    %core_a_free = aie.lock(%tile_0_2, 0) {init = 2 : i32, sym_name = "core_a_free"}
    %core_a_full = aie.lock(%tile_0_2, 1) {init = 0 : i32, sym_name = "core_a_full"}
    %core_b_free = aie.lock(%tile_0_2, 2) {init = 2 : i32, sym_name = "core_b_free"}
    %core_b_full = aie.lock(%tile_0_2, 3) {init = 0 : i32, sym_name = "core_b_full"}
    %core_c_free = aie.lock(%tile_0_2, 4) {init = 2 : i32, sym_name = "core_c_free"}
    %core_c_full = aie.lock(%tile_0_2, 5) {init = 0 : i32, sym_name = "core_c_full"}
    %mem_a_free = aie.lock(%tile_0_1, 0) {init = 2 : i32, sym_name = "mem_a_free"}
    %mem_a_full = aie.lock(%tile_0_1, 1) {init = 0 : i32, sym_name = "mem_a_full"}
    %mem_b_free = aie.lock(%tile_0_1, 2) {init = 2 : i32, sym_name = "mem_b_free"}
    %mem_b_full = aie.lock(%tile_0_1, 3) {init = 0 : i32, sym_name = "mem_b_full"}
    %mem_c_free = aie.lock(%tile_0_1, 4) {init = 2 : i32, sym_name = "mem_c_free"}
    %mem_c_full = aie.lock(%tile_0_1, 5) {init = 0 : i32, sym_name = "mem_c_full"}
    aie.flow(%tile_0_0, DMA : 0, %tile_0_1, DMA : 0)
    aie.flow(%tile_0_1, DMA : 0, %tile_0_2, DMA : 0)
    aie.flow(%tile_0_0, DMA : 1, %tile_0_1, DMA : 1)
    aie.flow(%tile_0_1, DMA : 1, %tile_0_2, DMA : 1)
    aie.flow(%tile_0_2, DMA : 0, %tile_0_1, DMA : 2)
    aie.flow(%tile_0_1, DMA : 2, %tile_0_0, DMA : 0)
    %core_0_2 = aie.core(%tile_0_2) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %tiles = arith.constant 8 : index
      %steps = arith.constant 2 : index
      %forever = arith.constant 4294967295 : index
      cf.br ^bb1(%c0 : index)
    ^bb1(%0: index):
      %1 = arith.cmpi slt, %0, %forever : index
      cf.cond_br %1, ^bb2, ^bb12
    ^bb2:
      cf.br ^bb3(%c0 : index)
    ^bb3(%2: index):
      %3 = arith.cmpi slt, %2, %tiles : index
      cf.cond_br %3, ^bb4, ^bb11
    ^bb4:
      aie.use_lock(%core_c_free, AcquireGreaterEqual, 1)
      func.call @clear_c(%core_c_0) : (memref<64x32xi32>) -> ()
      cf.br ^bb5(%c0 : index)
    ^bb5(%4: index):
      %5 = arith.cmpi slt, %4, %steps : index
      cf.cond_br %5, ^bb6, ^bb7
    ^bb6:
      aie.use_lock(%core_a_full, AcquireGreaterEqual, 1)
      aie.use_lock(%core_b_full, AcquireGreaterEqual, 1)
      func.call @multiply(%core_a_0, %core_b_0, %core_c_0) : (memref<64x64xi16>, memref<64x32xi16>, memref<64x32xi32>) -> ()
      aie.use_lock(%core_a_free, Release, 1)
      aie.use_lock(%core_b_free, Release, 1)
      aie.use_lock(%core_a_full, AcquireGreaterEqual, 1)
      aie.use_lock(%core_b_full, AcquireGreaterEqual, 1)
      func.call @multiply(%core_a_1, %core_b_1, %core_c_0) : (memref<64x64xi16>, memref<64x32xi16>, memref<64x32xi32>) -> ()
      aie.use_lock(%core_a_free, Release, 1)
      aie.use_lock(%core_b_free, Release, 1)
      %6 = arith.addi %4, %c2 : index
      cf.br ^bb5(%6 : index)
    ^bb7:
      aie.use_lock(%core_c_full, Release, 1)
      cf.br ^bb8
    ^bb8:
      aie.use_lock(%core_c_free, AcquireGreaterEqual, 1)
      func.call @clear_c(%core_c_1) : (memref<64x32xi32>) -> ()
      cf.br ^bb9(%c0 : index)
    ^bb9(%10: index):
      %11 = arith.cmpi slt, %10, %steps : index
      cf.cond_br %11, ^bb10, ^bb13
    ^bb10:
      aie.use_lock(%core_a_full, AcquireGreaterEqual, 1)
      aie.use_lock(%core_b_full, AcquireGreaterEqual, 1)
      func.call @multiply(%core_a_0, %core_b_0, %core_c_1) : (memref<64x64xi16>, memref<64x32xi16>, memref<64x32xi32>) -> ()
      aie.use_lock(%core_a_free, Release, 1)
      aie.use_lock(%core_b_free, Release, 1)
      aie.use_lock(%core_a_full, AcquireGreaterEqual, 1)
      aie.use_lock(%core_b_full, AcquireGreaterEqual, 1)
      func.call @multiply(%core_a_1, %core_b_1, %core_c_1) : (memref<64x64xi16>, memref<64x32xi16>, memref<64x32xi32>) -> ()
      aie.use_lock(%core_a_free, Release, 1)
      aie.use_lock(%core_b_free, Release, 1)
      %12 = arith.addi %10, %c2 : index
      cf.br ^bb9(%12 : index)
    ^bb13:
      aie.use_lock(%core_c_full, Release, 1)
      %20 = arith.addi %2, %c2 : index
      cf.br ^bb3(%20 : index)
    ^bb11:
      %21 = arith.addi %0, %c1 : index
      cf.br ^bb1(%21 : index)
    ^bb12:
      aie.end
    } {link_with = "kernels.o"}
    %memtile_dma_0_1 = aie.memtile_dma(%tile_0_1) {
      %0 = aie.dma_start(S2MM, 0, ^bb1, ^bb3)
    ^bb1:
      aie.use_lock(%mem_a_free, AcquireGreaterEqual, 1)
      aie.dma_bd(%mem_a_0 : memref<64x64xi16>, 0, 4096) {bd_id = 0 : i32, next_bd_id = 1 : i32}
      aie.use_lock(%mem_a_full, Release, 1)
      aie.next_bd ^bb2
    ^bb2:
      aie.use_lock(%mem_a_free, AcquireGreaterEqual, 1)
      aie.dma_bd(%mem_a_1 : memref<64x64xi16>, 0, 4096) {bd_id = 1 : i32, next_bd_id = 0 : i32}
      aie.use_lock(%mem_a_full, Release, 1)
      aie.next_bd ^bb1
    ^bb3:
      %1 = aie.dma_start(MM2S, 0, ^bb4, ^bb6)
    ^bb4:
      aie.use_lock(%mem_a_full, AcquireGreaterEqual, 1)
      aie.dma_bd(%mem_a_0 : memref<64x64xi16>, 0, 4096, [<size = 16, stride = 256>, <size = 16, stride = 4>, <size = 4, stride = 64>, <size = 4, stride = 1>]) {bd_id = 2 : i32, next_bd_id = 3 : i32}
      aie.use_lock(%mem_a_free, Release, 1)
      aie.next_bd ^bb5
    ^bb5:
      aie.use_lock(%mem_a_full, AcquireGreaterEqual, 1)
      aie.dma_bd(%mem_a_1 : memref<64x64xi16>, 0, 4096, [<size = 16, stride = 256>, <size = 16, stride = 4>, <size = 4, stride = 64>, <size = 4, stride = 1>]) {bd_id = 3 : i32, next_bd_id = 2 : i32}
      aie.use_lock(%mem_a_free, Release, 1)
      aie.next_bd ^bb4
    ^bb6:
      %2 = aie.dma_start(S2MM, 1, ^bb7, ^bb9)
    ^bb7:
      aie.use_lock(%mem_b_free, AcquireGreaterEqual, 1)
      aie.dma_bd(%mem_b_0 : memref<64x32xi16>, 0, 2048) {bd_id = 24 : i32, next_bd_id = 25 : i32}
      aie.use_lock(%mem_b_full, Release, 1)
      aie.next_bd ^bb8
    ^bb8:
      aie.use_lock(%mem_b_free, AcquireGreaterEqual, 1)
      aie.dma_bd(%mem_b_1 : memref<64x32xi16>, 0, 2048) {bd_id = 25 : i32, next_bd_id = 24 : i32}
      aie.use_lock(%mem_b_full, Release, 1)
      aie.next_bd ^bb7
    ^bb9:
      %3 = aie.dma_start(MM2S, 1, ^bb10, ^bb12)
    ^bb10:
      aie.use_lock(%mem_b_full, AcquireGreaterEqual, 1)
      aie.dma_bd(%mem_b_0 : memref<64x32xi16>, 0, 2048, [<size = 16, stride = 128>, <size = 8, stride = 4>, <size = 4, stride = 32>, <size = 4, stride = 1>]) {bd_id = 26 : i32, next_bd_id = 27 : i32}
      aie.use_lock(%mem_b_free, Release, 1)
      aie.next_bd ^bb11
    ^bb11:
      aie.use_lock(%mem_b_full, AcquireGreaterEqual, 1)
      aie.dma_bd(%mem_b_1 : memref<64x32xi16>, 0, 2048, [<size = 16, stride = 128>, <size = 8, stride = 4>, <size = 4, stride = 32>, <size = 4, stride = 1>]) {bd_id = 27 : i32, next_bd_id = 26 : i32}
      aie.use_lock(%mem_b_free, Release, 1)
      aie.next_bd ^bb10
    ^bb12:
      %4 = aie.dma_start(S2MM, 2, ^bb13, ^bb15)
    ^bb13:
      aie.use_lock(%mem_c_free, AcquireGreaterEqual, 1)
      aie.dma_bd(%mem_c_0 : memref<64x32xi32>, 0, 2048) {bd_id = 4 : i32, next_bd_id = 5 : i32}
      aie.use_lock(%mem_c_full, Release, 1)
      aie.next_bd ^bb14
    ^bb14:
      aie.use_lock(%mem_c_free, AcquireGreaterEqual, 1)
      aie.dma_bd(%mem_c_1 : memref<64x32xi32>, 0, 2048) {bd_id = 5 : i32, next_bd_id = 4 : i32}
      aie.use_lock(%mem_c_full, Release, 1)
      aie.next_bd ^bb13
    ^bb15:
      %5 = aie.dma_start(MM2S, 2, ^bb16, ^bb18)
    ^bb16:
      aie.use_lock(%mem_c_full, AcquireGreaterEqual, 1)
      aie.dma_bd(%mem_c_0 : memref<64x32xi32>, 0, 2048, [<size = 16, stride = 128>, <size = 4, stride = 4>, <size = 8, stride = 16>, <size = 4, stride = 1>]) {bd_id = 6 : i32, next_bd_id = 7 : i32}
      aie.use_lock(%mem_c_free, Release, 1)
      aie.next_bd ^bb17
    ^bb17:
      aie.use_lock(%mem_c_full, AcquireGreaterEqual, 1)
      aie.dma_bd(%mem_c_1 : memref<64x32xi32>, 0, 2048, [<size = 16, stride = 128>, <size = 4, stride = 4>, <size = 8, stride = 16>, <size = 4, stride = 1>]) {bd_id = 7 : i32, next_bd_id = 6 : i32}
      aie.use_lock(%mem_c_free, Release, 1)
      aie.next_bd ^bb16
    ^bb18:
      aie.end
    }
    %mem_0_2 = aie.mem(%tile_0_2) {
      %0 = aie.dma_start(S2MM, 0, ^bb1, ^bb3)
    ^bb1:
      aie.use_lock(%core_a_free, AcquireGreaterEqual, 1)
      aie.dma_bd(%core_a_0 : memref<64x64xi16>, 0, 4096) {bd_id = 0 : i32, next_bd_id = 1 : i32}
      aie.use_lock(%core_a_full, Release, 1)
      aie.next_bd ^bb2
    ^bb2:
      aie.use_lock(%core_a_free, AcquireGreaterEqual, 1)
      aie.dma_bd(%core_a_1 : memref<64x64xi16>, 0, 4096) {bd_id = 1 : i32, next_bd_id = 0 : i32}
      aie.use_lock(%core_a_full, Release, 1)
      aie.next_bd ^bb1
    ^bb3:
      %1 = aie.dma_start(S2MM, 1, ^bb4, ^bb6)
    ^bb4:
      aie.use_lock(%core_b_free, AcquireGreaterEqual, 1)
      aie.dma_bd(%core_b_0 : memref<64x32xi16>, 0, 2048) {bd_id = 2 : i32, next_bd_id = 3 : i32}
      aie.use_lock(%core_b_full, Release, 1)
      aie.next_bd ^bb5
    ^bb5:
      aie.use_lock(%core_b_free, AcquireGreaterEqual, 1)
      aie.dma_bd(%core_b_1 : memref<64x32xi16>, 0, 2048) {bd_id = 3 : i32, next_bd_id = 2 : i32}
      aie.use_lock(%core_b_full, Release, 1)
      aie.next_bd ^bb4
    ^bb6:
      %2 = aie.dma_start(MM2S, 0, ^bb7, ^bb9)
    ^bb7:
      aie.use_lock(%core_c_full, AcquireGreaterEqual, 1)
      aie.dma_bd(%core_c_0 : memref<64x32xi32>, 0, 2048) {bd_id = 4 : i32, next_bd_id = 5 : i32}
      aie.use_lock(%core_c_free, Release, 1)
      aie.next_bd ^bb8
    ^bb8:
      aie.use_lock(%core_c_full, AcquireGreaterEqual, 1)
      aie.dma_bd(%core_c_1 : memref<64x32xi32>, 0, 2048) {bd_id = 5 : i32, next_bd_id = 4 : i32}
      aie.use_lock(%core_c_free, Release, 1)
      aie.next_bd ^bb7
    ^bb9:
      aie.end
    }
    aie.shim_dma_allocation @a(MM2S, 0, 0)
    aie.shim_dma_allocation @b(MM2S, 1, 0)
    aie.shim_dma_allocation @c(S2MM, 0, 0)
    aiex.runtime_sequence(%arg0: memref<32768xi16>, %arg1: memref<8192xi16>, %arg2: memref<16384xi32>) {
      aiex.npu.dma_memcpy_nd(0, 0, %arg2[0, 0, 0, 0][2, 2, 64, 32][4096, 32, 64, 1]) {id = 0 : i64, metadata = @c} : memref<16384xi32>
      aiex.npu.dma_memcpy_nd(0, 0, %arg0[0, 0, 0, 0][2, 2, 64, 64][0, 64, 128, 1]) {id = 1 : i64, metadata = @a} : memref<32768xi16>
      aiex.npu.dma_memcpy_nd(0, 0, %arg1[0, 0, 0, 0][2, 2, 64, 32][32, 4096, 64, 1]) {id = 2 : i64, metadata = @b} : memref<8192xi16>
      aiex.npu.dma_memcpy_nd(0, 0, %arg0[0, 0, 0, 8192][2, 2, 64, 64][0, 64, 128, 1]) {id = 3 : i64, metadata = @a} : memref<32768xi16>
      aiex.npu.dma_memcpy_nd(0, 0, %arg1[0, 0, 0, 0][2, 2, 64, 32][32, 4096, 64, 1]) {id = 4 : i64, metadata = @b} : memref<8192xi16>
      aiex.npu.dma_memcpy_nd(0, 0, %arg2[0, 0, 0, 8192][2, 2, 64, 32][4096, 32, 64, 1]) {id = 8 : i64, metadata = @c} : memref<16384xi32>
      aiex.npu.dma_memcpy_nd(0, 0, %arg0[0, 0, 0, 16384][2, 2, 64, 64][0, 64, 128, 1]) {id = 9 : i64, metadata = @a} : memref<32768xi16>
      aiex.npu.dma_memcpy_nd(0, 0, %arg1[0, 0, 0, 0][2, 2, 64, 32][32, 4096, 64, 1]) {id = 10 : i64, metadata = @b} : memref<8192xi16>
      aiex.npu.dma_memcpy_nd(0, 0, %arg0[0, 0, 0, 24576][2, 2, 64, 64][0, 64, 128, 1]) {id = 11 : i64, metadata = @a} : memref<32768xi16>
      aiex.npu.dma_memcpy_nd(0, 0, %arg1[0, 0, 0, 0][2, 2, 64, 32][32, 4096, 64, 1]) {id = 12 : i64, metadata = @b} : memref<8192xi16>
      aiex.npu.dma_wait {symbol = @c}
      aiex.npu.dma_wait {symbol = @c}
    }
  }
}
