// Calls of kernels that use the cascade, word by word.

#include <algorithm>
#include <cstring>
#include <deque>
#include <utility>

#include "base/error.hpp"
#include "workloads/kernels/chain_product.hpp"
#include "workloads/kernels/execute.hpp"
#include "workloads/kernels/execute_dense.hpp"

namespace xdnasim::kernels {
namespace {

using Lanes = std::array<std::uint32_t, sizeof(CascadeWord) / sizeof(std::uint32_t)>;

CascadeWord sum(const CascadeWord& a, const CascadeWord& b) {
    Lanes to;
    Lanes more;
    std::memcpy(to.data(), a.data(), sizeof to);
    std::memcpy(more.data(), b.data(), sizeof more);
    for (std::size_t lane = 0; lane < to.size(); ++lane)
        to[lane] += more[lane];
    CascadeWord word;
    std::memcpy(word.data(), to.data(), word.size());
    return word;
}

class ChainSumCall final : public CascadeCall {
 public:
    ChainSumCall(const ChainSum& work, std::span<const std::span<std::byte>> arguments)
        : work_{work}, x_{arguments.front()}, out_{arguments.back()} {}

    void get(const CascadeWord& word) override {
        if (work_.puts) {
            got_.push_back(word);
            return;
        }
        const CascadeWord result = sum(next_x(), word);
        std::ranges::copy(result, out_.begin());
        out_ = out_.subspan(result.size());
    }

    CascadeWord put() override {
        const CascadeWord x = next_x();
        if (!work_.gets) return x;
        const CascadeWord word = sum(x, got_.front());
        got_.pop_front();
        return word;
    }

 private:
    CascadeWord next_x() {
        CascadeWord word;
        std::ranges::copy(x_.first(word.size()), word.begin());
        x_ = x_.subspan(word.size());
        return word;
    }

    ChainSum work_;
    std::span<std::byte> x_;    ///< words of the input that have not been read
    std::span<std::byte> out_;  ///< words of the output that have not been written
    std::deque<CascadeWord> got_;
};

}  // namespace

std::unique_ptr<CascadeCall> begin_call(const Kernel& kernel,
                                        std::span<const std::span<std::byte>> arguments) {
    if (const auto* work = std::get_if<ChainSum>(&kernel.work))
        return std::make_unique<ChainSumCall>(*work, arguments);
    if (const auto* work = std::get_if<ChainProduct>(&kernel.work))
        return begin_chain_product(*work, arguments);
    if (const auto* work = std::get_if<Dense>(&kernel.work)) return begin_dense(*work, arguments);
    if (const auto* work = std::get_if<Reduce>(&kernel.work)) return begin_reduce(*work, arguments);
    throw base::InputError{
        "external function: its computation is unknown, so it cannot run with data"};
}

}  // namespace xdnasim::kernels
