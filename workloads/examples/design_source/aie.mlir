// A program as IRON prints it, before any compiler has seen it: two cores turn 1,024 numbers x into
// 3x + 1, by way of a mem tile, and the code of the cores is written out.
module {
  aie.device(npu1_1col) {
    %shim = aie.tile(0, 0)
    %mem = aie.tile(0, 1)
    %upper = aie.tile(0, 3)
    %lower = aie.tile(0, 2)
    aie.objectfifo @in(%shim, {%mem}, 2 : i32) : !aie.objectfifo<memref<128xi32>>
    aie.objectfifo @in_lower(%mem, {%lower}, 2 : i32) : !aie.objectfifo<memref<64xi32>>
    aie.objectfifo @in_upper(%mem, {%upper}, 2 : i32) : !aie.objectfifo<memref<64xi32>>
    aie.objectfifo.link [@in] -> [@in_lower, @in_upper]([] [0, 64])
    aie.objectfifo @out_lower(%lower, {%mem}, 2 : i32) : !aie.objectfifo<memref<64xi32>>
    aie.objectfifo @out_upper(%upper, {%mem}, 2 : i32) : !aie.objectfifo<memref<64xi32>>
    aie.objectfifo @out(%mem, {%shim}, 2 : i32) : !aie.objectfifo<memref<128xi32>>
    aie.objectfifo.link [@out_lower, @out_upper] -> [@out]([0, 64] [])
    %core_lower = aie.core(%lower) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      %three = arith.constant 3 : i32
      %one = arith.constant 1 : i32
      %forever = arith.constant 9223372036854775807 : index
      scf.for %round = %c0 to %forever step %c1 {
        %i = aie.objectfifo.acquire @in_lower(Consume, 1) : !aie.objectfifosubview<memref<64xi32>>
        %a = aie.objectfifo.subview.access %i[0] : !aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>
        %o = aie.objectfifo.acquire @out_lower(Produce, 1) : !aie.objectfifosubview<memref<64xi32>>
        %b = aie.objectfifo.subview.access %o[0] : !aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>
        scf.for %k = %c0 to %c64 step %c1 {
          %x = memref.load %a[%k] : memref<64xi32>
          %y = arith.muli %x, %three : i32
          %z = arith.addi %y, %one : i32
          memref.store %z, %b[%k] : memref<64xi32>
        }
        aie.objectfifo.release @in_lower(Consume, 1)
        aie.objectfifo.release @out_lower(Produce, 1)
      }
      aie.end
    }
    %core_upper = aie.core(%upper) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %three = arith.constant dense<3> : vector<16xi32>
      %one = arith.constant dense<1> : vector<16xi32>
      %c16 = arith.constant 16 : index
      %c64 = arith.constant 64 : index
      %forever = arith.constant 9223372036854775807 : index
      scf.for %round = %c0 to %forever step %c1 {
        %i = aie.objectfifo.acquire @in_upper(Consume, 1) : !aie.objectfifosubview<memref<64xi32>>
        %a = aie.objectfifo.subview.access %i[0] : !aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>
        %o = aie.objectfifo.acquire @out_upper(Produce, 1) : !aie.objectfifosubview<memref<64xi32>>
        %b = aie.objectfifo.subview.access %o[0] : !aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>
        // The same in vectors.
        scf.for %k = %c0 to %c64 step %c16 {
          %x = vector.load %a[%k] : memref<64xi32>, vector<16xi32>
          %y = arith.muli %x, %three : vector<16xi32>
          %z = arith.addi %y, %one : vector<16xi32>
          vector.store %z, %b[%k] : memref<64xi32>, vector<16xi32>
        }
        aie.objectfifo.release @in_upper(Consume, 1)
        aie.objectfifo.release @out_upper(Produce, 1)
      }
      aie.end
    }
    aie.runtime_sequence(%arg0: memref<1024xi32>, %arg1: memref<1024xi32>) {
      aiex.npu.dma_memcpy_nd(%arg0[0, 0, 0, 0][1, 1, 1, 1024][0, 0, 0, 1]) {id = 0 : i64, metadata = @in} : memref<1024xi32>
      aiex.npu.dma_memcpy_nd(%arg1[0, 0, 0, 0][1, 1, 1, 1024][0, 0, 0, 1]) {id = 1 : i64, metadata = @out, issue_token = true} : memref<1024xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
