// The section `design` of a problem file: its keys, and the workload that they describe.

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arch/device_ranges.hpp"
#include "base/error.hpp"
#include "base/fingerprint.hpp"
#include "base/map_reader.hpp"
#include "base/named_path.hpp"
#include "base/parameters/table.hpp"
#include "base/text_file.hpp"
#include "base/word_file.hpp"
#include "base/yaml.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/design/named_files.hpp"

namespace xdnasim::design {
namespace {

namespace fs = std::filesystem;

/// The file that `node` names, which must exist.
fs::path file_of(const base::Node& node) {
    const fs::path file = base::named_path(node);
    // A problem made from a design alone has the design as its source, which need not be checked.
    if (*node.place().source != node.text()) base::require_file(file, node.place());
    return file;
}

bool is_there(const fs::path& file) {
    std::error_code ignored;
    return fs::exists(file, ignored);
}

/// The name, for messages, of a design whose text is in `node`.
std::string name_of(const base::Node& node) {
    const base::Place& place = node.place();
    const std::string source = place.source == nullptr ? "design.text" : *place.source;
    return place.line == 0 ? source : fmt::format("{}: design.text", source);
}

base::Node kernels_in(const fs::path& file) {
    const base::Node root = base::load_yaml(file);
    base::MapReader reader{root};
    const base::Node& kernels =
        reader.require("kernels", "a map of kernels by name, as --kernels-template writes");
    reader.finish();
    static_cast<void>(kernels.as_map());
    return kernels;
}

PortSource ports_in(const fs::path& file) {
    const base::Node root = base::load_yaml(file);
    base::MapReader reader{root};
    PortSource source{
        .ports = reader.require("ports", "a map of ports by name, as --ports-template writes"),
        .folder = file.parent_path()};
    if (const base::Node* clock = reader.optional("pl_clock_ghz"))
        source.clock_ghz = arch::kPlClocks.read<double>(*clock);
    reader.finish();
    static_cast<void>(source.ports->as_map());
    return source;
}

/// Reads a map from arguments to paths.
std::map<std::string, fs::path> files_in(const base::Node& node) {
    std::map<std::string, fs::path> files;
    for (const auto& entry : node.as_map())
        files[entry.key] = base::named_path(entry.value);
    return files;
}

/// The content of the section.
struct Section {
    bool has_file = true;  ///< false: it has the design's text
    fs::path file{};
    const base::Node* text = nullptr;
    Request request{};
};

using Table = parameters::Table<Section>;

void add_design(Table& table) {
    table
        .optional_read("file", "a path",
                       {"",
                        "MLIR, as it is written or as aiecc has lowered it: aie.mlir, "
                        "input_with_addresses.mlir, input_physical.mlir"},
                       [](const base::Node& node, Section& asked) {
                           asked.file = file_of(node);
                           asked.request.kernels.folder = asked.file.parent_path();
                           asked.request.ports.folder = asked.file.parent_path();
                       })
        .when([](const Section& asked) { return asked.has_file; })
        .optional_read("text", "MLIR", {"", "the text of such a design, instead of `file`"},
                       [](const base::Node& node, Section& asked) { asked.text = &node; });
}

void add_kernels(Table& table) {
    table
        .optional_read(
            "kernels", "a path, or a map by the names of kernels",
            {"", "cost of a call of each kernel (default: kernels.yaml beside the design)"},
            [](const base::Node& node, Section& asked) {
                KernelSource& kernels = asked.request.kernels;
                if (node.is_map()) {
                    kernels.kernels = node;
                    return;
                }
                const fs::path file = file_of(node);
                kernels.kernels = kernels_in(file);
                kernels.folder = file.parent_path();
            })
        .optional_read("default_cycles",
                       fmt::format("a whole number from 1 to {}", kMaxCycles.count()),
                       {"cycles", "cycles of a call of any kernel without an entry"},
                       [](const base::Node& node, Section& asked) {
                           asked.request.kernels.default_cycles =
                               arch::Cycles{node.as_int(1, kMaxCycles.count())};
                       });
}

void add_ports(Table& table) {
    table
        .optional_read("ports", "a path, or a map by the names of ports",
                       {"",
                        "data that the programmable logic moves through each port (default: "
                        "ports.yaml beside the design)"},
                       [](const base::Node& node, Section& asked) {
                           if (node.is_map())
                               asked.request.ports.ports = node;
                           else
                               asked.request.ports = ports_in(file_of(node));
                       })
        .optional(
            "pl_clock_ghz", arch::kPlClocks,
            {"GHz",
             "clock of the programmable logic (default: that of ports.yaml, or the device's)"},
            [](auto& asked) -> auto& { return asked.request.ports.clock_ghz; });
}

void add_name(Table& table, const char* key, const char* text,
              std::optional<std::string> Request::*member) {
    table.optional_read(key, "a name", {"", text},
                        [member](const base::Node& node, Section& asked) {
                            asked.request.*member = node.as_string();
                        });
}

void add_sequence(Table& table) {
    table.optional_read(
        "instructions", "a path",
        {"", "insts.txt or insts.bin, instead of the design's runtime sequence"},
        [](const base::Node& node, Section& asked) { asked.request.instructions = file_of(node); });
    add_name(table, "aie_device",
             "which aie.device of the file to run: its symbol, or its number, counted from 1 "
             "(default: the only one with a runtime sequence)",
             &Request::aie_device);
    add_name(table, "sequence",
             "which runtime sequence of that device to run (default: the only one)",
             &Request::sequence);
}

void add_arguments(Table& table, const char* key, const char* text,
                   std::map<std::string, fs::path> ArgumentFiles::*member) {
    table.optional_read(key, "a map from arguments to paths", {"", text},
                        [member](const base::Node& node, Section& asked) {
                            asked.request.files.*member = files_in(node);
                        });
}

Table section_table() {
    Table table;
    add_design(table);
    add_kernels(table);
    add_ports(table);
    add_sequence(table);
    add_arguments(table, "inputs",
                  "contents of the runtime sequence's arguments (arg0, or by their names) before a "
                  "run with data: .npy, or bytes (default: random)",
                  &ArgumentFiles::inputs);
    add_arguments(table, "outputs",
                  "files to write arguments to after a run with data: .npy, or bytes",
                  &ArgumentFiles::outputs);
    add_arguments(table, "expect",
                  "expected contents of arguments after a run with data: .npy, or bytes",
                  &ArgumentFiles::expected);
    return table;
}

/// Adds kernels.yaml and ports.yaml from `folder`, if the section does not give kernels or ports.
void add_files_beside(const fs::path& folder, Request& request) {
    if (!request.kernels.kernels && is_there(folder / kKernelsFile))
        request.kernels.kernels = kernels_in(folder / kKernelsFile);
    if (request.ports.ports || !is_there(folder / kPortsFile)) return;
    const std::optional<double> clock = request.ports.clock_ghz;
    request.ports = ports_in(folder / kPortsFile);
    if (clock) request.ports.clock_ghz = clock;
}

Section read_keys(const base::Node& section) {
    constexpr const char* kPath = "design";
    Section asked{.has_file = section.find("text") == nullptr};
    // A missing file is reported before all other errors.
    if (asked.has_file)
        static_cast<void>(base::MapReader{section, kPath}.require("file", "a file of MLIR"));
    section_table().read(section, kPath, asked);
    add_files_beside(asked.file.parent_path(), asked.request);
    return asked;
}

/// The inputs that determine the result of a run. Kernels are compared one by one, and files of
/// data do not matter for its time.
std::vector<schedule::FileContent> contents_of(const std::string& text, const Request& request) {
    std::vector<schedule::FileContent> contents{{"file", base::fingerprint(text)}};
    if (request.instructions) {
        const std::vector<std::uint32_t> words = base::load_words(*request.instructions);
        contents.push_back({"instructions", base::fingerprint(std::as_bytes(std::span{words}))});
    }
    const PortSource& ports = request.ports;
    if (ports.ports)
        contents.push_back({"ports", base::fingerprint(fmt::format("{} {}", ports.ports->to_flow(),
                                                                   ports.clock_ghz.value_or(0)))});
    return contents;
}

std::shared_ptr<const schedule::Workload> workload_of(std::vector<Design> designs,
                                                      const std::string& name,
                                                      const std::string& device) {
    Part part{.count = static_cast<int>(designs.size())};
    std::vector<std::shared_ptr<const DesignWorkload>> parts;
    for (Design& design : designs) {
        parts.push_back(std::make_shared<DesignWorkload>(std::move(design), name, device, part));
        ++part.number;
    }
    return parts.size() == 1 ? parts.front() : std::make_shared<DesignWorkload>(std::move(parts));
}

}  // namespace

std::shared_ptr<const schedule::Workload> read_section(const base::Node& section,
                                                       const arch::Device& device) {
    const Section asked = read_keys(section);
    const Request& request = asked.request;
    const std::string name = asked.text != nullptr ? name_of(*asked.text) : asked.file.string();
    const std::string content =
        asked.text != nullptr ? plain_text(asked.text->as_string(), name) : load_text(asked.file);
    try {
        std::vector<Design> parts = read_parts_of_design(content, name, device, request);
        for (Design& part : parts) {
            part.sequence = request.sequence;
            part.contents = contents_of(content, request);
        }
        return workload_of(std::move(parts), name, device.name);
    } catch (const base::InputError& error) {
        // If the device has other kinds of tiles, errors about tiles follow from that.
        const std::optional<std::string> first = misfit(content, device, request.aie_device);
        if (!first) throw;
        throw base::InputError{fmt::format("{}: {}\n{}", name, *first, error.what())};
    }
}

std::vector<parameters::Description> describe_section(const arch::Device& /*device*/) {
    return section_table().descriptions();
}

}  // namespace xdnasim::design
