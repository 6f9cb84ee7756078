// A core between two ports to the programmable logic, as mlir-aie lowers object FIFOs with
// plio = true: no runtime sequence, and nothing that says how much the ports move.
module @plio {
  aie.device(xcve2802) {
    %tile_10_0 = aie.tile(10, 0)
    %tile_10_3 = aie.tile(10, 3)
    %in_0 = aie.buffer(%tile_10_3) {address = 1024 : i32, sym_name = "in_0"} : memref<256xi32>
    %in_1 = aie.buffer(%tile_10_3) {address = 2048 : i32, sym_name = "in_1"} : memref<256xi32>
    %out_0 = aie.buffer(%tile_10_3) {address = 3072 : i32, sym_name = "out_0"} : memref<256xi32>
    %out_1 = aie.buffer(%tile_10_3) {address = 4096 : i32, sym_name = "out_1"} : memref<256xi32>
    %in_prod = aie.lock(%tile_10_3, 0) {init = 2 : i32, sym_name = "in_prod"}
    %in_cons = aie.lock(%tile_10_3, 1) {init = 0 : i32, sym_name = "in_cons"}
    %out_prod = aie.lock(%tile_10_3, 2) {init = 2 : i32, sym_name = "out_prod"}
    %out_cons = aie.lock(%tile_10_3, 3) {init = 0 : i32, sym_name = "out_cons"}
    aie.flow(%tile_10_0, PLIO : 0, %tile_10_3, DMA : 0)
    aie.flow(%tile_10_3, DMA : 0, %tile_10_0, PLIO : 0)
    func.func private @scale(memref<256xi32>, memref<256xi32>)
    %core_10_3 = aie.core(%tile_10_3) {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %forever = arith.constant 9223372036854775806 : index
      scf.for %i = %c0 to %forever step %c2 {
        aie.use_lock(%in_cons, AcquireGreaterEqual, 1)
        aie.use_lock(%out_prod, AcquireGreaterEqual, 1)
        func.call @scale(%in_0, %out_0) : (memref<256xi32>, memref<256xi32>) -> ()
        aie.use_lock(%in_prod, Release, 1)
        aie.use_lock(%out_cons, Release, 1)
        aie.use_lock(%in_cons, AcquireGreaterEqual, 1)
        aie.use_lock(%out_prod, AcquireGreaterEqual, 1)
        func.call @scale(%in_1, %out_1) : (memref<256xi32>, memref<256xi32>) -> ()
        aie.use_lock(%in_prod, Release, 1)
        aie.use_lock(%out_cons, Release, 1)
      }
      aie.end
    }
    aie.shim_dma_allocation @of_in_shim_alloc(%tile_10_0, MM2S, 0) {plio = true}
    aie.shim_dma_allocation @of_out_shim_alloc(%tile_10_0, S2MM, 0) {plio = true}
    %mem_10_3 = aie.mem(%tile_10_3) {
      %0 = aie.dma_start(S2MM, 0, ^bb1, ^bb3)
    ^bb1:
      aie.use_lock(%in_prod, AcquireGreaterEqual, 1)
      aie.dma_bd(%in_0 : memref<256xi32>, 0, 256) {bd_id = 0 : i32, next_bd_id = 1 : i32}
      aie.use_lock(%in_cons, Release, 1)
      aie.next_bd ^bb2
    ^bb2:
      aie.use_lock(%in_prod, AcquireGreaterEqual, 1)
      aie.dma_bd(%in_1 : memref<256xi32>, 0, 256) {bd_id = 1 : i32, next_bd_id = 0 : i32}
      aie.use_lock(%in_cons, Release, 1)
      aie.next_bd ^bb1
    ^bb3:
      %1 = aie.dma_start(MM2S, 0, ^bb4, ^bb6)
    ^bb4:
      aie.use_lock(%out_cons, AcquireGreaterEqual, 1)
      aie.dma_bd(%out_0 : memref<256xi32>, 0, 256) {bd_id = 2 : i32, next_bd_id = 3 : i32}
      aie.use_lock(%out_prod, Release, 1)
      aie.next_bd ^bb5
    ^bb5:
      aie.use_lock(%out_cons, AcquireGreaterEqual, 1)
      aie.dma_bd(%out_1 : memref<256xi32>, 0, 256) {bd_id = 3 : i32, next_bd_id = 2 : i32}
      aie.use_lock(%out_prod, Release, 1)
      aie.next_bd ^bb4
    ^bb6:
      aie.end
    }
  }
}
