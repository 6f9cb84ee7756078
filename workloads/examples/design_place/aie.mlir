// A recurrence over 4,096 numbers, 64 at a time: y = 2 (x + the y before) + 1, in a ring of three cores. Each
// turn waits for all three and for the ways between them. The cores lie far apart, so that these ways are long
// streams; `xdnasim place` puts them beside each other, where they share memories.
module {
  aie.device(npu2) {
    %tile_0_0 = aie.tile(0, 0)
    %tile_0_2 = aie.tile(0, 2)
    %tile_7_5 = aie.tile(7, 5)
    %tile_3_4 = aie.tile(3, 4)
    aie.objectfifo @in(%tile_0_0, {%tile_0_2}, 2 : i32) : !aie.objectfifo<memref<64xi32>>
    aie.objectfifo @sum(%tile_0_2, {%tile_7_5}, 2 : i32) : !aie.objectfifo<memref<64xi32>>
    aie.objectfifo @double(%tile_7_5, {%tile_3_4}, 2 : i32) : !aie.objectfifo<memref<64xi32>>
    aie.objectfifo @before(%tile_3_4, {%tile_0_2}, 1 : i32) : !aie.objectfifo<memref<64xi32>> = [dense<0> : memref<64xi32>]
    aie.objectfifo @out(%tile_3_4, {%tile_0_0}, 2 : i32) : !aie.objectfifo<memref<64xi32>>
    %core_0 = aie.core(%tile_0_2) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %c64 = arith.constant 64 : index
      %forever = arith.constant 9223372036854775807 : index
      scf.for %round = %c0 to %forever step %c1 {
        %x_view = aie.objectfifo.acquire @in(Consume, 1) : !aie.objectfifosubview<memref<64xi32>>
        %x = aie.objectfifo.subview.access %x_view[0] : !aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>
        %y_view = aie.objectfifo.acquire @before(Consume, 1) : !aie.objectfifosubview<memref<64xi32>>
        %y = aie.objectfifo.subview.access %y_view[0] : !aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>
        %z_view = aie.objectfifo.acquire @sum(Produce, 1) : !aie.objectfifosubview<memref<64xi32>>
        %z = aie.objectfifo.subview.access %z_view[0] : !aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>
        scf.for %k = %c0 to %c64 step %c16 {
          %a = vector.load %x[%k] : memref<64xi32>, vector<16xi32>
          %b = vector.load %y[%k] : memref<64xi32>, vector<16xi32>
          %c = arith.addi %a, %b : vector<16xi32>
          vector.store %c, %z[%k] : memref<64xi32>, vector<16xi32>
        }
        aie.objectfifo.release @in(Consume, 1)
        aie.objectfifo.release @before(Consume, 1)
        aie.objectfifo.release @sum(Produce, 1)
      }
      aie.end
    }
    %core_1 = aie.core(%tile_7_5) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %c64 = arith.constant 64 : index
      %forever = arith.constant 9223372036854775807 : index
      scf.for %round = %c0 to %forever step %c1 {
        %x_view = aie.objectfifo.acquire @sum(Consume, 1) : !aie.objectfifosubview<memref<64xi32>>
        %x = aie.objectfifo.subview.access %x_view[0] : !aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>
        %y_view = aie.objectfifo.acquire @double(Produce, 1) : !aie.objectfifosubview<memref<64xi32>>
        %y = aie.objectfifo.subview.access %y_view[0] : !aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>
        scf.for %k = %c0 to %c64 step %c16 {
          %a = vector.load %x[%k] : memref<64xi32>, vector<16xi32>
          %b = arith.addi %a, %a : vector<16xi32>
          vector.store %b, %y[%k] : memref<64xi32>, vector<16xi32>
        }
        aie.objectfifo.release @sum(Consume, 1)
        aie.objectfifo.release @double(Produce, 1)
      }
      aie.end
    }
    %core_2 = aie.core(%tile_3_4) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %c64 = arith.constant 64 : index
      %forever = arith.constant 9223372036854775807 : index
      %one = arith.constant dense<1> : vector<16xi32>
      scf.for %round = %c0 to %forever step %c1 {
        %x_view = aie.objectfifo.acquire @double(Consume, 1) : !aie.objectfifosubview<memref<64xi32>>
        %x = aie.objectfifo.subview.access %x_view[0] : !aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>
        %y_view = aie.objectfifo.acquire @before(Produce, 1) : !aie.objectfifosubview<memref<64xi32>>
        %y = aie.objectfifo.subview.access %y_view[0] : !aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>
        %z_view = aie.objectfifo.acquire @out(Produce, 1) : !aie.objectfifosubview<memref<64xi32>>
        %z = aie.objectfifo.subview.access %z_view[0] : !aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>
        scf.for %k = %c0 to %c64 step %c16 {
          %a = vector.load %x[%k] : memref<64xi32>, vector<16xi32>
          %b = arith.addi %a, %one : vector<16xi32>
          vector.store %b, %y[%k] : memref<64xi32>, vector<16xi32>
          vector.store %b, %z[%k] : memref<64xi32>, vector<16xi32>
        }
        aie.objectfifo.release @double(Consume, 1)
        aie.objectfifo.release @before(Produce, 1)
        aie.objectfifo.release @out(Produce, 1)
      }
      aie.end
    }
    aie.runtime_sequence(%x: memref<4096xi32>, %y: memref<4096xi32>) {
      aiex.npu.dma_memcpy_nd(%x[0, 0, 0, 0][1, 1, 1, 4096][0, 0, 0, 1]) {id = 0 : i64, metadata = @in} : memref<4096xi32>
      aiex.npu.dma_memcpy_nd(%y[0, 0, 0, 0][1, 1, 1, 4096][0, 0, 0, 1]) {id = 1 : i64, issue_token = true, metadata = @out} : memref<4096xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
