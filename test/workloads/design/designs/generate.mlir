// A core that sends by itself, before anybody asks for its words.
module {
  aie.device(npu1_1col) {
    %shim = aie.tile(0, 0)
    %tile = aie.tile(0, 2)
    %free = aie.lock(%tile, 0) {init = 1 : i32, sym_name = "free"}
    %full = aie.lock(%tile, 1) {init = 0 : i32, sym_name = "full"}
    %words = aie.buffer(%tile) {sym_name = "words", address = 1024 : i32} : memref<64xi32>
    aie.flow(%tile, DMA : 0, %shim, DMA : 0)
    aie.shim_dma_allocation @out(%shim, S2MM, 0)
    func.func private @generate(memref<64xi32>)
    %core = aie.core(%tile) {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %end = arith.constant 9223372036854775807 : index
      scf.for %i = %zero to %end step %one {
        aie.use_lock(%free, AcquireGreaterEqual, 1)
        func.call @generate(%words) : (memref<64xi32>) -> ()
        aie.use_lock(%full, Release, 1)
      }
      aie.end
    }
    %mem = aie.mem(%tile) {
      %start = aie.dma_start(MM2S, 0, ^send, ^end)
    ^send:
      aie.use_lock(%full, AcquireGreaterEqual, 1)
      aie.dma_bd(%words : memref<64xi32>, 0, 64)
      aie.use_lock(%free, Release, 1)
      aie.next_bd ^send
    ^end:
      aie.end
    }
    aie.runtime_sequence(%a: memref<64xi32>) {
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 64][0, 0, 0, 1]) {id = 0 : i64, metadata = @out} : memref<64xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
