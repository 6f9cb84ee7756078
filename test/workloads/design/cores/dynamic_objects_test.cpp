// Cores that count the objects that they hold, and keep the objects in memory, as mlir-aie's
// dynamic lowering of object FIFOs writes them.

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

constexpr int kGiven = 8;                ///< objects that come in
constexpr int kSums = kGiven - 1;        ///< objects that go out
constexpr std::size_t kBuffersOfIn = 3;  ///< buffers for the objects that come in

/// A design before and behind the code of its core, which has eight objects in the buffers %a0, %a1
/// and %a2 in turn (locks %empty and %full), and gives seven of them in %sum (locks %free and
/// %ready).
const std::string kBeforeCode = R"(module {
  aie.device(npu1_1col) {
    func.func private @blend(memref<16xi32>, memref<16xi32>, memref<16xi32>)
    %shim = aie.tile(0, 0)
    %tile = aie.tile(0, 2)
    %a0 = aie.buffer(%tile) {sym_name = "a0"} : memref<16xi32>
    %a1 = aie.buffer(%tile) {sym_name = "a1"} : memref<16xi32>
    %a2 = aie.buffer(%tile) {sym_name = "a2"} : memref<16xi32>
    %sum = aie.buffer(%tile) {sym_name = "sum"} : memref<16xi32>
    %empty = aie.lock(%tile, 0) {init = 3 : i32, sym_name = "empty"}
    %full = aie.lock(%tile, 1) {init = 0 : i32, sym_name = "full"}
    %free = aie.lock(%tile, 2) {init = 1 : i32, sym_name = "free"}
    %ready = aie.lock(%tile, 3) {init = 0 : i32, sym_name = "ready"}
    aie.flow(%shim, DMA : 0, %tile, DMA : 0)
    aie.flow(%tile, DMA : 0, %shim, DMA : 0)
    aie.shim_dma_allocation @in(%shim, MM2S, 0)
    aie.shim_dma_allocation @out(%shim, S2MM, 0)
    %program = aie.core(%tile) {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %7 = arith.constant 7 : index
      %16 = arith.constant 16 : index
      %forever = arith.constant 9223372036854775807 : index
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %three = arith.constant 3 : i32
)";
const std::string kBehindCode = R"(      aie.end
    }
    %mem = aie.mem(%tile) {
      %take = aie.dma_start(S2MM, 0, ^a0, ^next)
    ^a0:
      aie.use_lock(%empty, AcquireGreaterEqual, 1)
      aie.dma_bd(%a0 : memref<16xi32>, 0, 16)
      aie.use_lock(%full, Release, 1)
      aie.next_bd ^a1
    ^a1:
      aie.use_lock(%empty, AcquireGreaterEqual, 1)
      aie.dma_bd(%a1 : memref<16xi32>, 0, 16)
      aie.use_lock(%full, Release, 1)
      aie.next_bd ^a2
    ^a2:
      aie.use_lock(%empty, AcquireGreaterEqual, 1)
      aie.dma_bd(%a2 : memref<16xi32>, 0, 16)
      aie.use_lock(%full, Release, 1)
      aie.next_bd ^a0
    ^next:
      %give = aie.dma_start(MM2S, 0, ^sum, ^end)
    ^sum:
      aie.use_lock(%ready, AcquireGreaterEqual, 1)
      aie.dma_bd(%sum : memref<16xi32>, 0, 16)
      aie.use_lock(%free, Release, 1)
      aie.next_bd ^sum
    ^end:
      aie.end
    }
    aie.runtime_sequence(%a: memref<128xi32>, %b: memref<112xi32>) {
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 128][0, 0, 0, 1]) {id = 0 : i64, metadata = @in} : memref<128xi32>
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 112][0, 0, 0, 1]) {id = 1 : i64, metadata = @out, issue_token = true} : memref<112xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
)";

std::string sliding(const std::string& code) {
    return kBeforeCode + code + kBehindCode;
}

std::string blend(const std::string& x, const std::string& y) {
    return fmt::format(
        "func.call @blend(%{}, %{}, %sum) : (memref<16xi32>, memref<16xi32>, memref<16xi32>) -> "
        "()\n",
        x, y);
}

/// Code of a round on two objects, between its acquire and the end of the round.
std::string between(const std::string& work) {
    return "aie.use_lock(%free, AcquireGreaterEqual, 1)\n" + work +
           "aie.use_lock(%ready, Release, 1)\naie.use_lock(%empty, Release, 1)\n";
}

/// All rounds one after the other, with numbers for the lock and names of the buffers.
std::string written_out() {
    std::string code;
    for (std::size_t i = 0; i < kSums; ++i)
        code += fmt::format("aie.use_lock(%full, AcquireGreaterEqual, {})\n", i == 0 ? 2 : 1) +
                between(blend(fmt::format("a{}", i % kBuffersOfIn),
                              fmt::format("a{}", (i + 1) % kBuffersOfIn)));
    return code;
}

const std::string kKeeps =
    "%s0 = memref.alloca() : memref<memref<16xi32>>\n"
    "%s1 = memref.alloca() : memref<memref<16xi32>>\n"
    "%s2 = memref.alloca() : memref<memref<16xi32>>\n"
    "memref.store %a0, %s0[] : memref<memref<16xi32>>\n"
    "memref.store %a1, %s1[] : memref<memref<16xi32>>\n"
    "memref.store %a2, %s2[] : memref<memref<16xi32>>\n";

/// A round of a core that holds %held objects, and then %left ones. `more`: code after the acquire.
std::string counted(const std::string& work = blend("x", "y"), const std::string& more = "") {
    return "%lack = arith.subi %two, %held : i32\n"
           "%take = arith.maxsi %lack, %zero : i32\n"
           "aie.use_lock(%full, AcquireGreaterEqual, %take)\n"
           "%has = arith.addi %held, %take : i32\n" +
           more +
           "%x = memref.load %s0[] : memref<memref<16xi32>>\n"
           "%y = memref.load %s1[] : memref<memref<16xi32>>\n" +
           between(work) +
           "%last = memref.load %s2[] : memref<memref<16xi32>>\n"
           "memref.store %y, %s0[] : memref<memref<16xi32>>\n"
           "memref.store %last, %s1[] : memref<memref<16xi32>>\n"
           "memref.store %x, %s2[] : memref<memref<16xi32>>\n"
           "%left = arith.subi %has, %one : i32\n";
}

std::string carried_by_for(const std::string& end, const std::string& round) {
    return kKeeps + "%rest = scf.for %i = %0 to " + end +
           " step %1 iter_args(%held = %zero) -> (i32) {\n" + round + "scf.yield %left : i32\n}\n";
}

std::string carried_by_blocks(const std::string& end, const std::string& round) {
    return kKeeps + "cf.br ^head(%0, %zero : index, i32)\n^head(%i: index, %held: i32):\n" +
           "%go = arith.cmpi slt, %i, " + end + " : index\ncf.cond_br %go, ^body, ^exit\n^body:\n" +
           round + "%next = arith.addi %i, %1 : index\n" +
           "cf.br ^head(%next, %left : index, i32)\n^exit:\n";
}

std::string carried_by_while(const std::string& round) {
    return kKeeps +
           "%rest:2 = scf.while (%i = %0, %held = %zero) : (index, i32) -> (index, i32) {\n"
           "%go = arith.cmpi slt, %i, %7 : index\nscf.condition(%go) %i, %held : index, i32\n"
           "} do {\n^bb0(%i: index, %held: i32):\n" +
           round + "%next = arith.addi %i, %1 : index\nscf.yield %next, %left : index, i32\n}\n";
}

/// Counts the objects in %count.
std::string carried_in_memory() {
    return kKeeps +
           "memref.store %zero, %count[%0] : memref<1xi32>\n"
           "scf.for %i = %0 to %7 step %1 {\n"
           "%held = memref.load %count[%0] : memref<1xi32>\n" +
           counted() + "memref.store %left, %count[%0] : memref<1xi32>\n}\n";
}

const schedule::TileProgram& core_in(const Design& design) {
    return *design.schedule.find({0, 2});
}

/// How often the core acquires each number of objects from %full.
std::map<int, std::int64_t> taken(const std::string& text) {
    const Design design = read(text);
    std::map<int, std::int64_t> times;
    schedule::for_each_operation<schedule::Acquire>(
        core_in(design).core, [&](const schedule::Acquire& acquire, std::int64_t count) {
            if (acquire.lock.id == 1) times[acquire.value] += count;
        });
    return times;
}

/// How often the core calls @blend with each pair of buffers, "a0 a1".
std::map<std::string, std::int64_t> blended(const std::string& text) {
    const Design design = read(text);
    std::map<std::string, std::int64_t> times;
    schedule::for_each_operation<schedule::Call>(
        core_in(design).core, [&](const schedule::Call& call, std::int64_t count) {
            std::vector<std::string> names;
            for (const schedule::BufferSlice& slice : call.arguments)
                names.push_back(
                    core_in(design).buffers[static_cast<std::size_t>(slice.buffer.index)].name);
            if (!names.empty()) times[fmt::format("{}", fmt::join(names, " "))] += count;
        });
    return times;
}

/// Operations of the core that are not computations.
std::int64_t operations_of(const std::string& text) {
    const Design design = read(text);
    std::int64_t operations = 0;
    const auto add = [&](const auto& /*operation*/, std::int64_t count) { operations += count; };
    schedule::for_each_operation<schedule::Acquire>(core_in(design).core, add);
    schedule::for_each_operation<schedule::Release>(core_in(design).core, add);
    return operations;
}

TEST(CountedObjects, AreTheSameHoweverTheCountIsCarried) {
    const std::string expected = sliding(written_out());
    const std::int64_t cycles = cycles_of(expected);
    const std::vector<std::string> codes{written_out(), carried_by_for("%7", counted()),
                                         carried_by_blocks("%7", counted()),
                                         carried_by_while(counted())};
    for (const std::string& code : codes) {
        const std::string text = sliding(code);
        // 2 objects in the first round, and 1 in each of the six others.
        EXPECT_THAT(taken(text), UnorderedElementsAre(Pair(2, 1), Pair(1, 6))) << code;
        EXPECT_THAT(blended(text), UnorderedElementsAre(Pair("a0 a1 sum", 3), Pair("a1 a2 sum", 2),
                                                        Pair("a2 a0 sum", 2)))
            << code;
        EXPECT_EQ(cycles_of(text), cycles) << code;
    }
    for (const std::string& endless :
         {carried_by_for("%forever", counted()), carried_by_blocks("%forever", counted())})
        EXPECT_EQ(cycles_of(sliding(endless)), cycles) << endless;
}

TEST(CountedObjects, MayBeCountedInMemory) {
    const std::vector<std::string> texts{
        sliding("%count = memref.alloc() : memref<1xi32>\n" + carried_in_memory()),
        with(sliding(carried_in_memory()), "    %program =",
             "    %count = aie.buffer(%tile) {sym_name = \"count\"} : memref<1xi32>\n"
             "    %program =")};
    for (const std::string& text : texts)
        EXPECT_THAT(taken(text), UnorderedElementsAre(Pair(2, 1), Pair(1, 6))) << text;
}

TEST(CountedObjects, AreKnownBehindTheLoopThatReleasesThem) {
    const std::string text = sliding(
        "aie.use_lock(%full, AcquireGreaterEqual, %three)\n"
        "%rest = scf.for %i = %1 to %7 step %three_rounds iter_args(%held = %three) -> (i32) {\n"
        "aie.use_lock(%empty, Release, 1)\n"
        "%left = arith.subi %held, %one : i32\nscf.yield %left : i32\n}\n"
        "%lack = arith.subi %two, %rest : i32\n"
        "aie.use_lock(%full, AcquireGreaterEqual, %lack)\n");
    // The counters 1 and 4 are two rounds: one object is left, and one is taken.
    EXPECT_THAT(taken(with(text, "      %7 = ",
                           "      %three_rounds = arith.constant 3 : index\n      %7 = ")),
                UnorderedElementsAre(Pair(3, 1), Pair(1, 1)));
}

TEST(CountedObjects, ThatDependOnDataAreRefused) {
    EXPECT_THAT(refusal(sliding("%x = memref.load %a0[%0] : memref<16xi32>\n"
                                "aie.use_lock(%full, AcquireGreaterEqual, %x)\n")),
                HasSubstr("'value' of aie.use_lock is '%x'; allowed: a number that is known "
                          "before the run"));
}

TEST(AcquireOfAtLeastNothing, IsNoOperationOfACore) {
    const std::string code = written_out();
    const std::int64_t cycles = cycles_of(sliding(code));
    const std::int64_t operations = operations_of(sliding(code));
    for (const char* const none : {"%zero", "0"}) {
        const std::string text = sliding(with(
            code, "aie.use_lock(%free",
            fmt::format("aie.use_lock(%full, AcquireGreaterEqual, {})\naie.use_lock(%free", none)));
        EXPECT_EQ(operations_of(text), operations) << none;
        EXPECT_EQ(cycles_of(text), cycles) << none;
    }
    // An acquire of exactly 0 waits until the lock is 0, and a release takes its time.
    for (const char* const one : {"Acquire, 0", "Release, 0"})
        EXPECT_EQ(operations_of(sliding(
                      with(code, "aie.use_lock(%free",
                           fmt::format("aie.use_lock(%full, {})\naie.use_lock(%free", one)))),
                  operations + 1)
            << one;
}

/// Acquires what is lacking once more, when nothing is.
const std::string kOnceMore =
    "%lack_more = arith.subi %two, %has : i32\n"
    "%take_more = arith.maxsi %lack_more, %zero : i32\n"
    "aie.use_lock(%full, AcquireGreaterEqual, %take_more)\n";

TEST(AcquireOfAtLeastNothing, IsNoneWhereTheCoreHoldsEnough) {
    const std::string text = sliding(carried_by_for("%7", counted(blend("x", "y"), kOnceMore)));
    EXPECT_EQ(operations_of(text), operations_of(sliding(written_out())));
    EXPECT_EQ(cycles_of(text), cycles_of(sliding(written_out())));
}

const std::string kAdds =
    "scf.for %k = %0 to %16 step %1 {\n"
    "%u = memref.load %x[%k] : memref<16xi32>\n%v = memref.load %y[%k] : memref<16xi32>\n"
    "%w = arith.addi %u, %v : i32\nmemref.store %w, %sum[%k] : memref<16xi32>\n}\n";

TEST_F(RunWithData, AddsObjectsThatTheCoreCountsAndKeeps) {
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    for (int i = 0; i < kGiven * kObject; ++i)
        input.push_back(i * i - 7 * i);
    for (int i = 0; i < kSums * kObject; ++i) {
        const auto at = static_cast<std::size_t>(i);
        expected.push_back(input[at] + input[at + kObject]);
    }
    for (const std::string& more : {std::string{}, kOnceMore})
        for (const std::string& code : {carried_by_for("%7", counted(kAdds, more)),
                                        carried_by_blocks("%7", counted(kAdds, more)),
                                        carried_by_for("%forever", counted(kAdds, more))})
            expect_all(sliding(code), input, expected);
}

TEST_F(RunWithData, KnowsAnAcquireOfAtLeastNothing) {
    // Each object comes out as it comes in.
    const std::string body = each("i32", "          %y = arith.addi %x, %zero : i32\n") +
                             "        aie.use_lock(%own, AcquireGreaterEqual, 0)\n"
                             "        aie.use_lock(%own, AcquireGreaterEqual, %zero)\n"
                             "        aie.use_lock(%own, Release, 0)\n"
                             "        aie.use_lock(%own, Acquire, 0)\n";
    expect_each<std::int32_t>(
        with(one_core("i32", body, "      %zero = arith.constant 0 : i32\n"),
             "    %program = aie.core",
             "    %own = aie.lock(%core, 15) {init = 0 : i32}\n    %program = aie.core"),
        [](std::int32_t x) { return x; });
}

/// Code that keeps %a0 in %s0, and chooses by data what it keeps then: `yes` or `no`. Then it takes
/// the memory from there.
std::string choosing(const std::string& yes, const std::string& no) {
    const auto keeps = [](const std::string& memory) {
        return "memref.store %" + memory + ", %s0[] : memref<memref<16xi32>>\n";
    };
    return "%s0 = memref.alloca() : memref<memref<16xi32>>\n" + keeps("a0") +
           "aie.use_lock(%full, AcquireGreaterEqual, 3)\n"
           "%d = memref.load %a0[%0] : memref<16xi32>\n"
           "%is = arith.cmpi eq, %d, %one : i32\n"
           "scf.if %is {\n" +
           keeps(yes) + "} else {\n" + keeps(no) +
           "}\n"
           "%x = memref.load %s0[] : memref<memref<16xi32>>\n";
}

TEST(MemoryKeptInMemory, IsKnownWhereAllWaysKeepTheSame) {
    EXPECT_THAT(blended(sliding(choosing("a2", "a2") + blend("x", "a1"))),
                ElementsAre(Pair("a2 a1 sum", 1)));
    EXPECT_THAT(blended(sliding(choosing("a2", "a0") + blend("x", "a1"))),
                ElementsAre(Pair("a1 sum", 1)));
}

TEST(MemoryKeptInMemory, IsFollowedThroughLoopsInLoops) {
    // Two objects change places in each of three rounds of each of three rounds.
    const std::string keeps =
        "%s0 = memref.alloca() : memref<memref<16xi32>>\n"
        "%s1 = memref.alloca() {aie.objectfifo.object_slot} : memref<memref<16xi32>>\n"
        "memref.store %a0, %s0[] : memref<memref<16xi32>>\n"
        "memref.store %a1, %s1[] : memref<memref<16xi32>>\n";
    const std::string round =
        "%x = memref.load %s0[] : memref<memref<16xi32>>\n"
        "%y = memref.load %s1[] : memref<memref<16xi32>>\n" +
        blend("x", "y") +
        "memref.store %y, %s0[] : memref<memref<16xi32>>\n"
        "memref.store %x, %s1[] : memref<memref<16xi32>>\n";
    const std::string inner = "scf.for %i = %1 to %7 step %by {\n" + round + "}\n";
    const std::string begin = "%by = arith.constant 2 : index\n" + keeps;
    const std::vector<std::string> codes{
        begin + "scf.for %o = %1 to %7 step %by {\n" + inner + "}\n",
        begin +
            "cf.br ^head(%1 : index)\n^head(%o: index):\n"
            "%go = arith.cmpi slt, %o, %7 : index\ncf.cond_br %go, ^body, ^exit\n^body:\n" +
            inner + "%next = arith.addi %o, %by : index\ncf.br ^head(%next : index)\n^exit:\n"};
    for (const std::string& code : codes)
        EXPECT_THAT(blended(sliding(code)),
                    UnorderedElementsAre(Pair("a0 a1 sum", 5), Pair("a1 a0 sum", 4)))
            << code;
}

TEST(MemoryKeptInMemory, IsNotKnownBehindACallThatMayChangeIt) {
    const std::string keeps =
        "%s0 = memref.alloca() : memref<memref<16xi32>>\n"
        "memref.store %a0, %s0[] : memref<memref<16xi32>>\n";
    const std::string takes = "%x = memref.load %s0[] : memref<memref<16xi32>>\n";
    const auto called = [&](const std::string& call) {
        return blended(with(sliding(keeps + call + takes + blend("x", "a1")), "    %shim =",
                            "    func.func private @swap(memref<memref<16xi32>>)\n    %shim ="));
    };
    EXPECT_THAT(called(""), ElementsAre(Pair("a0 a1 sum", 1)));
    EXPECT_THAT(called("func.call @swap(%s0) : (memref<memref<16xi32>>) -> ()\n"),
                ElementsAre(Pair("a1 sum", 1)));
}

TEST(MemoryKeptInMemory, IsNotKnownWhereALoopCarriesTheMemoryThatKeepsIt) {
    const std::string code =
        "%s0 = memref.alloca() : memref<memref<16xi32>>\n"
        "memref.store %a0, %s0[] : memref<memref<16xi32>>\n"
        "%m = scf.for %i = %0 to %1 step %1 iter_args(%s = %s0) -> (memref<memref<16xi32>>) {\n"
        "memref.store %a1, %s[] : memref<memref<16xi32>>\n"
        "scf.yield %s : memref<memref<16xi32>>\n}\n"
        "%x = memref.load %s0[] : memref<memref<16xi32>>\n";
    EXPECT_THAT(blended(sliding(code + blend("x", "a2"))), ElementsAre(Pair("a2 sum", 1)));
}

TEST(MemoryKeptInMemory, MayBeTheMemoryThatAnUnknownOneIs) {
    const std::string rounds =
        "%n = memref.load %word[%0] : memref<16xi32>\n%end = arith.index_cast %n : i32 to index\n"
        "scf.for %k = %0 to %end step %1 {\nmemref.store %one, %sum[%k] : memref<16xi32>\n}\n";
    const auto storing = [&](const std::string& code) {
        return with(sliding(code + "memref.store %one, %word[%0] : memref<16xi32>\n" +
                            "memref.store %three, %x[%0] : memref<16xi32>\n" + rounds),
                    "    %program =",
                    "    %word = aie.buffer(%tile) {sym_name = \"word\"} : memref<16xi32>\n"
                    "    %program =");
    };
    EXPECT_NO_THROW(static_cast<void>(read(storing(choosing("a1", "a2")))));
    EXPECT_THAT(refusal(storing(choosing("a1", "word"))),
                HasSubstr("the number of rounds of this loop is not known before the run"));
}

TEST_F(RunWithData, RefusesMemoryOfMemoryThatIsNotOnlyLoadedAndStored) {
    const std::string keeps =
        "        %s = memref.alloca() : memref<memref<16xi32>>\n"
        "        memref.store %in, %s[] : memref<memref<16xi32>>\n";
    EXPECT_THAT(refused_with_data(one_core(
                    "i32", keeps + "        %t = memref.cast %s : memref<memref<16xi32>> to "
                                   "memref<memref<16xi32>>\n")),
                HasSubstr("memory that holds memory can only be loaded and stored"));
    EXPECT_THAT(
        refused_with_data(one_core(
            "i32", keeps + "        %r = scf.for %k = %0 to %1 step %1 iter_args(%t = %s) -> "
                           "(memref<memref<16xi32>>) {\n"
                           "          scf.yield %t : memref<memref<16xi32>>\n        }\n")),
        HasSubstr("'%s' holds memory, and can only be loaded and stored"));
}

}  // namespace
}  // namespace xdnasim::design
