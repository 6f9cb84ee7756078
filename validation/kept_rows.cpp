#include <algorithm>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "validation/data_files.hpp"
#include "validation/side_by_side.hpp"

namespace xdnasim::validation {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kBegin = "rows of xdnasim validate, made by ";

// FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv
constexpr std::uint64_t kFnvBasis = 0xcbf29ce484222325;
constexpr std::uint64_t kFnvPrime = 0x100000001b3;

void add_byte(std::uint64_t& hash, char byte) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * kFnvPrime;
}

void add_file(std::uint64_t& hash, const std::filesystem::path& file) {
    std::ifstream input{file, std::ios::binary};
    for (char byte = 0; input.get(byte);)
        add_byte(hash, byte);
}

/// Of all that figures depend on: what is run, the program, the devices, the measured rows.
std::string fingerprint(std::string_view rows_of) {
    std::vector<std::filesystem::path> files;
    for (const std::filesystem::path& folder : {arch::devices_folder(), data_folder() / "measured"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator{folder})
            if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    std::uint64_t hash = kFnvBasis;
    for (const char letter : rows_of)
        add_byte(hash, letter);
    add_file(hash, "/proc/self/exe");
    for (const std::filesystem::path& file : files)
        add_file(hash, file);
    return fmt::format("{:016x}", hash);
}

/// Empty where there is no such file.
std::string content_of(const std::filesystem::path& file) {
    if (!std::filesystem::exists(file)) return {};
    std::ifstream input{file, std::ios::binary};
    if (!input) throw base::InputError{fmt::format("cannot read {}", file.string())};
    std::ostringstream all;
    all << input.rdbuf();
    return all.str();
}

}  // namespace

std::string row_line(const std::string& id, const Simulation& simulation) {
    Json details = Json::array();
    for (const auto& [name, value] : simulation.details)
        std::visit([&, &key = name](const auto& held) { details.push_back({key, held}); }, value);
    Json line{{"id", id},
              {"value", simulation.value},
              {"bound", simulation.bound},
              {"details", std::move(details)}};
    if (simulation.analytic) line["analytic"] = *simulation.analytic;
    return line.dump();
}

KeptRow read_row_line(const std::string& text) {
    const Json line = Json::parse(text);
    KeptRow row{line.at("id").get<std::string>(),
                {.value = line.at("value").get<double>(),
                 .bound = line.at("bound").get<std::string>(),
                 .details = {}}};
    for (const Json& detail : line.at("details")) {
        const auto name = detail.at(0).get<std::string>();
        if (detail.at(1).is_string())
            row.simulation.details.emplace_back(name, detail.at(1).get<std::string>());
        else
            row.simulation.details.emplace_back(name, detail.at(1).get<double>());
    }
    if (line.contains("analytic")) row.simulation.analytic = line.at("analytic").get<double>();
    return row;
}

KeptRows::KeptRows(const std::filesystem::path& file, const std::string& rows_of) : file_{file} {
    const std::string begin = kBegin + fingerprint(rows_of);
    std::string held = content_of(file);
    // A run that was killed may have left a part of the first line.
    if (!held.starts_with(kBegin) && !begin.starts_with(held))
        throw base::InputError{fmt::format("{}:1: this is not a file of kept rows", file.string())};
    // Only whole lines count.
    const std::size_t end = held.find_last_of('\n');
    held.resize(end == std::string::npos ? 0 : end + 1);
    std::istringstream lines{held};
    std::string line;
    if (!held.empty()) {
        std::getline(lines, line);
        if (line != begin)
            throw base::InputError{fmt::format(
                "{}: its rows are of another suite, or were made by another build of xdnasim, or "
                "with other device files or measured rows; remove it to begin anew",
                file.string())};
        read(lines);
    }
    // What is kept already is never written anew: whoever ends this run cannot lose it.
    std::error_code not_shortened;
    if (std::filesystem::is_regular_file(file))
        std::filesystem::resize_file(file, held.size(), not_shortened);
    output_.open(file, std::ios::binary | std::ios::app);
    if (held.empty()) output_ << begin << '\n' << std::flush;
    if (!output_ || not_shortened)
        throw base::InputError{fmt::format("cannot write {}", file.string())};
}

void KeptRows::read(std::istream& input) {
    std::string line;
    for (int number = 2; std::getline(input, line); ++number) {
        try {
            KeptRow row = read_row_line(line);
            rows_[row.id] = std::move(row.simulation);
        } catch (const std::exception&) {
            throw base::InputError{
                fmt::format("{}:{}: this is not a row that was kept; remove the line to simulate "
                            "the row again",
                            file_.string(), number)};
        }
    }
}

void KeptRows::add(const std::string& line) {
    output_ << line << '\n' << std::flush;
    if (!output_) throw base::InputError{fmt::format("cannot write {}", file_.string())};
}

}  // namespace xdnasim::validation
