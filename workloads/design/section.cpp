// The section `design` of a problem file.

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "arch/device_ranges.hpp"
#include "base/error.hpp"
#include "base/fingerprint.hpp"
#include "base/map_reader.hpp"
#include "base/named_path.hpp"
#include "base/text_file.hpp"
#include "base/word_file.hpp"
#include "base/yaml.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/design/named_files.hpp"

namespace xdnasim::design {
namespace {

namespace fs = std::filesystem;

/// The file that `node` names, which is there.
fs::path file_of(const base::Node& node) {
    const fs::path file = base::named_path(node);
    // A design alone names itself.
    if (*node.place().source != node.text()) base::require_file(file, node.place());
    return file;
}

bool is_there(const fs::path& file) {
    std::error_code ignored;
    return fs::exists(file, ignored);
}

/// What messages call a design that is itself in `node`.
std::string name_of(const base::Node& node) {
    const base::Place& place = node.place();
    const std::string source = place.source == nullptr ? "design.text" : *place.source;
    return place.line == 0 ? source : fmt::format("{}: design.text", source);
}

base::Node kernels_in(const fs::path& file) {
    const base::Node root = base::load_yaml(file);
    base::MapReader reader{root};
    const base::Node& kernels = reader.require("kernels");
    reader.finish();
    static_cast<void>(kernels.as_map());
    return kernels;
}

PortSource ports_in(const fs::path& file) {
    const base::Node root = base::load_yaml(file);
    base::MapReader reader{root};
    PortSource source{.ports = reader.require("ports"), .folder = file.parent_path()};
    if (const base::Node* clock = reader.optional("pl_clock_ghz"))
        source.clock_ghz = arch::kPlClocks.read<double>(*clock);
    reader.finish();
    static_cast<void>(source.ports->as_map());
    return source;
}

/// A map from arguments to paths.
std::map<std::string, fs::path> files_in(const base::Node& node) {
    std::map<std::string, fs::path> files;
    for (const auto& entry : node.as_map())
        files[entry.key] = base::named_path(entry.value);
    return files;
}

PortSource ports_of(base::MapReader& reader, const fs::path& folder) {
    PortSource source{.folder = folder};
    const base::Node* ports = reader.optional("ports");
    if (ports != nullptr && ports->is_map())
        source.ports = *ports;
    else if (ports != nullptr)
        source = ports_in(file_of(*ports));
    else if (is_there(folder / kPortsFile))
        source = ports_in(folder / kPortsFile);
    if (const base::Node* clock = reader.optional("pl_clock_ghz"))
        source.clock_ghz = arch::kPlClocks.read<double>(*clock);
    return source;
}

/// What kernels take is compared one by one, and data moves in no time.
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
    base::MapReader reader{section, "design"};
    const base::Node* const text = reader.optional("text");
    const fs::path file = text != nullptr ? fs::path{} : file_of(reader.require("file"));
    Request request;
    request.kernels.folder = file.parent_path();
    if (const base::Node* kernels = reader.optional("kernels")) {
        if (kernels->is_map()) {
            request.kernels.kernels = *kernels;
        } else {
            const fs::path kernels_file = file_of(*kernels);
            request.kernels.kernels = kernels_in(kernels_file);
            request.kernels.folder = kernels_file.parent_path();
        }
    } else if (is_there(file.parent_path() / kKernelsFile)) {
        request.kernels.kernels = kernels_in(file.parent_path() / kKernelsFile);
    }
    if (const base::Node* cycles = reader.optional("default_cycles"))
        request.kernels.default_cycles = arch::Cycles{cycles->as_int(1, kMaxCycles)};
    request.ports = ports_of(reader, file.parent_path());
    if (const base::Node* instructions = reader.optional("instructions"))
        request.instructions = file_of(*instructions);
    if (const base::Node* name = reader.optional("aie_device"))
        request.aie_device = name->as_string();
    if (const base::Node* name = reader.optional("sequence")) request.sequence = name->as_string();
    for (const auto& [key, files] :
         {std::pair{"inputs", &request.files.inputs}, std::pair{"outputs", &request.files.outputs},
          std::pair{"expect", &request.files.expected}})
        if (const base::Node* node = reader.optional(key)) *files = files_in(*node);
    reader.finish();
    const std::string name = text != nullptr ? name_of(*text) : file.string();
    const std::string content = text != nullptr ? text->as_string() : load_text(file);
    try {
        std::vector<Design> parts = read_parts_of_design(content, name, device, request);
        for (Design& part : parts) {
            part.sequence = request.sequence;
            part.contents = contents_of(content, request);
        }
        return workload_of(std::move(parts), name, device.name);
    } catch (const base::InputError& error) {
        // What is wrong with its tiles then follows from that.
        const std::optional<std::string> first = misfit(content, device);
        if (!first) throw;
        throw base::InputError{fmt::format("{}: {}\n{}", name, *first, error.what())};
    }
}

std::vector<parameters::Description> describe_section(const arch::Device& /*device*/) {
    return {
        {"file",
         false,
         "a path",
         {"",
          "MLIR, as it is written or as aiecc has lowered it: aie.mlir, "
          "input_with_addresses.mlir, input_physical.mlir"}},
        {"text", false, "MLIR", {"", "such a design itself, in place of `file`"}},
        {"kernels",
         false,
         "a path, or a map by the names of kernels",
         {"", "what a call of each kernel takes; left out: kernels.yaml beside the design"}},
        {"default_cycles",
         false,
         fmt::format("a whole number from 1 to {}", kMaxCycles),
         {"cycles", "of the kernels that nothing is said of"}},
        {"ports",
         false,
         "a path, or a map by the names of ports",
         {"",
          "what the programmable logic moves through each port of the design; left out: ports.yaml "
          "beside the design"}},
        {"pl_clock_ghz",
         false,
         arch::kPlClocks.text(),
         {"GHz", "clock of the programmable logic; left out: that of ports.yaml, or the device's"}},
        {"instructions",
         false,
         "a path",
         {"", "insts.txt or insts.bin, in place of the runtime sequence in the design"}},
        {"aie_device",
         false,
         "a name",
         {"",
          "which aie.device of the file is run: its symbol, or its number from 1 on; left out: the "
          "only one that has a runtime sequence"}},
        {"sequence",
         false,
         "a name",
         {"", "which runtime sequence of that device is run; left out: the only one"}},
        {"inputs",
         false,
         "a map from arguments to paths",
         {"",
          "what arguments of the runtime sequence hold before a run that moves data, arg0 or as "
          "the sequence calls them: .npy, or bytes; left out: random"}},
        {"outputs",
         false,
         "a map from arguments to paths",
         {"", "files that arguments are written to after a run that moves data: .npy, or bytes"}},
        {"expect",
         false,
         "a map from arguments to paths",
         {"", "what arguments are to hold after a run that moves data: .npy, or bytes"}},
    };
}

}  // namespace xdnasim::design
