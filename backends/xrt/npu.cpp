#include "xdnasim/backends/xrt/npu.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

#include "xdnasim/arch/error.hpp"

// Releases since 2.14 run a kernel in a context of the device, which an NPU needs.
#if __has_include(<xrt/xrt_hw_context.h>)
#include <xrt/xrt_hw_context.h>
#define XDNASIM_XRT_CONTEXTS 1
#endif

// Later ones take a design and its instructions as ELF.
#if __has_include(<xrt/experimental/xrt_ext.h>)
#include <xrt/experimental/xrt_elf.h>
#include <xrt/experimental/xrt_ext.h>
#include <xrt/experimental/xrt_module.h>
#define XDNASIM_XRT_ELF 1
#elif __has_include(<experimental/xrt_ext.h>)
#include <experimental/xrt_elf.h>
#include <experimental/xrt_ext.h>
#include <experimental/xrt_module.h>
#define XDNASIM_XRT_ELF 1
#endif

namespace xdnasim::backends {
namespace {

// Arguments of the kernels of mlir-aie: opcode, instructions, their number, buffers.
constexpr std::uint64_t kExecuteInstructions = 3;  ///< the opcode
constexpr int kOpcode = 0;
constexpr int kInstructions = 1;
constexpr int kInstructionCount = 2;
constexpr int kFirstBuffer = 3;

/// Calls `action`; what XRT throws becomes an error that says what was tried.
template <class Action>
auto attempt(const std::string& what, arch::ExitCode code, Action action) {
    try {
        return action();
    } catch (const arch::Error&) {
        throw;
    } catch (const std::exception& error) {
        throw arch::Error{code, fmt::format("XRT: {}: {}", what, error.what())};
    }
}

/// Of the kernels of the xclbin: aiecc may add to the name.
std::string find_kernel(const xrt::xclbin& xclbin, const std::string& wanted,
                        const std::filesystem::path& file) {
    std::vector<std::string> names;
    for (const xrt::xclbin::kernel& kernel : xclbin.get_kernels())
        names.push_back(kernel.get_name());
    if (std::ranges::find(names, wanted) != names.end()) return wanted;
    for (const std::string& name : names)
        if (name.starts_with(wanted)) return name;
    throw arch::Error{
        arch::ExitCode::Unavailable,
        fmt::format("'{}' has no kernel '{}'; it has: {}", file.string(), wanted,
                    names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")))};
}

/// The memory that an argument is to lie in.
xrt::memory_group group_of(const xrt::kernel& kernel, int argument) {
    return static_cast<xrt::memory_group>(kernel.group_id(argument));
}

std::string state_text(ert_cmd_state state) {
    switch (state) {
        case ERT_CMD_STATE_ERROR:
            return "error";
        case ERT_CMD_STATE_ABORT:
            return "aborted";
        case ERT_CMD_STATE_NORESPONSE:
            return "no response";
        default:
            return fmt::format("state {}", static_cast<int>(state));
    }
}

}  // namespace

struct Npu::Device {
    xrt::device handle{0};  ///< the first
};

/// A kernel with its arguments, ready to run.
class Npu::Loaded {
 public:
    Loaded(xrt::device& device, const Design& design, const std::vector<arch::Bytes>& sizes) {
        if (design.elf)
            load_elf(device, design, sizes);
        else
            load_xclbin(device, design, sizes);
    }

    xrt::bo& buffer(std::size_t number) { return buffers_.at(number); }
    xrt::run& run() { return run_; }

 private:
    /// The kernel of the xclbin.
    xrt::kernel open_kernel(xrt::device& device, const Design& design) {
        const xrt::xclbin xclbin{design.xclbin->string()};
        const std::string name = find_kernel(xclbin, design.kernel, *design.xclbin);
#ifdef XDNASIM_XRT_CONTEXTS
        device.register_xclbin(xclbin);
        context_ = xrt::hw_context{device, xclbin.get_uuid()};
        return {context_, name};
#else
        return {device, device.load_xclbin(xclbin), name};
#endif
    }

    void load_xclbin(xrt::device& device, const Design& design,
                     const std::vector<arch::Bytes>& sizes) {
        const xrt::kernel kernel = open_kernel(device, design);
        const auto& words = design.instructions;
        const std::size_t bytes = words.size() * sizeof(std::uint32_t);
        instructions_ =
            xrt::bo(device, bytes, XCL_BO_FLAGS_CACHEABLE, group_of(kernel, kInstructions));
        std::memcpy(instructions_.map<void*>(), words.data(), bytes);
        instructions_.sync(XCL_BO_SYNC_BO_TO_DEVICE);

        run_ = xrt::run{kernel};
        run_.set_arg(kOpcode, kExecuteInstructions);
        run_.set_arg(kInstructions, instructions_);
        run_.set_arg(kInstructionCount, static_cast<std::uint32_t>(words.size()));
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const int argument = kFirstBuffer + static_cast<int>(i);
            buffers_.emplace_back(device, static_cast<std::size_t>(sizes[i].count()),
                                  XRT_BO_FLAGS_HOST_ONLY, group_of(kernel, argument));
            run_.set_arg(argument, buffers_.back());
        }
    }

#ifdef XDNASIM_XRT_ELF
    /// With an xclbin beside it the ELF holds the instructions alone, else the whole design.
    void load_elf(xrt::device& device, const Design& design,
                  const std::vector<arch::Bytes>& sizes) {
        const xrt::elf elf{design.elf->string()};
        int first_buffer = 0;
        if (design.xclbin) {
            const xrt::xclbin xclbin{design.xclbin->string()};
            device.register_xclbin(xclbin);
            context_ = xrt::hw_context{device, xclbin.get_uuid()};
            const std::string name = find_kernel(xclbin, design.kernel, *design.xclbin);
            run_ = xrt::run{xrt::ext::kernel{context_, xrt::module{elf}, name}};
            run_.set_arg(kOpcode, kExecuteInstructions);
            run_.set_arg(kInstructions, std::uint64_t{0});
            run_.set_arg(kInstructionCount, std::uint32_t{0});
            first_buffer = kFirstBuffer;
        } else {
            context_ = xrt::hw_context{device, elf};
            run_ = xrt::run{xrt::ext::kernel{context_, design.kernel}};
        }
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            buffers_.push_back(xrt::ext::bo{device, static_cast<std::size_t>(sizes[i].count())});
            run_.set_arg(first_buffer + static_cast<int>(i), buffers_.back());
        }
    }
#else
    void load_elf(xrt::device& /*device*/, const Design& design,
                  const std::vector<arch::Bytes>& /*sizes*/) {
        throw arch::Error{arch::ExitCode::Unavailable,
                          fmt::format("'{}': this build's XRT is too old for designs as ELF; "
                                      "allowed: an xclbin and an instruction file",
                                      design.elf->string())};
    }
#endif

#ifdef XDNASIM_XRT_CONTEXTS
    xrt::hw_context context_;
#endif
    xrt::bo instructions_;
    std::vector<xrt::bo> buffers_;
    xrt::run run_;
};

Npu::Npu() {
    const std::string what =
        "no NPU: needed are its driver (amdxdna) and XRT's environment (XILINX_XRT)";
    device_ = attempt(what, arch::ExitCode::Unavailable, [] { return std::make_unique<Device>(); });
}

Npu::~Npu() = default;

void Npu::load(const Design& design, const std::vector<arch::Bytes>& buffers) {
    loaded_ = attempt("cannot load the design", arch::ExitCode::Unavailable,
                      [&] { return std::make_unique<Loaded>(device_->handle, design, buffers); });
}

void Npu::write(std::size_t buffer, std::span<const std::byte> content) {
    attempt("cannot write a buffer", arch::ExitCode::Unavailable, [&] {
        xrt::bo& target = loaded_->buffer(buffer);
        std::ranges::copy(content, target.map<std::byte*>());
        target.sync(XCL_BO_SYNC_BO_TO_DEVICE);
    });
}

void Npu::read(std::size_t buffer, std::span<std::byte> content) {
    attempt("cannot read a buffer", arch::ExitCode::Unavailable, [&] {
        xrt::bo& source = loaded_->buffer(buffer);
        source.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
        std::copy_n(source.map<const std::byte*>(), content.size(), content.begin());
    });
}

arch::Nanoseconds Npu::run(std::chrono::milliseconds timeout) {
    using Clock = std::chrono::steady_clock;
    return attempt("the run failed", arch::ExitCode::CheckFailed, [&] {
        xrt::run& run = loaded_->run();
        const auto begin = Clock::now();
        run.start();
        const ert_cmd_state state = run.wait(timeout);
        const std::chrono::duration<double, std::nano> time = Clock::now() - begin;
        // XRT 2.13 may come back from wait() long after the time it was given.
        if (state == ERT_CMD_STATE_TIMEOUT || time > timeout)
            throw arch::Error{
                arch::ExitCode::CheckFailed,
                fmt::format("the NPU did not finish within {} ms (--timeout)", timeout.count())};
        if (state != ERT_CMD_STATE_COMPLETED)
            throw arch::Error{arch::ExitCode::CheckFailed,
                              fmt::format("the NPU did not finish the run: {}", state_text(state))};
        return arch::Nanoseconds{time.count()};
    });
}

}  // namespace xdnasim::backends
