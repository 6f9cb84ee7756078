#include "xdnasim/backends/mlir/design_files.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "xdnasim/backends/artifacts/manifest.hpp"
#include "xdnasim/backends/fingerprint.hpp"
#include "xdnasim/backends/mlir/kernel_source.hpp"
#include "xdnasim/backends/mlir/names.hpp"
#include "xdnasim/backends/mlir/write.hpp"
#include "xdnasim/backends/txn/encode.hpp"

namespace xdnasim::mlir {
namespace {

constexpr const char* kDesign = "aie.mlir";
constexpr const char* kInstructions = "insts.bin";
constexpr const char* kXclbin = "final.xclbin";

/// Words as bytes, the lowest first.
std::string bytes_of(const std::vector<std::uint32_t>& words) {
    constexpr int kByteBits = 8;
    constexpr int kWordBits = 32;
    constexpr std::uint32_t kByte = 0xFF;
    std::string bytes;
    bytes.reserve(words.size() * sizeof(std::uint32_t));
    for (const std::uint32_t word : words)
        for (int bit = 0; bit < kWordBits; bit += kByteBits)
            bytes += static_cast<char>(word >> bit & kByte);
    return bytes;
}

std::string readme(const schedule::Schedule& schedule, const arch::Device& device) {
    return fmt::format(R"({}

  aie.mlir       the program of the array in the dialects of mlir-aie: {} tiles, {} streams with
                 their routes, the runtime sequence
  kernels/       what the cores call, in the AIE API
  insts.bin      the runtime sequence as the NPU's instructions, for device {} ({})
  manifest.json  the buffers that the host gives, in the order of the kernel's arguments, the
                 problem, and what its trace units watch
  Makefile       builds final.xclbin out of aie.mlir and kernels/

`make` needs mlir-aie (aiecc.py in the path) and Peano (PEANO_INSTALL_DIR), or with
`make CHESS=1` xchesscc in its place.

Not built and not run on silicon where it was written: aie.mlir has been read by xdnasim's own
parser alone, the kernels have been compiled and run on a host against a stand-in for the AIE API.
)",
                       kExportMark, schedule.tiles.size(), schedule.flows.size(), device.name,
                       device_kind(schedule, device));
}

std::string makefile(const std::vector<std::string>& symbols, const schedule::Schedule& schedule,
                     const arch::Device& device) {
    const bool is_aie2p = device.generation == "aie2p";
    const bool emulates = std::ranges::any_of(schedule.kernels, [&](const kernels::Kernel& kernel) {
        return emulates_bf16(kernel, device);
    });
    return fmt::format(
        R"(# Builds the design with mlir-aie: `make`, or `make CHESS=1` with xchesscc in place of Peano.
KERNELS := {}
TARGET := {}
DEFINES := -DNDEBUG{}

MLIR_AIE_DIR ?= $(shell dirname $$(dirname $$(command -v aie-opt)))

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

all: final.xclbin

build/%.o: kernels/%.cc $(wildcard kernels/*.hpp)
	mkdir -p build
	$(COMPILE) -c $< -o $@

build/kernels.a: $(OBJECTS)
	mkdir -p build
	$(ARCHIVE) rcs $@ $^

# insts.bin stays what was simulated; what mlir-aie makes of aie.mlir is build/insts_aiecc.bin.
final.xclbin: aie.mlir build/kernels.a
	cp aie.mlir build/aie.mlir
	cd build && aiecc.py $(AIECC_FLAGS) --no-compile-host --aie-generate-xclbin \
	  --xclbin-name=../final.xclbin --aie-generate-npu-insts \
	  --npu-insts-name=insts_aiecc.bin aie.mlir

clean:
	rm -rf build final.xclbin

.PHONY: all clean
)",
        fmt::join(symbols, " "), is_aie2p ? "aie2p" : "aie2",
        emulates ? " -DAIE_API_EMULATE_BFLOAT16_MMUL_WITH_BFP16" : "");
}

artifacts::FileEntry entry_of(const DesignFile& file) {
    return {file.path, arch::Bytes{static_cast<std::int64_t>(file.content.size())},
            backends::fingerprint(std::as_bytes(std::span{file.content}))};
}

}  // namespace

std::vector<DesignFile> design_files(const schedule::Schedule& schedule,
                                     const arch::Device& device) {
    const DesignFile design{kDesign, write(schedule, device)};
    const DesignFile instructions{kInstructions, bytes_of(txn::encode(schedule, device))};
    artifacts::Manifest manifest = artifacts::make_manifest(schedule, device);
    manifest.files.mlir = entry_of(design);
    manifest.files.insts = entry_of(instructions);
    manifest.files.xclbin = artifacts::FileEntry{kXclbin, std::nullopt, std::nullopt};

    const Names names{schedule};
    std::vector<std::string> symbols;
    std::vector<DesignFile> files{{kMarkedFile, readme(schedule, device)}, design, instructions};
    for (const kernels::Kernel& kernel : schedule.kernels) {
        symbols.push_back(names.kernel(static_cast<int>(symbols.size())));
        files.push_back({fmt::format("kernels/{}.cc", symbols.back()),
                         kernel_source(kernel, symbols.back(), device)});
    }
    if (!symbols.empty())
        for (const std::string& name : template_names())
            files.push_back({"kernels/" + name, template_text(name)});
    files.push_back({"Makefile", makefile(symbols, schedule, device)});
    files.push_back({std::string{artifacts::kManifestFile}, artifacts::manifest_json(manifest)});
    return files;
}

}  // namespace xdnasim::mlir
