// The same design as it is printed in 2026: flows, structured loops, tasks, no addresses and ids.
module {
  aie.device(npu1_1col) @main {
    func.func private @scale(memref<256xi32>, memref<256xi32>, i32) attributes {link_with = "scale.o"}
    %shim_noc_tile_0_0 = aie.tile(0, 0)
    %tile_0_2 = aie.tile(0, 2)
    %out_buff_0 = aie.buffer(%tile_0_2) {sym_name = "out_buff_0"} : memref<256xi32>
    %out_buff_1 = aie.buffer(%tile_0_2) {sym_name = "out_buff_1"} : memref<256xi32>
    %in_buff_0 = aie.buffer(%tile_0_2) {sym_name = "in_buff_0"} : memref<256xi32>
    %in_buff_1 = aie.buffer(%tile_0_2) {sym_name = "in_buff_1"} : memref<256xi32>
    %in_prod_lock = aie.lock(%tile_0_2) {init = 2 : i32, sym_name = "in_prod_lock"}
    %in_cons_lock = aie.lock(%tile_0_2) {init = 0 : i32, sym_name = "in_cons_lock"}
    %out_prod_lock = aie.lock(%tile_0_2) {init = 2 : i32, sym_name = "out_prod_lock"}
    %out_cons_lock = aie.lock(%tile_0_2) {init = 0 : i32, sym_name = "out_cons_lock"}
    aie.flow(%shim_noc_tile_0_0, DMA : 0, %tile_0_2, DMA : 0)
    aie.flow(%tile_0_2, DMA : 0, %shim_noc_tile_0_0, DMA : 0)
    %core_0_2 = aie.core(%tile_0_2) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c8 = arith.constant 8 : index
      %one = arith.constant 1 : i32
      %c256_i32 = arith.constant 256 : i32
      %forever = arith.constant 9223372036854775807 : index
      scf.for %round = %c0 to %forever step %c1 {
        // The buffers take turns.
        scf.for %i = %c0 to %c8 step %c1 {
          %turn = arith.remui %i, %c2 : index
          aie.use_lock(%in_cons_lock, AcquireGreaterEqual, %one)
          aie.use_lock(%out_prod_lock, AcquireGreaterEqual, %one)
          scf.index_switch %turn
          case 0 {
            func.call @scale(%in_buff_0, %out_buff_0, %c256_i32) : (memref<256xi32>, memref<256xi32>, i32) -> ()
            scf.yield
          }
          default {
            func.call @scale(%in_buff_1, %out_buff_1, %c256_i32) : (memref<256xi32>, memref<256xi32>, i32) -> ()
            scf.yield
          }
          aie.use_lock(%in_prod_lock, Release, %one)
          aie.use_lock(%out_cons_lock, Release, %one)
        }
      }
      aie.end
    } {stack_size = 1024 : i32}
    aie.shim_dma_allocation @in (%shim_noc_tile_0_0, MM2S, 0)
    aie.shim_dma_allocation @out (%shim_noc_tile_0_0, S2MM, 0)
    %mem_0_2 = aie.mem(%tile_0_2) {
      %0 = aie.dma_start(S2MM, 0, ^bb1, ^bb3)
    ^bb1:
      %c1_i32 = arith.constant 1 : i32
      aie.use_lock(%in_prod_lock, AcquireGreaterEqual, %c1_i32)
      aie.dma_bd(%in_buff_0 : memref<256xi32> offset = 0 len = 256)
      aie.use_lock(%in_cons_lock, Release, 1)
      aie.next_bd ^bb2
    ^bb2:
      aie.use_lock(%in_prod_lock, AcquireGreaterEqual, 1)
      aie.dma_bd(%in_buff_1 : memref<256xi32> offset = 0 len = 256)
      aie.use_lock(%in_cons_lock, Release, 1)
      aie.next_bd ^bb1
    ^bb3:
      %1 = aie.dma(MM2S, 0) [{
        %c1_i32_0 = arith.constant 1 : i32
        aie.use_lock(%out_cons_lock, AcquireGreaterEqual, %c1_i32_0)
        aie.dma_bd(%out_buff_0 : memref<256xi32>, 0, 256)
        aie.use_lock(%out_prod_lock, Release, 1)
      }, {
        aie.use_lock(%out_cons_lock, AcquireGreaterEqual, 1)
        aie.dma_bd(%out_buff_1 : memref<256xi32>, 0, 256)
        aie.use_lock(%out_prod_lock, Release, 1)
      }]
      aie.end
    }
    aie.runtime_sequence @sequence(%arg0: memref<2048xi32>, %arg1: memref<2048xi32>) {
      %t0 = aiex.dma_configure_task_for @in {
        aie.dma_bd(%arg0 : memref<2048xi32>, 0, 2048, [<size = 1, stride = 0>, <size = 1, stride = 0>, <size = 1, stride = 0>, <size = 2048, stride = 1>]) {burst_length = 0 : i32}
        aie.end
      }
      aiex.dma_start_task(%t0)
      %t1 = aiex.dma_configure_task_for @out {
        aie.dma_bd(%arg1 : memref<2048xi32> offset = 0 len = 2048 sizes = [1, 1, 1, 2048] strides = [0, 0, 0, 1])
        aie.end
      } {issue_token = true}
      aiex.dma_start_task(%t1)
      aiex.dma_await_task(%t1)
      aiex.dma_free_task(%t0)
    }
  }
}
