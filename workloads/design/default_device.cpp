// The device that a design is simulated on if the user does not choose one.

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "base/text_file.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/design/ir/operation.hpp"
#include "workloads/design/ir/tokens.hpp"

namespace xdnasim::design {
namespace {

/// The device name in the last loc("..."), where xdnasim's export writes it; nullopt if it is none.
std::optional<std::string> exported_device(const std::string& text) {
    const std::vector<std::string> known = arch::device_names();
    constexpr std::string_view kLocation = "loc(\"";
    const std::size_t at = text.rfind(kLocation);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t begin = at + kLocation.size();
    const std::string name = text.substr(begin, text.find('"', begin) - begin);
    if (std::ranges::find(known, name) == known.end()) return std::nullopt;
    return name;
}

/// Position of `words` in `text`, outside of comments; npos if there is none.
std::size_t find_outside_comments(const std::string& text, std::string_view words) {
    std::size_t at = text.find(words);
    while (at != std::string::npos) {
        const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
        if (text.substr(line, at - line).find("//") == std::string::npos) return at;
        at = text.find(words, at + words.size());
    }
    return at;
}

/// The array in the text: "npu1_4col" in aie.device(npu1_4col), "5" in "aie.device"() <{device = 5
/// : i32}>.
std::optional<std::string> array_in(const std::string& text) {
    constexpr std::string_view kPretty = "aie.device(";
    constexpr std::string_view kGeneric = "\"aie.device\"(";
    constexpr std::string_view kNumber = "device = ";
    if (const std::size_t at = find_outside_comments(text, kPretty); at != std::string::npos) {
        const std::size_t begin = at + kPretty.size();
        return text.substr(begin, text.find(')', begin) - begin);
    }
    const std::size_t at = find_outside_comments(text, kGeneric);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t number = text.find(kNumber, at);
    if (number == std::string::npos || number > text.find('\n', at)) return std::nullopt;
    const std::size_t begin = number + kNumber.size();
    return text.substr(begin, text.find_first_of(" ,}", begin) - begin);
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

/// Throws InputError if the text is not MLIR.
void require_operations(const std::string& text, const std::string& file) {
    const auto source = std::make_shared<const std::string>(file);
    base::require_text(text, source);
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        base::fail_at({source}, "empty; allowed: a design of mlir-aie");
    const ir::Text words{text, file};
    static_cast<void>(ir::read_operations(words));
}

}  // namespace

std::optional<std::string> misfit(const std::string& text, const arch::Device& device) {
    const std::optional<std::string> array = array_in(text);
    const char* const name = array ? device_of(*array) : nullptr;
    if (name == nullptr) return std::nullopt;
    try {
        const arch::Device usual = arch::load_device(arch::find_device(name));
        // A device with more or fewer rows of the same kinds may run the design.
        const auto [ours, theirs] = std::ranges::mismatch(device.row_kinds, usual.row_kinds);
        if (ours == device.row_kinds.end() || theirs == usual.row_kinds.end()) return std::nullopt;
    } catch (const base::InputError&) {
        return std::nullopt;  // the folder of device files may lack this one
    }
    return fmt::format(
        "a design for '{}' does not fit {}, whose rows have other kinds of tiles; allowed: devices "
        "such as {}",
        *array, device.name, name);
}

std::string default_device(const std::string& text, const std::string& file) {
    if (auto exported = exported_device(text)) return *std::move(exported);
    const std::optional<std::string> array = array_in(text);
    if (const char* const device = array ? device_of(*array) : nullptr) return device;
    constexpr std::size_t kShown = 40;
    // Replaced in mlir-aie's test/npu-xrt by "sed 's/NPUDEVICE/npu1_1col/g'" in run.lit.
    constexpr std::string_view kPlaceholder = "NPUDEVICE";
    constexpr const char* kDevices =
        "aie.device(npu1...), aie.device(npu2...), aie.device(xcve2302) and aie.device(xcve2802)";
    if (!array) {
        require_operations(text, file);
        throw base::InputError{
            fmt::format("{}: there is no aie.device in this text (texts for the first AIE have "
                        "none). Put one of these around the tiles: {}",
                        file, kDevices)};
    }
    if (*array == kPlaceholder)
        throw base::InputError{fmt::format(
            "{}: the design is for '{}', a placeholder that the build of mlir-aie replaces. "
            "Replace it by one of {}, or name a device with --device or the key device",
            file, kPlaceholder, kDevices)};
    throw base::InputError{
        fmt::format("{}: the design is for '{}', for which there is no device; allowed: {}, or any "
                    "device named by the key device",
                    file, array->substr(0, kShown), kDevices)};
}

}  // namespace xdnasim::design
