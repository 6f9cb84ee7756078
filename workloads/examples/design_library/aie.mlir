// A program as IRON prints it: a core scales 1,024 numbers by a parameter, which the runtime sequence
// writes into its memory, and makes what is negative 0. Functions of somebody else do so.
module {
  aie.device(npu1_1col) {
    func.func private @scale(memref<64xi32>, memref<64xi32>, i32, i32)
    func.func private @relu(memref<64xi32>, i32)
    %shim = aie.tile(0, 0)
    %tile = aie.tile(0, 2)
    %factor = aie.buffer(%tile) {sym_name = "factor"} : memref<1xi32>
    aie.objectfifo @in(%shim, {%tile}, 2 : i32) : !aie.objectfifo<memref<64xi32>>
    aie.objectfifo @out(%tile, {%shim}, 2 : i32) : !aie.objectfifo<memref<64xi32>>
    %core = aie.core(%tile) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 64 : i32
      %forever = arith.constant 9223372036854775807 : index
      scf.for %round = %c0 to %forever step %c1 {
        %i = aie.objectfifo.acquire @in(Consume, 1) : !aie.objectfifosubview<memref<64xi32>>
        %a = aie.objectfifo.subview.access %i[0] : !aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>
        %o = aie.objectfifo.acquire @out(Produce, 1) : !aie.objectfifosubview<memref<64xi32>>
        %b = aie.objectfifo.subview.access %o[0] : !aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>
        %f = memref.load %factor[%c0] : memref<1xi32>
        func.call @scale(%a, %b, %f, %n) : (memref<64xi32>, memref<64xi32>, i32, i32) -> ()
        func.call @relu(%b, %n) : (memref<64xi32>, i32) -> ()
        aie.objectfifo.release @in(Consume, 1)
        aie.objectfifo.release @out(Produce, 1)
      }
      aie.end
    }
    aie.runtime_sequence(%arg0: memref<1024xi32>, %arg1: memref<1024xi32>) {
      aiex.npu.rtp_write(@factor, 0, -3)
      aiex.npu.dma_memcpy_nd(%arg0[0, 0, 0, 0][1, 1, 1, 1024][0, 0, 0, 1]) {id = 0 : i64, metadata = @in} : memref<1024xi32>
      aiex.npu.dma_memcpy_nd(%arg1[0, 0, 0, 0][1, 1, 1, 1024][0, 0, 0, 1]) {id = 1 : i64, metadata = @out, issue_token = true} : memref<1024xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
