// Every number of every device, at the ends of the range that it may lie in and beyond them: a
// small problem ends with a result or with what is wrong, in bounded time and memory.

#include <algorithm>
#include <charconv>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "base/yaml.hpp"
#include "test/support/matches.hpp"
#include "test/support/parameter_name.hpp"
#include "test/support/temporary_folder.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::backends {
namespace {

using base::Node;

constexpr const char* kGemm = R"(device: teaching-2x1
workload: gemm
gemm:
  size: {m: 64, k: 64, n: 64}
  types: {a: int8, b: int8, c: int16}
  tile: {m: 32, k: 32, n: 32}
  k_mt: 64
  array: {rows: 1, columns: 2}
)";
constexpr const char* kTransfer = R"(device: teaching-2x1
workload: transfer
transfer:
  columns: 2
  streams:
    - {name: first, rows: 16, row_bytes: 1024, run_bytes: 256, runs: 4}
)";
constexpr const char* kElementwise = R"(device: teaching-2x1
workload: elementwise
elementwise:
  object_bytes: 64
  objects: 8
  mem_tile: true
  mem_tile_object_bytes: 128
  kernel: {kind: add_one}
)";

/// While an object lives, the process is killed if it takes too much CPU time, and allocations that
/// are too large fail.
class Bounds {
 public:
    Bounds() {
        getrlimit(RLIMIT_CPU, &cpu_);
        getrlimit(RLIMIT_AS, &memory_);
        rusage used{};
        getrusage(RUSAGE_SELF, &used);
        limit(RLIMIT_CPU, cpu_,
              static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + kSeconds);
#if !defined(__SANITIZE_ADDRESS__)
        limit(RLIMIT_AS, memory_, pages_in_use() + kBytes);
#endif
    }
    ~Bounds() {
        setrlimit(RLIMIT_CPU, &cpu_);
        setrlimit(RLIMIT_AS, &memory_);
    }
    Bounds(const Bounds&) = delete;
    Bounds& operator=(const Bounds&) = delete;

 private:
    static constexpr rlim_t kSeconds = 30;
    static constexpr rlim_t kBytes = rlim_t{1} << 30;

    static rlim_t pages_in_use() {
        rlim_t pages = 0;
        std::ifstream{"/proc/self/statm"} >> pages;
        return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
    }
    static void limit(__rlimit_resource resource, rlimit now, rlim_t soft) {
        now.rlim_cur = std::min(soft, now.rlim_max);
        setrlimit(resource, &now);
    }

    rlimit cpu_{};
    rlimit memory_{};
};

bool is_number(const Node& node) {
    if (!node.is_scalar() || node.is_quoted()) return false;
    double value = 0;
    const std::string& text = node.text();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

/// Calls `each` once for each number in `node`, with a copy of `node` that has `value` in the place
/// of that number.
void with_each_number(const Node& node, const std::string& value,
                      const std::function<void(const Node&)>& each) {
    if (is_number(node)) each(Node::scalar(node.place(), value));
    if (node.is_sequence())
        for (std::size_t i = 0; i < node.as_sequence().size(); ++i)
            with_each_number(node.as_sequence()[i], value, [&](const Node& changed) {
                std::vector<Node> items = node.as_sequence();
                items[i] = changed;
                each(Node::sequence(node.place(), std::move(items)));
            });
    if (node.is_map())
        for (std::size_t i = 0; i < node.entries().size(); ++i)
            with_each_number(node.entries()[i].value, value, [&](const Node& changed) {
                std::vector<base::Entry> entries = node.entries();
                entries[i].value = changed;
                each(Node::map(node.place(), std::move(entries)));
            });
}

std::vector<std::string> with_each_number(const Node& node, const std::string& value) {
    std::vector<std::string> changed;
    with_each_number(node, value, [&](const Node& other) { changed.push_back(other.to_flow()); });
    return changed;
}

struct Range {
    std::string min;
    std::string max;
    bool whole = false;

    [[nodiscard]] std::vector<std::string> outside() const {
        if (!whole) return {"-1", "1e300", "nan"};
        return {fmt::to_string(std::stoll(min) - 1), fmt::to_string(std::stoll(max) + 1), "-1",
                "99999999999999999999"};
    }
};

/// The devices before `name` in the list of all devices that have cores of the same generation.
std::vector<arch::Device> devices_before(const std::string& name) {
    std::vector<arch::Device> devices;
    const arch::Generation generation = arch::load_device(arch::find_device(name)).generation;
    for (const std::string& other : arch::device_names()) {
        if (other == name) break;
        arch::Device device = arch::load_device(arch::find_device(other));
        if (device.generation == generation) devices.push_back(std::move(device));
    }
    return devices;
}

bool has(const arch::Device& device, const arch::Quantity& wanted) {
    return std::ranges::any_of(device.quantities, [&](const arch::Quantity& quantity) {
        return quantity.path == wanted.path && quantity.value == wanted.value;
    });
}

class DeviceRanges : public testing::TestWithParam<std::string> {
 protected:
    /// Runs the problem `file` on the device with `value` for the number at `path`. Returns the
    /// error message; nullopt if the run has a result.
    [[nodiscard]] std::optional<std::string> run(const std::string& file, const std::string& path,
                                                 const std::string& value) const {
        const problem::Setting device{
            "device", fmt::format("{{base: {}, set: {{{}: {}}}}}", GetParam(), path, value)};
        const Bounds bounds;
        try {
            const problem::Problem problem = problem::load_problem(file, {{device}});
            const schedule::Schedule schedule = problem::map_problem(problem);
            const RunResult result = make_systemc_backend()->run(schedule, problem.device, {});
            EXPECT_GT(result.cycles.value(), arch::Cycles{0}) << path << ": " << value;
        } catch (const base::InputError& error) {
            return error.what();
        } catch (const std::exception& error) {
            ADD_FAILURE() << file << " with " << path << ": " << value << ": " << error.what();
        }
        return std::nullopt;
    }
    /// Expects that each problem ends with a result or with a short error message that names a
    /// place.
    void expect_an_end(const std::string& path, const std::string& value) {
        for (const std::string& file : files_) {
            ++runs_;
            const std::optional<std::string> refusal = run(file, path, value);
            if (!refusal) continue;
            EXPECT_THAT(*refusal, testing::MatchesRegex("[^:]+:.*"));  // begins with a place
            EXPECT_LT(refusal->size(), 2000U) << *refusal;
            EXPECT_THAT(*refusal, testing::Not(testing::HasSubstr("0 to -1")));
        }
    }
    [[nodiscard]] Range range_of(const std::string& path, const std::string& far_below) const {
        const std::string refusal = run(files_.front(), path, far_below).value_or("not refused");
        const auto ranges = matches_of(
            refusal, R"(allowed: (whole )?numbers from ([^ ]+) to ([^ ,]+)(, the .*)?$)");
        if (ranges.empty()) {
            ADD_FAILURE() << path << ": " << far_below << ": " << refusal;
            return {"0", "0", true};
        }
        const RegexMatch& found = ranges.front();
        return {found[2], found[3], !found[1].empty()};
    }

    TemporaryFolder folder_;
    std::vector<std::string> files_{folder_.write("gemm.yaml", kGemm).string(),
                                    folder_.write("transfer.yaml", kTransfer).string(),
                                    folder_.write("elementwise.yaml", kElementwise).string()};
    int runs_ = 0;
};

TEST_P(DeviceRanges, EndWithAResultOrWithWhatIsWrong) {
    const arch::Device device = arch::load_device(arch::find_device(GetParam()));
    const std::vector<arch::Device> before = devices_before(GetParam());
    int numbers = 0;
    int known = 0;
    for (const arch::Quantity& quantity : device.quantities) {
        // Most numbers are those of the architecture, and have been tried with another device.
        if (std::ranges::any_of(before, [&](const auto& other) { return has(other, quantity); })) {
            ++known;
            continue;
        }
        // The matrix instructions of other types are used by none of the problems.
        if (quantity.path.starts_with("core.matrix.") &&
            !quantity.path.starts_with("core.matrix.int8-int8-int16."))
            continue;
        const Node value = base::parse_yaml(quantity.value, "p.yaml");
        const auto far_below = with_each_number(value, "-1000000000000");
        for (std::size_t i = 0; i < far_below.size(); ++i, ++numbers) {
            const Range range = range_of(quantity.path, far_below[i]);
            for (const std::string& end : {range.min, range.max})
                expect_an_end(quantity.path, with_each_number(value, end)[i]);
            for (const std::string& beyond : range.outside())
                EXPECT_TRUE(run(files_.front(), quantity.path, with_each_number(value, beyond)[i]))
                    << quantity.path << ": " << beyond;
        }
        if (value.is_bool())
            for (const char* flag : {"true", "false"})
                expect_an_end(quantity.path, flag);
    }
    EXPECT_GT(numbers + known, 100);
    EXPECT_GT(numbers, before.empty() ? 200 : 0);
    EXPECT_GE(runs_, 2 * 3 * numbers);
}

TEST_P(DeviceRanges, AreKeptByColumnsWithoutAShim) {
    for (const char* columns : {"[]", "[1]", "[0]", "all"})
        expect_an_end("array.shim_dma", columns);
    EXPECT_THAT(run(files_[0], "array.shim_dma", "[1]").value_or(""),
                testing::HasSubstr("needs a shim that reaches DRAM in column 0"));
    EXPECT_THAT(run(files_[1], "array.shim_dma", "[1]").value_or(""),
                testing::HasSubstr("needs a shim that reaches DRAM in column 0"));
    EXPECT_EQ(runs_, 12);
}

INSTANTIATE_TEST_SUITE_P(Catalog, DeviceRanges, testing::ValuesIn(arch::device_names()),
                         NamedAfterParameter{});

}  // namespace
}  // namespace xdnasim::backends
