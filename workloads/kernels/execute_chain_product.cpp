// Calls of kernels whose accumulators pass along a chain of cores.

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "workloads/kernels/chain_product.hpp"
#include "workloads/kernels/matmul_program.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {
namespace {

/// Positions in C of the cascade's words, counted in elements.
std::vector<std::size_t> places_of_words(const ChainProduct& work, std::size_t lanes) {
    const Matmul& product = work.product;
    const auto [rows, columns] = work.blocking();
    const auto tile = static_cast<std::size_t>(product.r * product.t);
    const int tiles_down = product.m / product.r;
    const int tiles_right = product.n / product.t;
    std::vector<std::size_t> places;
    for (int top = 0; top < tiles_down; top += rows)
        for (int left = 0; left < tiles_right; left += columns)
            for_each_tile({rows, columns}, [&, top, left](const std::string&, int row, int column) {
                const auto number =
                    static_cast<std::size_t>((top + row) * tiles_right + left + column);
                for (std::size_t lane = 0; lane < tile; lane += lanes)
                    places.push_back(number * tile + lane);
            });
    return places;
}

template <class Out, class Acc>
void store_sums(const std::vector<Acc>& sums, int shift, Rounding rounding, std::byte* c) {
    with_rounding(shift == 0 ? Rounding::Floor : rounding, [&]<Rounding kRounding>() {
        for (const Acc sum : sums) {
            const Out out = saturate<Out>(shift_round<kRounding>(sum, shift));
            std::memcpy(c, &out, sizeof out);
            c += sizeof out;
        }
    });
}

template <class Acc>
void store_integers(const Matmul& product, const std::vector<Acc>& sums, std::byte* c) {
    switch (product.c) {
        case DataType::Int8:
            return store_sums<std::int8_t>(sums, product.shift, product.rounding, c);
        case DataType::Int16:
            return store_sums<std::int16_t>(sums, product.shift, product.rounding, c);
        case DataType::Int32:
            return store_sums<std::int32_t>(sums, product.shift, product.rounding, c);
        case DataType::Bf16:
        case DataType::F32:
        case DataType::Bfp16ebs8:
            break;
    }
    throw base::InputError{"sums of integers are stored as integers: run without verification"};
}

void store_floats(const Matmul& product, const std::vector<float>& sums, std::byte* c) {
    if (product.c == DataType::F32) {
        std::memcpy(c, sums.data(), sums.size() * sizeof(float));
        return;
    }
    with_rounding(product.rounding, [&]<Rounding kRounding>() {
        for (const float sum : sums) {
            const Bfloat16 out = to_bfloat16<kRounding>(sum);
            std::memcpy(c, &out, sizeof out);
            c += sizeof out;
        }
    });
}

template <class Acc>
class ChainProductCall final : public CascadeCall {
 public:
    ChainProductCall(const ChainProduct& work, std::span<const std::span<std::byte>> arguments,
                     std::vector<Acc> product)
        : work_{work},
          sums_{std::move(product)},
          places_{places_of_words(work, kLanes)},
          c_{work.puts ? nullptr : arguments[2].data()} {}

    void get(const CascadeWord& word) override {
        std::array<Acc, kLanes> lanes;
        std::memcpy(lanes.data(), word.data(), word.size());
        Acc* const sums = sums_.data() + places_[got_++];
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            sums[lane] = add(lanes[lane], sums[lane]);
        if (c_ != nullptr && got_ == places_.size()) write();
    }

    CascadeWord put() override {
        CascadeWord word;
        std::memcpy(word.data(), sums_.data() + places_[put_++], word.size());
        return word;
    }

 private:
    static constexpr std::size_t kLanes = sizeof(CascadeWord) / sizeof(Acc);

    /// Adds accumulators; integers wrap.
    static Acc add(Acc got, Acc own) {
        if constexpr (std::is_integral_v<Acc>) {
            using Bits = std::make_unsigned_t<Acc>;
            return static_cast<Acc>(static_cast<Bits>(got) + static_cast<Bits>(own));
        } else {
            return got + own;
        }
    }

    void write() const {
        if constexpr (std::is_integral_v<Acc>)
            store_integers(work_.product, sums_, c_);
        else
            store_floats(work_.product, sums_, c_);
    }

    ChainProduct work_;
    std::vector<Acc> sums_;
    std::vector<std::size_t> places_;
    std::byte* c_;
    std::size_t got_ = 0;
    std::size_t put_ = 0;
};

template <class Acc, class Real>
std::unique_ptr<CascadeCall> begin_with(const ChainProduct& work,
                                        std::span<const std::span<std::byte>> arguments,
                                        std::span<const Real> product) {
    std::vector<Acc> sums(product.size());
    std::ranges::transform(product, sums.begin(), [](Real sum) { return static_cast<Acc>(sum); });
    return std::make_unique<ChainProductCall<Acc>>(work, arguments, std::move(sums));
}

}  // namespace

std::unique_ptr<CascadeCall> begin_chain_product(const ChainProduct& work,
                                                 std::span<const std::span<std::byte>> arguments) {
    const Matmul& product = work.product;
    const std::byte* const a = arguments[0].data();
    const std::byte* const b = arguments[1].data();
    if (product.a != product.b)
        throw base::InputError{"products of " +
                               arch::product_name(product.a, product.b, product.c) +
                               " are not modelled: run without verification"};
    switch (product.a) {
        case DataType::Int8:
            return begin_with<std::int32_t>(
                work, arguments, tiled_product<std::int32_t, std::int8_t>(product, a, b));
        case DataType::Int16:
            return begin_with<std::int64_t>(work, arguments,
                                            tiled_product<double, std::int16_t>(product, a, b));
        case DataType::Bf16:
            return begin_with<float>(work, arguments,
                                     tiled_product<float, Bfloat16>(product, a, b));
        case DataType::Int32:
        case DataType::F32:
        case DataType::Bfp16ebs8:
            break;
    }
    throw base::InputError{"products of " + to_string(product.a) +
                           " are not modelled: run without verification"};
}

}  // namespace xdnasim::kernels
