// Designs with names that need quotes, or that no report could show.

#include <fstream>
#include <iterator>
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/yaml.hpp"
#include "test/workloads/design/design_text.hpp"
#include "test/workloads/design/fifo_designs.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::Not;

/// The example of a design as IRON prints it, with another symbol for `@name`.
std::string example_with(const std::string& name, const std::string& symbol) {
    std::ifstream stream{XDNASIM_EXAMPLES "/design_source/aie.mlir"};
    EXPECT_TRUE(stream);
    const std::string text{std::istreambuf_iterator<char>{stream}, {}};
    return std::regex_replace(text, std::regex{"@" + name + "\\b"}, "@" + symbol);
}

TEST(NamesInQuotes, OfObjectFifosChangeNothing) {
    const std::int64_t cycles = cycles_of(example_with("in", "in"));
    int read = 0;
    for (const std::string fifo : {"in", "in_lower"})
        for (const std::string symbol :
             {R"("of-in")", R"("of in")", R"("a+b")", R"("in:0")", R"("a#1")", R"("x/y")", R"("é")",
              R"("0in")", R"("a\22b")", R"("\\")", R"("\FF\00")", R"("")", R"("a\0Ab")"}) {
            EXPECT_EQ(cycles_of(example_with(fifo, symbol)), cycles) << symbol;
            ++read;
        }
    EXPECT_EQ(read, 2 * 13);
}

TEST(NamesInQuotes, AreThoseOfObjectsAndGiveTheirValuesNames) {
    EXPECT_THAT(lowered_text(fifo_device(fifo(R"("of-in")", "%a, {%b}, 1 : i32"))),
                AllOf(HasSubstr(R"(%of_in_buff_0 = aie.buffer(%a) {sym_name = "of-in_buff_0"})"),
                      HasSubstr(R"(%of_in_cons_lock_0 = aie.lock(%a, 1))"),
                      HasSubstr(R"(sym_name = "of-in_cons_lock_0"})"),
                      HasSubstr(R"(fifo.end @"of-in"(%a, Produce) locks (%of_in_prod_lock_0,)"),
                      HasSubstr("objects (%of_in_buff_0)")));
    EXPECT_THAT(lowered_text(fifo_device(fifo(R"("0in")", "%shim, {%a}, 1 : i32"))),
                AllOf(HasSubstr("%_0in_cons_buff_0 = "), HasSubstr("dma_bd(%_0in_cons_buff_0 :"),
                      HasSubstr(R"(aie.shim_dma_allocation @"0in_shim_alloc" (%shim)"),
                      Not(HasSubstr("%0in"))));
    EXPECT_THAT(lowered_text(fifo_device(fifo(R"("a\22b")", "%a, {%b}, 1 : i32"))),
                HasSubstr(R"(%a_b_buff_0 = aie.buffer(%a) {sym_name = "a\22b_buff_0"})"));
}

TEST(NamesInQuotes, GiveEachValueANameOfItsOwn) {
    EXPECT_THAT(lowered_text(fifo_device(fifo(R"("a-b")", "%a, {%b}, 1 : i32") +
                                         fifo("a_b", "%a, {%b}, 1 : i32"))),
                AllOf(HasSubstr(R"(%a_b_buff_0 = aie.buffer(%a) {sym_name = "a-b_buff_0"})"),
                      HasSubstr(R"(%a_b_buff_0_2 = aie.buffer(%a) {sym_name = "a_b_buff_0"})"),
                      HasSubstr("objects (%a_b_buff_0)"), HasSubstr("objects (%a_b_buff_0_2)")));
    // The consumer's objects of one FIFO have the names of the other FIFO's.
    EXPECT_THAT(
        lowered_text(
            fifo_device(fifo("of", "%a, {%far}, 1 : i32") + fifo("of_cons", "%b, {%b}, 1 : i32"))),
        AllOf(HasSubstr(R"(%of_cons_buff_0 = aie.buffer(%far) {sym_name = "of_cons_buff_0"})"),
              HasSubstr(R"(%of_cons_buff_0_2 = aie.buffer(%b) {sym_name = "of_cons_buff_0_2"})")));
    const std::string own = "    %of_buff_0 = aie.buffer(%b) : memref<4xi32>\n";
    EXPECT_THAT(lowered_text(fifo_device(own + fifo("of", "%a, {%b}, 1 : i32"))),
                HasSubstr(R"(%of_buff_0_2 = aie.buffer(%a) {sym_name = "of_buff_0"})"));
}

TEST(NamesInQuotes, AreTheSameAsWithoutWhatTheyDoNotNeed) {
    EXPECT_THAT(refused_by_lowering(fifo_device(fifo(R"("\69n")", "%a, {%b}, 1 : i32") +
                                                fifo("in", "%a, {%b}, 1 : i32"))),
                HasSubstr("design.mlir:10:5: another object FIFO is also named 'in'"));
    EXPECT_EQ(lowered_text(fifo_device(fifo(R"("\69n")", "%shim, {%b}, 1 : i32"))),
              lowered_text(fifo_device(fifo("in", "%shim, {%b}, 1 : i32"))));
    const std::string text = example_with("in", "in");
    const std::size_t metadata = text.find("metadata = @in}");
    ASSERT_NE(metadata, std::string::npos);
    std::string escaped = text;
    EXPECT_EQ(cycles_of(escaped.replace(metadata, 14, R"(metadata = @"\69n")")), cycles_of(text));
}

TEST(NamesInQuotes, AreKeysOfTheTemplateOfKernels) {
    const std::string text =
        std::regex_replace(text_of("scale_source.mlir"), std::regex{"@scale\\b"}, R"(@"sc: #ale")");
    const Design design = read(text);
    const base::Node kernels = base::parse_yaml(design.kernels_template, "kernels.yaml");
    ASSERT_EQ(kernels.find("kernels")->entries().size(), 1U) << design.kernels_template;
    EXPECT_EQ(kernels.find("kernels")->entries()[0].key, "sc: #ale");
    Request request;
    request.kernels.kernels = base::parse_yaml(R"("sc: #ale": 70)", "kernels.yaml");
    EXPECT_EQ(read(text, request).schedule.kernels.at(0).cycles, arch::Cycles{70});
    EXPECT_THAT(read(text_of("scale_source.mlir")).kernels_template, HasSubstr("\n  scale:  #"));
}

TEST(NamesOfLocations, AreTextsOfOneLine) {
    const std::string text = R"(module {
  aie.device(npu1_1col) {
    %tile = aie.tile(0, 2)
    %buffer = aie.buffer(%tile) {sym_name = "b"} : memref<4xi32> loc("b\FF\01")
    %lock = aie.lock(%tile, 0) {init = 0 : i32} loc("l\1B[31m\n\C3\A9")
    func.func private @f(memref<4xi32>) loc("k\FF\00")
    %core = aie.core(%tile) {
      func.call @f(%buffer) : (memref<4xi32>) -> ()
      aie.end
    }
    aie.runtime_sequence(%x: memref<4xi32> loc("\FF\1B[31mx\00y")) {
    }
  }
}
)";
    const schedule::Schedule schedule = read(text).schedule;
    EXPECT_EQ(schedule.kernels.at(0).name, "k\\FF\\00");
    EXPECT_EQ(schedule.host_buffers.at(0).name, "\\FF\\1B[31mx\\00y");
    int tiles = 0;
    for (const schedule::TileProgram& program : schedule.tiles) {
        if (program.tile != arch::TileId{0, 2}) continue;
        ++tiles;
        EXPECT_THAT(program.buffers, Contains(Field(&schedule::Buffer::name, "b\\FF\\01")));
        EXPECT_THAT(program.locks, Contains(Field(&schedule::Lock::name, "l\\1B[31m\\0Aé")));
    }
    EXPECT_EQ(tiles, 1);
}

}  // namespace
}  // namespace xdnasim::design
