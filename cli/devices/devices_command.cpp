// `xdnasim devices`: lists the known devices, or the parameters of one device.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "arch/device.hpp"
#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "base/json_text.hpp"
#include "base/node.hpp"
#include "cli/commands.hpp"
#include "cli/options/option_values.hpp"
#include "cli/output.hpp"
#include "cli/text_layout.hpp"

namespace xdnasim::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxQuantityCell = 56;

std::string array_size(const arch::Device& device) {
    return fmt::format("{} x {}", device.columns, device.core_rows());
}

std::string clock(const arch::Device& device) {
    return fmt::format("{} GHz", device.clock_ghz);
}

/// A table with one line per device: name, columns x rows of cores, clock, description.
std::string device_table(std::span<const arch::Device> devices) {
    std::vector<Row> rows{{"NAME", "CORES", "CLOCK", "DESCRIPTION"}};
    for (const arch::Device& device : devices)
        rows.push_back({device.name, array_size(device), clock(device), device.description});
    return aligned(rows, kMaxQuantityCell);
}

/// A table with one line per number in the device file: path, value, unit, confidence, source.
std::string quantity_table(const arch::Device& device) {
    std::vector<Row> rows{{"NUMBER", "VALUE", "UNIT", "CONFIDENCE", "SOURCE"}};
    for (const arch::Quantity& quantity : device.quantities)
        rows.push_back({quantity.path, quantity.value, quantity.unit,
                        to_string(quantity.confidence), quantity.source});
    return fmt::format("{}: {}\n{} cores (columns x rows) at {}\n\n{}", device.name,
                       device.description, array_size(device), clock(device),
                       aligned(rows, kMaxQuantityCell));
}

/// A value from a device file as a JSON number or list; as a string if it is neither.
Json value_json(const std::string& value) {
    Json json = Json::parse(value, nullptr, false);
    if (!json.is_discarded()) return json;
    const auto number = base::number_in(value);  // such as .5 and 1., which JSON does not allow
    return number ? Json(*number) : Json(value);
}

Json device_json(const arch::Device& device) {
    Json numbers = Json::array();
    for (const arch::Quantity& quantity : device.quantities)
        numbers.push_back({{"number", quantity.path},
                           {"value", value_json(quantity.value)},
                           {"unit", quantity.unit},
                           {"confidence", to_string(quantity.confidence)},
                           {"source", quantity.source},
                           {"allowed", quantity.allowed}});
    return {{"name", device.name},           {"description", device.description},
            {"columns", device.columns},     {"core_rows", device.core_rows()},
            {"clock_ghz", device.clock_ghz}, {"numbers", numbers}};
}

/// The content of both tables as JSON, and the allowed range of each number.
std::string devices_json(std::span<const arch::Device> devices) {
    constexpr int kSchemaVersion = 1;
    Json list = Json::array();
    for (const arch::Device& device : devices)
        list.push_back(device_json(device));
    const Json document{{"schema_version", kSchemaVersion}, {"devices", list}};
    return base::json_text(document, 2) + '\n';
}

std::vector<arch::Device> load_devices(const std::vector<std::string>& names) {
    std::vector<arch::Device> devices;
    for (const std::string& name : names)
        devices.push_back(arch::load_device(arch::find_device(name)));
    return devices;
}

class DevicesCommand {
 public:
    explicit DevicesCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    CLI::App* command_;
    std::optional<std::string> device_;
    bool json_ = false;
};

DevicesCommand::DevicesCommand(CLI::App& app)
    : command_{app.add_subcommand("devices", "List the devices, or the numbers of one")} {
    command_->add_option("DEVICE", device_, "Name of a device, or path of a device file")
        ->type_name("")
        ->check(of_kind(ValueKind::Device));
    command_->add_flag("--json", json_, "All numbers with their ranges, for programs");
}

base::ExitCode DevicesCommand::run() const {
    const std::vector<arch::Device> devices =
        load_devices(device_ ? std::vector{*device_} : arch::device_names());
    if (json_)
        write_stdout(devices_json(devices));
    else
        write_stdout(device_ ? quantity_table(devices.front()) : device_table(devices));
    return base::ExitCode::Done;
}

}  // namespace

Command add_devices(CLI::App& app) {
    return make_command<DevicesCommand>(app);
}

}  // namespace xdnasim::cli
