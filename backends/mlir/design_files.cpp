#include "backends/mlir/design_files.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/neighbours.hpp"
#include "backends/artifacts/manifest.hpp"
#include "backends/mlir/kernel_source.hpp"
#include "backends/mlir/names.hpp"
#include "backends/mlir/sliced_arguments.hpp"
#include "backends/txn/txn.hpp"
#include "base/fingerprint.hpp"
#include "traces/words/packet.hpp"
#include "workloads/schedule/stack_buffer.hpp"

namespace xdnasim::mlir {
namespace {

constexpr const char* kDesign = "aie.mlir";
constexpr const char* kInstructions = "insts.bin";

/// Returns the smallest stack of all cores with a program; 0 if there are none.
arch::Bytes stack_of(const schedule::Schedule& schedule) {
    std::optional<arch::Bytes> min;
    for (const schedule::TileProgram& program : schedule.tiles)
        if (!program.core.empty()) min = std::min(min.value_or(program.stack), program.stack);
    return min.value_or(arch::Bytes{});
}

/// Returns in words where a core without a stack at address 0 has room for one; empty if it has
/// none.
std::string stack_elsewhere(const schedule::Schedule& schedule, arch::TileId core) {
    for (const arch::TileId tile : arch::memories_in_reach(core)) {
        const schedule::TileProgram* const program = schedule.find(tile);
        if (program == nullptr) continue;
        const auto stack = std::ranges::find(
            program->buffers, schedule::stack_buffer_name(core, tile), &schedule::Buffer::name);
        if (stack != program->buffers.end())
            return fmt::format("at byte {} of {} memory", stack->address.count(),
                               tile == core ? "its own" : to_string(tile) + "'s");
    }
    return {};
}

/// Returns the paragraph of the README on the cores' stacks and the effect of too small ones.
std::string about_stack(const schedule::Schedule& schedule) {
    for (const schedule::TileProgram& program : schedule.tiles) {
        if (program.core.empty() || program.stack != arch::Bytes{}) continue;
        const std::string place = stack_elsewhere(schedule, program.tile);
        if (place.empty()) continue;
        return fmt::format(
            R"(mlir-aie puts the stack of a core at address 0 of the core's own memory. This design
has buffers at the start of the memories and room for stacks elsewhere: the stack of core {} lies
{}. Therefore aie.mlir says that the cores have 0 bytes of stack. A kernel that
needs a stack overwrites what lies at address 0, and no tool reports this. Before the design can
run, buffers in aie.mlir have to be moved away from address 0, and `stack_size` set to the bytes
freed there.)",
            to_string(program.tile), place);
    }
    return fmt::format(
        R"(A core has {} bytes of stack. A kernel that needs more overwrites the buffer behind the
stack, and no tool reports this: if results are wrong, try a larger stack (gemm.stack_bytes in the
problem; the matmul of mlir-aie's own designs takes 3328 bytes).)",
        stack_of(schedule).count());
}

constexpr const char* kAboutPorts =
    "  ports.yaml     what the programmable logic moves through each port, for `xdnasim simulate "
    "aie.mlir`\n";

/// Returns the paragraph of the README on kernels that the user has to write before the design can
/// be built; empty if there are none.
std::string missing_sources(const schedule::Schedule& schedule, const arch::Device& device,
                            const Names& names) {
    std::string text;
    int number = 0;
    for (const kernels::Kernel& kernel : schedule.kernels) {
        const std::string& symbol = names.kernel({number++});
        if (!has_source(kernel, device)) text += fmt::format("\n  kernels/{}.cc", symbol);
    }
    if (text.empty()) return text;
    return "\nxdnasim has no source for these kernels, which have to be written before `make`:" +
           text + '\n';
}

std::string mlir_aie(Release release) {
    switch (release) {
        case Release::V1_3_4:
            return to_string(release);
        case Release::Current:
            break;
    }
    return "later than " + to_string(Release::V1_3_4);
}

std::string readme(const schedule::Schedule& schedule, const arch::Device& device,
                   Release release) {
    return fmt::format(R"({}

  aie.mlir       the program of the array in the dialects of mlir-aie: {} tiles, {} streams with
                 their routes, the runtime sequence
  kernels/       what the cores call, in the AIE API
  insts.bin      the runtime sequence as the NPU's instructions, for device {} ({})
  manifest.json  the host's buffers in the order of the kernel's arguments, the problem, and what
                 its trace units watch
{}  simulate.yaml  aie.mlir on the problem's device, with the problem's changes to the device, for
                 `xdnasim simulate simulate.yaml`
  Makefile       builds {} from aie.mlir and kernels/

`make` needs mlir-aie {} (aiecc and aie-opt in the path; other releases need another form of
aie.mlir: see `--mlir-aie` of the export) and Peano (PEANO_INSTALL_DIR), or with `make CHESS=1` xchesscc (AIETOOLS_DIR) in its place.

{}

Not built and not run on silicon by the authors of xdnasim: only xdnasim's own parser has read
aie.mlir, and the kernels have been compiled and run only on a host, with a stand-in for the AIE
API.
{})",
                       kExportMark, schedule.tiles.size(), schedule.flows.size(), device.name,
                       device_kind(schedule, device), schedule.pl.ports.empty() ? "" : kAboutPorts,
                       kBuiltFile, mlir_aie(release), about_stack(schedule),
                       missing_sources(schedule, device, Names{schedule}));
}

/// The Makefile. Arguments: release of mlir-aie, kernels, target, defined macros, and the two files
/// that are built.
constexpr const char* kMakefile =
    R"(# Builds the design with mlir-aie {0}: `make`, or `make CHESS=1` with xchesscc in place of Peano.
KERNELS := {1}
TARGET := {2}
DEFINES := -DNDEBUG{3}

AIECC ?= $(shell command -v aiecc 2>/dev/null || command -v aiecc.py 2>/dev/null)
AIE_OPT := $(shell command -v aie-opt 2>/dev/null)
MLIR_AIE_DIR ?= $(patsubst %/bin/aie-opt,%,$(AIE_OPT))

ifneq ($(MAKECMDGOALS),clean)
ifeq ($(and $(AIECC),$(MLIR_AIE_DIR)),)
$(error aiecc and aie-opt are not in the path: install mlir-aie {0} and source its environment)
endif
ifeq ($(CHESS),1)
ifeq ($(AIETOOLS_DIR),)
$(error AIETOOLS_DIR is not set: the folder of the AIE tools of Vitis)
endif
else ifeq ($(and $(PEANO_INSTALL_DIR),$(wildcard $(PEANO_INSTALL_DIR)/bin/clang++)),)
$(error PEANO_INSTALL_DIR is '$(PEANO_INSTALL_DIR)': not set to the folder of Peano (llvm-aie), with bin/clang++)
endif
endif

ifeq ($(CHESS),1)
COMPILE := xchesscc_wrapper $(TARGET) -I $(AIETOOLS_DIR)/include $(DEFINES)
AIECC_FLAGS := --xchesscc --xbridge
ARCHIVE := ar
else
COMPILE := $(PEANO_INSTALL_DIR)/bin/clang++ -O2 -std=c++20 --target=$(TARGET)-none-unknown-elf \
           -Wno-attributes -I $(MLIR_AIE_DIR)/include $(DEFINES)
AIECC_FLAGS := --no-xchesscc --no-xbridge --peano=$(PEANO_INSTALL_DIR)
ARCHIVE := $(PEANO_INSTALL_DIR)/bin/llvm-ar
endif

OBJECTS := $(KERNELS:%=build/%.o)

all: {4}

build/%.o: kernels/%.cc $(wildcard kernels/*.hpp)
	mkdir -p build
	$(COMPILE) -c $< -o $@

build/kernels.a: $(OBJECTS)
	mkdir -p build
	rm -f $@
	$(ARCHIVE) rcs $@ $^

# insts.bin remains what was simulated; mlir-aie writes its own to build/insts_aiecc.bin.
BUILD = cd build && $(AIECC) $(AIECC_FLAGS) --no-compile-host --aie-generate-xclbin \
	  --xclbin-name=../{4} --aie-generate-npu-insts \
	  --npu-insts-name=insts_aiecc.bin

{4}: aie.mlir build/kernels.a
	rm -f {5}
	cp aie.mlir build/aie.mlir
	$(BUILD) aie.mlir

# mlir-aie's instructions as ELF, too, for newer releases of XRT: these run instead of insts.bin.
elf: {5}

{5}: aie.mlir build/kernels.a
	cp aie.mlir build/aie.mlir
	$(BUILD) --aie-generate-elf --elf-name=../{5} aie.mlir

clean:
	rm -rf build {4} {5}

.PHONY: all elf clean
)";

/// Returns the compilers' name of the target.
const char* target_of(arch::Generation generation) {
    switch (generation) {
        case arch::Generation::AieMl:
            return "aie2";
        case arch::Generation::Aie2p:
            break;
    }
    return "aie2p";
}

std::string makefile(const std::vector<std::string>& symbols, const schedule::Schedule& schedule,
                     const arch::Device& device, Release release) {
    const bool emulates = std::ranges::any_of(schedule.kernels, [&](const kernels::Kernel& kernel) {
        return emulates_bf16(kernel, device);
    });
    return fmt::format(
        kMakefile, mlir_aie(release), fmt::join(symbols, " "), target_of(device.generation),
        emulates ? " -DAIE_API_EMULATE_BFLOAT16_MMUL_WITH_BFP16" : "", kBuiltFile, kBuiltElf);
}

artifacts::FileEntry entry_of(const DesignFile& file) {
    return {file.path, arch::Bytes{static_cast<std::int64_t>(file.content.size())},
            base::fingerprint(std::as_bytes(std::span{file.content}))};
}

}  // namespace

std::vector<DesignFile> design_files(const schedule::Schedule& schedule, const arch::Device& device,
                                     const SimulatedAs& simulated, Release release) {
    const DesignFile design{kDesign, write(schedule, device, release)};
    const std::string ports = ports_text(schedule);
    const DesignFile instructions{kInstructions,
                                  std::string{words::as_bytes(txn::encode(schedule, device))}};
    artifacts::Manifest manifest = artifacts::make_manifest(schedule, device);
    manifest.files.mlir = entry_of(design);
    manifest.files.insts = entry_of(instructions);
    manifest.files.xclbin = artifacts::FileEntry{kBuiltFile, std::nullopt, std::nullopt};
    manifest.files.elf = artifacts::FileEntry{kBuiltElf, std::nullopt, std::nullopt};

    const Names names{schedule};
    std::vector<std::string> symbols;
    std::vector<DesignFile> files{
        {kMarkedFile, readme(schedule, device, release)}, design, instructions};
    const std::vector<ArgumentPlaces> sliced = sliced_arguments(schedule);
    for (const kernels::Kernel& kernel : schedule.kernels) {
        const ArgumentPlaces& slices = sliced[symbols.size()];
        symbols.push_back(names.kernel({static_cast<int>(symbols.size())}));
        files.push_back({fmt::format("kernels/{}.cc", symbols.back()),
                         kernel_source(kernel, symbols.back(), device, slices)});
    }
    if (!symbols.empty())
        for (const std::string& name : template_names())
            files.push_back({"kernels/" + name, template_text(name)});
    if (!ports.empty()) files.push_back({"ports.yaml", ports});
    files.push_back(
        {"simulate.yaml",
         fmt::format("device: {}\nworkload: design\ndesign: {{file: {}}}\n{}", simulated.device,
                     kDesign, simulated.reconfigure ? "reconfigure: true\n" : "")});
    files.push_back({"Makefile", makefile(symbols, schedule, device, release)});
    files.push_back({std::string{artifacts::kManifestFile}, artifacts::manifest_json(manifest)});
    return files;
}

}  // namespace xdnasim::mlir
