// The device that a design is simulated on if the user does not choose one.

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "base/place.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/design/devices.hpp"
#include "workloads/design/ir/fields.hpp"
#include "workloads/design/ir/operation.hpp"
#include "workloads/design/ir/tokens.hpp"

namespace xdnasim::design {
namespace {

/// The aie.device of a text that runs, and the array that it names.
struct RunDevice {
    const ir::Operation* operation = nullptr;  ///< nullptr: the text has no aie.device
    std::optional<std::string> array{};
    base::Position at{};  ///< of the array, or of the operation if it names none
};

/// The device that the reader of designs chooses. If it is not clear which one runs, this is the
/// first: the reader refuses the text, unless a later setting chooses one.
RunDevice run_device(const ir::Text& text, const ir::Module& module,
                     const std::optional<std::string>& aie_device) {
    const std::vector<const ir::Operation*> devices = devices_in(module);
    if (devices.empty()) return {};
    RunDevice run{devices.front()};
    try {
        run.operation = choose_device(text, module, aie_device).operation;
    } catch (const base::InputError&) {
        if (aie_device || devices.size() == 1) throw;
    }
    const std::optional<ir::Range> words = array_words(text, *run.operation);
    run.at = words ? text[words->begin].at : run.operation->at;
    if (words) run.array = std::string{text.written(*words)};
    return run;
}

/// The content of loc(...) at word `i`, or at the beginning of what the alias there stands for: the
/// words of "xdna2-krackan" in loc("xdna2-krackan"), and in loc(#loc7) if #loc7 is that.
ir::Range location_at(const ir::Text& text, const ir::Module& module, std::uint32_t i) {
    const ir::Range content = ir::inside(text, {i + 1, text[i + 1].partner + 1});
    const bool aliased = content.end == content.begin + 2 && text[content.begin].is("#");
    if (!aliased) return content;
    const auto alias = module.aliases.find(text[content.begin + 1].text);
    if (alias == module.aliases.end()) return {};
    const ir::Range words = alias->second;
    const bool is_location =
        words.begin + 1 < words.end && text[words.begin].is("loc") && text[words.begin + 1].is("(");
    return is_location ? ir::inside(text, {words.begin + 1, words.end}) : ir::Range{};
}

/// The device name in the loc("...") of the aie.device, where xdnasim's export writes it; nullopt
/// if it is none.
std::optional<std::string> exported_device(const ir::Text& text, const ir::Module& module,
                                           const ir::Operation& device) {
    if (device.regions.empty()) return std::nullopt;
    for (std::uint32_t i = device.regions.back().tokens.end; i + 1 < device.rest.end; ++i) {
        if (!text[i].is("loc") || !text[i + 1].is("(")) continue;
        const ir::Range name = location_at(text, module, i);
        if (name.end != name.begin + 1 || text[name.begin].kind != ir::Kind::String) break;
        const std::vector<std::string> known = arch::device_names();
        const auto found = std::ranges::find(known, text[name.begin].text);
        return found == known.end() ? std::nullopt : std::optional{*found};
    }
    return std::nullopt;
}

/// The array with this number in the generic form (mlir-aie AIEAttrs.td, AIEDevice); nullptr if it
/// is not known. Number 8 was an array of npu1 until 2025 and is one of npu2 since.
const char* array_of_number(const std::string& array) {
    constexpr int kVe2302 = 2;
    constexpr int kVe2802 = 3;
    constexpr int kFirstNpu1 = 4;
    constexpr int kEither = 8;
    constexpr int kLast = 16;
    int number = 0;
    const char* const end = array.data() + array.size();
    const auto [stop, error] = std::from_chars(array.data(), end, number);
    if (error != std::errc{} || stop != end || number > kLast) return nullptr;
    if (number == kVe2302) return "xcve2302";
    if (number == kVe2802) return "xcve2802";
    if (number >= kFirstNpu1 && number < kEither) return "npu1";
    return number > kEither ? "npu2" : nullptr;
}

const char* device_of(const std::string& array) {
    const char* const numbered = array_of_number(array);
    return arch::device_for_array(numbered != nullptr ? numbered : array);
}

}  // namespace

std::optional<std::string> misfit(const std::string& text, const arch::Device& device,
                                  const std::optional<std::string>& aie_device) {
    try {
        const ir::Text words{text, ""};
        const std::optional<std::string> array =
            run_device(words, ir::read_operations(words), aie_device).array;
        const char* const name = array ? device_of(*array) : nullptr;
        if (name == nullptr) return std::nullopt;
        const arch::Device usual = arch::load_device(arch::find_device(name));
        // A device with more or fewer rows of the same kinds may run the design.
        const auto [ours, theirs] = std::ranges::mismatch(device.row_kinds, usual.row_kinds);
        if (ours == device.row_kinds.end() || theirs == usual.row_kinds.end()) return std::nullopt;
        return fmt::format(
            "a design for '{}' does not fit {}, whose rows have other kinds of tiles; allowed: "
            "devices such as {}",
            *array, device.name, name);
    } catch (const base::InputError&) {
        // The text cannot be read, or the folder of device files lacks this one.
        return std::nullopt;
    }
}

std::string default_device(const std::string& text, const std::string& file,
                           const std::optional<std::string>& aie_device) {
    constexpr const char* kDevices =
        "aie.device(npu1...), aie.device(npu2...), aie.device(xcve2302) and aie.device(xcve2802)";
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        base::fail_at({std::make_shared<const std::string>(file)},
                      "empty; allowed: a design of mlir-aie");
    const ir::Text words{text, file};
    const ir::Module module = ir::read_operations(words);
    const RunDevice run = run_device(words, module, aie_device);
    if (run.operation == nullptr)
        throw base::InputError{
            fmt::format("{}: there is no aie.device in this text (texts for the first AIE have "
                        "none). Put one of these around the tiles: {}",
                        file, kDevices)};
    if (auto exported = exported_device(words, module, *run.operation)) return *std::move(exported);
    if (!run.array)
        words.fail(run.at, fmt::format("aie.device names no array; allowed: {}", kDevices));
    if (const char* const device = device_of(*run.array)) return device;
    // Replaced in mlir-aie's test/npu-xrt by "sed 's/NPUDEVICE/npu1_1col/g'" in run.lit.
    constexpr std::string_view kPlaceholder = "NPUDEVICE";
    if (*run.array == kPlaceholder)
        words.fail(run.at,
                   fmt::format("the design is for '{}', a placeholder that the build of mlir-aie "
                               "replaces. Replace it by one of {}, or name a device with --device "
                               "or the key device",
                               kPlaceholder, kDevices));
    words.fail(run.at, fmt::format("the design is for {}, for which there is no device; allowed: "
                                   "{}, or any device named by the key device",
                                   base::in_quotes(*run.array), kDevices));
}

}  // namespace xdnasim::design
