#pragma once
// The part of the AIE API that exported kernels use, implemented from its documentation, element by
// element in plain C++. It serves to test the kernels' loops, layouts and shuffles on a host.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <type_traits>

#include "workloads/kernels/numerics.hpp"

struct bfloat16 {
    xdnasim::kernels::Bfloat16 value;
    operator float() const { return static_cast<float>(value); }
};

namespace aie {

enum class rounding_mode {
    floor,
    ceil,
    positive_inf,
    negative_inf,
    symmetric_inf,
    symmetric_zero,
    conv_even,
    conv_odd
};
enum class saturation_mode { none, saturate, symmetric };

/// Control registers of the core.
struct core_state {
    rounding_mode rounding = rounding_mode::floor;
    saturation_mode saturation = saturation_mode::none;
    int events[2] = {0, 0};
};
inline core_state& core() {
    static core_state state;
    return state;
}
inline void set_rounding(rounding_mode mode) {
    core().rounding = mode;
}
inline void set_saturation(saturation_mode mode) {
    core().saturation = mode;
}

namespace detail {

/// value / 2^shift, rounded according to the core's rounding mode.
inline std::int64_t shift_down(std::int64_t value, int shift) {
    if (shift == 0) return value;
    const std::int64_t floor = value >> shift;
    const std::int64_t rest = value - (floor << shift);
    const std::int64_t half = std::int64_t{1} << (shift - 1);
    const auto tie = [&](bool up) { return rest > half || (rest == half && up) ? 1 : 0; };
    switch (core().rounding) {
        case rounding_mode::floor:
            return floor;
        case rounding_mode::ceil:
            return floor + (rest > 0 ? 1 : 0);
        case rounding_mode::positive_inf:
            return floor + tie(true);
        case rounding_mode::negative_inf:
            return floor + tie(false);
        case rounding_mode::symmetric_inf:
            return floor + tie(value >= 0);
        case rounding_mode::symmetric_zero:
            return floor + tie(value < 0);
        case rounding_mode::conv_even:
            return floor + tie(floor % 2 != 0);
        case rounding_mode::conv_odd:
            break;
    }
    return floor + tie(floor % 2 == 0);
}

template <class T>
T narrow(std::int64_t value) {
    constexpr std::int64_t kMin = std::numeric_limits<T>::min();
    constexpr std::int64_t kMax = std::numeric_limits<T>::max();
    if (core().saturation != saturation_mode::none)
        value = value < kMin ? kMin : value > kMax ? kMax : value;
    return static_cast<T>(value);
}

/// The default type of accumulators: 32 bits for int8, 64 bits for wider integers, fp32 for
/// bfloat16.
template <class T>
using accumulator =
    std::conditional_t<std::is_same_v<T, bfloat16>, float,
                       std::conditional_t<sizeof(T) == 1, std::int32_t, std::int64_t>>;

template <class T, class Acc>
T shift_round_saturate(Acc value, int shift) {
    if constexpr (std::is_same_v<T, bfloat16>) {
        static_assert(std::is_same_v<Acc, float>);
        using xdnasim::kernels::Rounding;
        return {core().rounding == rounding_mode::conv_even
                    ? xdnasim::kernels::to_bfloat16<Rounding::ConvEven>(value)
                    : xdnasim::kernels::to_bfloat16<Rounding::Floor>(value)};
    } else if constexpr (std::is_same_v<T, float>) {
        static_assert(std::is_same_v<Acc, float>);
        return value;
    } else {
        return narrow<T>(shift_down(value, shift));
    }
}

template <class Acc, class T>
Acc shift_up(T value, int shift) {
    if constexpr (std::is_same_v<Acc, float>)
        return static_cast<float>(value);
    else
        return static_cast<Acc>(static_cast<std::uint64_t>(std::int64_t{value}) << shift);
}

/// The sum of two accumulators; integers wrap around.
template <class Acc>
Acc add(Acc a, Acc b) {
    if constexpr (std::is_same_v<Acc, float>)
        return a + b;
    else
        return static_cast<Acc>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

}  // namespace detail

template <class T, unsigned kSize>
struct vector {
    std::array<T, kSize> elements{};

    /// The same bits as elements of another type.
    template <class To>
    vector<To, kSize * sizeof(T) / sizeof(To)> cast_to() const {
        vector<To, kSize * sizeof(T) / sizeof(To)> cast;
        std::memcpy(cast.elements.data(), elements.data(), sizeof elements);
        return cast;
    }
    template <unsigned kPart>
    vector<T, kPart> extract(unsigned part) const {
        vector<T, kPart> extracted;
        for (unsigned i = 0; i < kPart; ++i)
            extracted.elements[i] = elements[part * kPart + i];
        return extracted;
    }
};

template <class T, unsigned kSize, class... More>
auto concat(const vector<T, kSize>& first, const More&... more) {
    vector<T, kSize*(1 + sizeof...(More))> whole;
    unsigned next = 0;
    for (const vector<T, kSize>* part : {&first, &more...})
        for (const T& element : part->elements)
            whole.elements[next++] = element;
    return whole;
}

template <unsigned kSize, class T>
vector<T, kSize> load_v(const T* from) {
    vector<T, kSize> loaded;
    for (unsigned i = 0; i < kSize; ++i)
        loaded.elements[i] = from[i];
    return loaded;
}

template <class T, unsigned kSize>
void store_v(T* to, const vector<T, kSize>& stored) {
    for (unsigned i = 0; i < kSize; ++i)
        to[i] = stored.elements[i];
}

template <class T, unsigned kSize>
vector<T, kSize> zeros() {
    return {};
}

/// The transpose of `v`, taken as a matrix of `rows` rows and `columns` columns.
template <class T, unsigned kSize>
vector<T, kSize> transpose(const vector<T, kSize>& v, unsigned rows, unsigned columns) {
    vector<T, kSize> turned;
    for (unsigned i = 0; i < rows; ++i)
        for (unsigned j = 0; j < columns; ++j)
            turned.elements[j * rows + i] = v.elements[i * columns + j];
    return turned;
}

template <class T, unsigned kSize>
vector<T, kSize> add(const vector<T, kSize>& v, T scalar) {
    using Bits = std::make_unsigned_t<T>;
    vector<T, kSize> sum;
    for (unsigned i = 0; i < kSize; ++i)
        sum.elements[i] =
            static_cast<T>(static_cast<Bits>(v.elements[i]) + static_cast<Bits>(scalar));
    return sum;
}

template <class T, unsigned kSize>
vector<T, kSize> add(const vector<T, kSize>& a, const vector<T, kSize>& b) {
    vector<T, kSize> sum;
    for (unsigned i = 0; i < kSize; ++i)
        sum.elements[i] = detail::add(a.elements[i], b.elements[i]);
    return sum;
}

template <class T, unsigned kSize>
vector<T, kSize> max(const vector<T, kSize>& v, T scalar) {
    vector<T, kSize> larger;
    for (unsigned i = 0; i < kSize; ++i)
        larger.elements[i] = v.elements[i] < scalar ? scalar : v.elements[i];
    return larger;
}

template <class Acc, unsigned kSize>
struct accum {
    std::array<Acc, kSize> elements{};

    template <class T>
    vector<T, kSize> to_vector(int shift = 0) const {
        vector<T, kSize> result;
        for (unsigned i = 0; i < kSize; ++i)
            result.elements[i] = detail::shift_round_saturate<T>(elements[i], shift);
        return result;
    }
};

template <class T, unsigned kSize>
auto mul(const vector<T, kSize>& v, T scalar) {
    using Acc = detail::accumulator<T>;
    accum<Acc, kSize> product;
    for (unsigned i = 0; i < kSize; ++i)
        product.elements[i] =
            static_cast<Acc>(static_cast<Acc>(v.elements[i]) * static_cast<Acc>(scalar));
    return product;
}

/// C[M][N] += A[M][K] x B[K][N], all row-major.
template <unsigned M, unsigned K, unsigned N, class A, class B>
class mmul {
    using Acc = detail::accumulator<A>;

 public:
    static constexpr unsigned size_A = M * K;
    static constexpr unsigned size_B = K * N;
    static constexpr unsigned size_C = M * N;

    mmul() = default;
    template <class T>
    explicit mmul(const vector<T, size_C>& c, int shift = 0) {
        for (unsigned i = 0; i < size_C; ++i)
            sums_.elements[i] = detail::shift_up<Acc>(c.elements[i], shift);
    }

    void mac(const vector<A, size_A>& a, const vector<B, size_B>& b) {
        for (unsigned i = 0; i < M; ++i)
            for (unsigned j = 0; j < N; ++j)
                for (unsigned k = 0; k < K; ++k)
                    sums_.elements[i * N + j] =
                        detail::add(sums_.elements[i * N + j],
                                    static_cast<Acc>(static_cast<Acc>(a.elements[i * K + k]) *
                                                     static_cast<Acc>(b.elements[k * N + j])));
    }

    template <class T>
    vector<T, size_C> to_vector(int shift = 0) const {
        return sums_.template to_vector<T>(shift);
    }

 private:
    accum<Acc, size_C> sums_;
};

}  // namespace aie

/// The core's cascade ports: words from the previous core, and words for the next core.
struct cascade_ports {
    std::deque<aie::vector<std::int32_t, 16>> in;
    std::deque<aie::vector<std::int32_t, 16>> out;
};
inline cascade_ports& cascade() {
    static cascade_ports ports;
    return ports;
}
inline aie::vector<std::int32_t, 16> get_scd_v16int32() {
    const auto word = cascade().in.front();
    cascade().in.pop_front();
    return word;
}
inline void put_mcd(const aie::vector<std::int32_t, 16>& word) {
    cascade().out.push_back(word);
}

inline void event0() {
    ++aie::core().events[0];
}
inline void event1() {
    ++aie::core().events[1];
}
