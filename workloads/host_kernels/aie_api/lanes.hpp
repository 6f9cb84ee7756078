#pragma once
// Lane-by-lane operations on vectors, and operations that rearrange lanes.

#include <algorithm>
#include <cmath>
#include <utility>

#include "vector.hpp"

namespace aie {
namespace detail {

/// function(a, b), where integers wrap on overflow.
template <class T, class F>
T wrapped(T a, T b, F function) {
    if constexpr (std::is_integral_v<T>) {
        using Bits = std::make_unsigned_t<T>;
        return static_cast<T>(function(static_cast<Bits>(a), static_cast<Bits>(b)));
    } else {
        return T(function(a, b));
    }
}

template <class T, unsigned kLanes, class F>
vector<T, kLanes> each(const vector<T, kLanes>& a, const vector<T, kLanes>& b, F function) {
    vector<T, kLanes> result;
    for (unsigned i = 0; i < kLanes; ++i)
        result[i] = static_cast<T>(function(a[i], b[i]));
    return result;
}

template <class T, unsigned kLanes, class F>
mask<kLanes> compare(const vector<T, kLanes>& a, const vector<T, kLanes>& b, F function) {
    mask<kLanes> result;
    for (unsigned i = 0; i < kLanes; ++i)
        result.set(i, function(a[i], b[i]));
    return result;
}

}  // namespace detail

template <class T, unsigned kLanes = native_lanes<T>>
vector<T, kLanes> broadcast(std::type_identity_t<T> value) {
    vector<T, kLanes> result;
    for (unsigned i = 0; i < kLanes; ++i)
        result[i] = value;
    return result;
}

// Overloads for two vectors, and for a vector and a number.
#define XDNASIM_EACH(name, expression)                                               \
    template <class T, unsigned kLanes>                                              \
    vector<T, kLanes> name(const vector<T, kLanes>& a, const vector<T, kLanes>& b) { \
        return detail::each(a, b, [](T x, T y) { return expression; });              \
    }                                                                                \
    template <class T, unsigned kLanes>                                              \
    vector<T, kLanes> name(const vector<T, kLanes>& a, std::type_identity_t<T> b) {  \
        return name(a, broadcast<T, kLanes>(b));                                     \
    }                                                                                \
    template <class T, unsigned kLanes>                                              \
    vector<T, kLanes> name(std::type_identity_t<T> a, const vector<T, kLanes>& b) {  \
        return name(broadcast<T, kLanes>(a), b);                                     \
    }
XDNASIM_EACH(add, detail::wrapped(x, y, [](auto p, auto q) { return p + q; }))
XDNASIM_EACH(sub, detail::wrapped(x, y, [](auto p, auto q) { return p - q; }))
XDNASIM_EACH(min, y < x ? y : x)
XDNASIM_EACH(max, x < y ? y : x)
XDNASIM_EACH(bit_and, x& y)
XDNASIM_EACH(bit_or, x | y)
XDNASIM_EACH(bit_xor, x ^ y)
#undef XDNASIM_EACH

#define XDNASIM_COMPARE(name, sign)                                             \
    template <class T, unsigned kLanes>                                         \
    mask<kLanes> name(const vector<T, kLanes>& a, const vector<T, kLanes>& b) { \
        return detail::compare(a, b, [](T x, T y) { return x sign y; });        \
    }                                                                           \
    template <class T, unsigned kLanes>                                         \
    mask<kLanes> name(const vector<T, kLanes>& a, std::type_identity_t<T> b) {  \
        return name(a, broadcast<T, kLanes>(b));                                \
    }                                                                           \
    template <class T, unsigned kLanes>                                         \
    mask<kLanes> name(std::type_identity_t<T> a, const vector<T, kLanes>& b) {  \
        return name(broadcast<T, kLanes>(a), b);                                \
    }
XDNASIM_COMPARE(lt, <)
XDNASIM_COMPARE(le, <=)
XDNASIM_COMPARE(gt, >)
XDNASIM_COMPARE(ge, >=)
XDNASIM_COMPARE(eq, ==)
XDNASIM_COMPARE(neq, !=)
#undef XDNASIM_COMPARE

/// `b` in the lanes where the mask is set, otherwise `a`.
template <class T, unsigned kLanes>
vector<T, kLanes> select(const vector<T, kLanes>& a, const vector<T, kLanes>& b,
                         const mask<kLanes>& by) {
    vector<T, kLanes> result;
    for (unsigned i = 0; i < kLanes; ++i)
        result[i] = by.test(i) ? b[i] : a[i];
    return result;
}
template <class T, unsigned kLanes>
vector<T, kLanes> select(T a, const vector<T, kLanes>& b, const mask<kLanes>& by) {
    return select(broadcast<T, kLanes>(a), b, by);
}
template <class T, unsigned kLanes>
vector<T, kLanes> select(const vector<T, kLanes>& a, T b, const mask<kLanes>& by) {
    return select(a, broadcast<T, kLanes>(b), by);
}
template <class T, unsigned kLanes>
vector<T, kLanes> select(T a, T b, const mask<kLanes>& by) {
    return select(broadcast<T, kLanes>(a), broadcast<T, kLanes>(b), by);
}

/// Reduction in a tree: each step combines pairs of lanes at half the distance of the step before.
template <class T, unsigned kLanes, class F>
T reduce(vector<T, kLanes> v, F function) {
    for (unsigned half = kLanes / 2; half > 0; half /= 2)
        for (unsigned i = 0; i < half; ++i)
            v[i] = static_cast<T>(function(v[i], v[i + half]));
    return v[0];
}
template <class T, unsigned kLanes>
T reduce_add(const vector<T, kLanes>& v) {
    return reduce(
        v, [](T x, T y) { return detail::wrapped(x, y, [](auto p, auto q) { return p + q; }); });
}
template <class T, unsigned kLanes>
T reduce_max(const vector<T, kLanes>& v) {
    return reduce(v, [](T x, T y) { return x < y ? y : x; });
}
template <class T, unsigned kLanes>
T reduce_min(const vector<T, kLanes>& v) {
    return reduce(v, [](T x, T y) { return y < x ? y : x; });
}

/// Every other group of `step` lanes, starting with group `first` (0 or 1).
template <class T, unsigned kLanes>
vector<T, kLanes / 2> filter(const vector<T, kLanes>& v, unsigned step, unsigned first) {
    vector<T, kLanes / 2> kept;
    for (unsigned i = 0; i < kLanes / 2; ++i)
        kept[i] = v[(i / step * 2 + first) * step + i % step];
    return kept;
}
template <class T, unsigned kLanes>
vector<T, kLanes / 2> filter_even(const vector<T, kLanes>& v, unsigned step = 1) {
    return filter(v, step, 0);
}
template <class T, unsigned kLanes>
vector<T, kLanes / 2> filter_odd(const vector<T, kLanes>& v, unsigned step = 1) {
    return filter(v, step, 1);
}

template <class T, unsigned kLanes>
vector<T, 2 * kLanes> concat(const vector<T, kLanes>& a, const vector<T, kLanes>& b) {
    vector<T, 2 * kLanes> both;
    return both.insert(0, a).insert(1, b);
}
template <class T, unsigned kLanes>
auto concat(const vector<T, kLanes>& a, const vector<T, kLanes>& b, const vector<T, kLanes>& c,
            const vector<T, kLanes>& d) {
    return concat(concat(a, b), concat(c, d));
}

/// a0 b0 a1 b1 ... in groups of `step` lanes, as two vectors.
template <class T, unsigned kLanes>
std::pair<vector<T, kLanes>, vector<T, kLanes>> interleave_zip(const vector<T, kLanes>& a,
                                                               const vector<T, kLanes>& b,
                                                               unsigned step) {
    vector<T, 2 * kLanes> mixed;
    for (unsigned i = 0; i < kLanes; ++i) {
        mixed[i / step * 2 * step + i % step] = a[i];
        mixed[(i / step * 2 + 1) * step + i % step] = b[i];
    }
    return {mixed.template extract<kLanes>(0), mixed.template extract<kLanes>(1)};
}
template <class T, unsigned kLanes>
std::pair<vector<T, kLanes>, vector<T, kLanes>> interleave_unzip(const vector<T, kLanes>& a,
                                                                 const vector<T, kLanes>& b,
                                                                 unsigned step) {
    const auto both = concat(a, b);
    return {filter_even(both, step), filter_odd(both, step)};
}

/// The transpose of a matrix with `rows` x `columns` lanes, stored row by row.
template <class T, unsigned kLanes>
vector<T, kLanes> transpose(const vector<T, kLanes>& v, unsigned rows, unsigned columns) {
    vector<T, kLanes> turned;
    for (unsigned i = 0; i < rows; ++i)
        for (unsigned j = 0; j < columns; ++j)
            turned[j * rows + i] = v[i * columns + j];
    return turned;
}

/// Shifts lanes up or down; free lanes take the values of `fill`.
template <class T, unsigned kLanes>
vector<T, kLanes> shuffle_up_fill(const vector<T, kLanes>& v, const vector<T, kLanes>& fill,
                                  unsigned by) {
    vector<T, kLanes> moved;
    for (unsigned i = 0; i < kLanes; ++i)
        moved[i] = i < by ? fill[kLanes - by + i] : v[i - by];
    return moved;
}
template <class T, unsigned kLanes>
vector<T, kLanes> shuffle_down_fill(const vector<T, kLanes>& v, const vector<T, kLanes>& fill,
                                    unsigned by) {
    vector<T, kLanes> moved;
    for (unsigned i = 0; i < kLanes; ++i)
        moved[i] = i + by < kLanes ? v[i + by] : fill[i + by - kLanes];
    return moved;
}
template <class T, unsigned kLanes>
vector<T, kLanes> shuffle_up(const vector<T, kLanes>& v, unsigned by) {
    return shuffle_up_fill(v, v, by);
}
template <class T, unsigned kLanes>
vector<T, kLanes> shuffle_down(const vector<T, kLanes>& v, unsigned by) {
    return shuffle_down_fill(v, v, by);
}

inline float inv(float value) {
    return 1.0F / value;
}
inline float invsqrt(float value) {
    return 1.0F / std::sqrt(value);
}
inline float sqrt(float value) {
    return std::sqrt(value);
}

}  // namespace aie
