// One core that takes objects of 64 words, calls a kernel and gives objects of 8 words.
module {
  aie.device(npu1_1col) {
    func.func private @k(memref<64xi32>, memref<8xi32>)
    %shim = aie.tile(0, 0)
    %c = aie.tile(0, 2)
    aie.objectfifo @in(%shim, {%c}, 1 : i32) : !aie.objectfifo<memref<64xi32>>
    aie.objectfifo @out(%c, {%shim}, 2 : i32) : !aie.objectfifo<memref<8xi32>>
    %core = aie.core(%c) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %calls = arith.constant 16 : index
      scf.for %r = %c0 to %calls step %c1 {
        %i = aie.objectfifo.acquire @in(Consume, 1) : !aie.objectfifosubview<memref<64xi32>>
        %a = aie.objectfifo.subview.access %i[0] : !aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>
        %o = aie.objectfifo.acquire @out(Produce, 1) : !aie.objectfifosubview<memref<8xi32>>
        %b = aie.objectfifo.subview.access %o[0] : !aie.objectfifosubview<memref<8xi32>> -> memref<8xi32>
        func.call @k(%a, %b) : (memref<64xi32>, memref<8xi32>) -> ()
        aie.objectfifo.release @in(Consume, 1)
        aie.objectfifo.release @out(Produce, 1)
      }
      aie.end
    }
    aie.runtime_sequence(%arg0: memref<2048xi32>, %arg1: memref<128xi32>) {
      aiex.npu.dma_memcpy_nd(%arg0[0, 0, 0, 0][1, 1, 1, 1024][0, 0, 0, 1]) {id = 0 : i64, metadata = @in} : memref<2048xi32>
      aiex.npu.dma_memcpy_nd(%arg1[0, 0, 0, 0][1, 1, 1, 128][0, 0, 0, 1]) {id = 1 : i64, metadata = @out, issue_token = true} : memref<128xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
