// The data of a run: random samples before it, and the comparison of all results with the reference
// after it.

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/network/network_activations.hpp"
#include "workloads/network/network_parts.hpp"
#include "workloads/network/network_workload.hpp"

namespace xdnasim::network {

using schedule::HostMemory;

namespace {

Matrix random_sample(const NetworkDesign& design, std::mt19937_64& random) {
    Matrix matrix{design.rows, design.columns};
    for (std::int8_t& value : matrix.values)
        value = static_cast<std::int8_t>(random());
    return matrix;
}

std::span<std::byte> bytes_of(std::vector<std::byte>& buffer, int number, std::size_t size) {
    return std::span{buffer}.subspan(static_cast<std::size_t>(number) * size, size);
}

/// Bytes that a port moves for one sample.
std::size_t frame_of(const NetworkPort& port) {
    return static_cast<std::size_t>(port.part.elements());
}

Matrix input_in(HostMemory& host, const std::vector<NetworkPort>& ports,
                const NetworkDesign& design, int number) {
    Matrix input{design.rows, design.columns};
    for (std::size_t i = 0; i < ports.size(); ++i)
        if (ports[i].is_input)
            unpack(bytes_of(host[i], number, frame_of(ports[i])), ports[i].part, input);
    return input;
}

Matrix output_in(HostMemory& host, const std::vector<NetworkPort>& ports,
                 const NetworkDesign& design, int number) {
    Matrix output{design.output_rows(), design.layers.back().width};
    for (std::size_t i = 0; i < ports.size(); ++i)
        if (!ports[i].is_input)
            unpack(bytes_of(host[i], number, frame_of(ports[i])), ports[i].part, output);
    return output;
}

}  // namespace

void NetworkWorkload::fill(HostMemory& host, std::uint64_t seed) const {
    std::mt19937_64 random{seed};
    const std::vector<NetworkPort> ports = ports_of(stages_);
    for (int number = 0; number < design_.samples; ++number) {
        const Matrix input = random_sample(design_, random);
        for (std::size_t i = 0; i < ports.size(); ++i)
            if (ports[i].is_input)
                std::ranges::copy(packed(input, ports[i].part),
                                  bytes_of(host[i], number, frame_of(ports[i])).begin());
    }
}

namespace {

/// The first value that differs from the expected one, in words.
std::optional<std::string> difference(const Activations& activations, std::size_t stage, int sample,
                                      const Matrix& expected) {
    const Matrix& got = activations.of(stage, sample);
    for (int row = 0; row < expected.rows; ++row)
        for (int column = 0; column < expected.columns; ++column)
            if (got.at(row, column) != expected.at(row, column))
                return fmt::format(
                    "sample {}, {}, row {}, column {}, of core {}: expected {}, got "
                    "{}",
                    sample, activations.name_of(stage), row, column,
                    to_string(activations.giver_of(stage, row, column)), expected.at(row, column),
                    got.at(row, column));
    return std::nullopt;
}

/// Checks the outputs that leave by the ports.
class Outputs {
 public:
    /// Describes the first wrong output of a sample, if there is one.
    std::optional<std::string> compare(const Matrix& got, const Matrix& expected, int number) {
        for (int row = 0; row < expected.rows; ++row)
            for (int column = 0; column < expected.columns; ++column) {
                const int value = expected.at(row, column);
                ++values_;
                saturated_ += value == INT8_MIN || value == INT8_MAX ? 1 : 0;
                if (got.at(row, column) != value)
                    return fmt::format("sample {}, output ({}, {}): expected {}, got {}", number,
                                       row, column, value, got.at(row, column));
            }
        return std::nullopt;
    }
    [[nodiscard]] std::int64_t values() const { return values_; }
    [[nodiscard]] double saturated() const {
        return static_cast<double>(saturated_) / static_cast<double>(values_);
    }

 private:
    std::int64_t values_ = 0;
    std::int64_t saturated_ = 0;
};

}  // namespace

schedule::Verification NetworkWorkload::check(HostMemory& host,
                                              const schedule::DataRun& run) const {
    Activations activations{design_, stages_};
    run(host, &activations);
    const std::vector<Weights> weights = weights_of(design_);
    const Reference reference{design_, weights};
    const std::vector<NetworkPort> ports = ports_of(stages_);
    std::vector<Matrix> inputs;
    for (int number = 0; number < design_.samples; ++number)
        inputs.push_back(input_in(host, ports, design_, number));

    Outputs outputs;
    std::int64_t inside = 0;
    std::optional<std::string> wrong;
    for (int number = 0; number < design_.samples && !wrong; ++number) {
        const std::vector<Matrix> expected =
            reference.activations(inputs[static_cast<std::size_t>(number)]);
        // A backend that cannot observe the array reports no calls.
        for (std::size_t stage = 0; stage < stages_.size() && activations.known() && !wrong;
             ++stage) {
            wrong = difference(activations, stage, number, expected[stage]);
            inside += std::int64_t{expected[stage].rows} * expected[stage].columns;
        }
        if (!wrong)
            wrong =
                outputs.compare(output_in(host, ports, design_, number), expected.back(), number);
    }
    schedule::Verification result{.passed = !wrong, .message = wrong.value_or("")};
    result.arrays = activations.known() ? activations.arrays(inputs, weights)
                                        : std::vector<schedule::DataArray>{};
    if (wrong) return result;
    result.message =
        fmt::format("all {} of {} match the reference", base::counted(outputs.values(), "output"),
                    base::counted(design_.samples, "sample"));
    if (activations.known())
        result.message +=
            fmt::format(", and so {} that the cores produced",
                        inside == 1 ? "is the one activation"
                                    : "are all " + base::counted(inside, "activation"));
    result.saturated_share = outputs.saturated();
    return result;
}

std::vector<std::string> NetworkWorkload::array_names() const {
    return Activations{design_, stages_}.array_names();
}

arch::Bytes NetworkWorkload::memory_to_check() const {
    constexpr std::int64_t kCopies = 2;
    std::int64_t values = 0;
    for (const Stage& stage : stages_)
        values += std::int64_t{stage.rows_out()} * design_.layers[stage.layer].width;
    return arch::Bytes{kCopies * design_.samples * values};
}

}  // namespace xdnasim::network
