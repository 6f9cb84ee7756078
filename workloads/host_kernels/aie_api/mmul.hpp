#pragma once
// Products of small matrices that are stored in vectors, row by row.

#include "accum.hpp"

namespace aie {

/// C[M][N] += A[M][K] x B[K][N]
template <unsigned M, unsigned K, unsigned N, class A, class B, class Asked = accauto>
class mmul {
    using Tag = std::conditional_t<std::is_same_v<Asked, accauto>, detail::tag_of<A, B>, Asked>;
    using lane = typename Tag::lane;

 public:
    static constexpr unsigned size_A = M * K;
    static constexpr unsigned size_B = K * N;
    static constexpr unsigned size_C = M * N;

    mmul() = default;
    template <class T>
    mmul(const vector<T, size_C>& c, int shift = 0) : sums_{c, shift} {}
    template <class Other>
    mmul(const accum<Other, size_C>& c) : sums_{c} {}

    void mul(const vector<A, size_A>& a, const vector<B, size_B>& b) {
        sums_ = {};
        mac(a, b);
    }
    void mac(const vector<A, size_A>& a, const vector<B, size_B>& b) {
        for (unsigned i = 0; i < M; ++i)
            for (unsigned j = 0; j < N; ++j)
                for (unsigned k = 0; k < K; ++k)
                    sums_[i * N + j] = detail::sum(
                        sums_[i * N + j], detail::product<lane>(a[i * K + k], b[k * N + j]));
    }

    template <class T>
    vector<T, size_C> to_vector(int shift = 0) const {
        return sums_.template to_vector<T>(shift);
    }
    accum<Tag, size_C> to_accum() const { return sums_; }
    operator accum<Tag, size_C>() const { return sums_; }

 private:
    accum<Tag, size_C> sums_;
};

}  // namespace aie
