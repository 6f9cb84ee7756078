#pragma once
// Vectors of lanes, with loads and stores.

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "bfloat16.hpp"

using int8 = std::int8_t;
using int16 = std::int16_t;
using int32 = std::int32_t;
using int64 = std::int64_t;
using uint8 = std::uint8_t;
using uint16 = std::uint16_t;
using uint32 = std::uint32_t;
using uint64 = std::uint64_t;

namespace aie {

/// Number of lanes in a register of 512 bits.
template <class T>
inline constexpr unsigned native_lanes = 64 / sizeof(T);

template <class T, unsigned kLanes = native_lanes<T>>
class vector {
 public:
    using value_type = T;

    vector() = default;
    template <class... Values>
    requires(sizeof...(Values) > 1) explicit vector(Values... values)
        : lanes_{static_cast<T>(values)...} {}

    static constexpr unsigned size() { return kLanes; }
    T& operator[](unsigned lane) { return lanes_[lane]; }
    const T& operator[](unsigned lane) const { return lanes_[lane]; }
    T get(unsigned lane) const { return lanes_[lane]; }
    void set(T value, unsigned lane) { lanes_[lane] = value; }
    /// Moves all lanes up by one, and puts `value` into lane 0.
    void push(T value) {
        for (unsigned i = kLanes - 1; i > 0; --i)
            lanes_[i] = lanes_[i - 1];
        lanes_[0] = value;
    }

    template <unsigned kPart>
    vector<T, kPart> extract(unsigned part) const {
        vector<T, kPart> result;
        for (unsigned i = 0; i < kPart; ++i)
            result[i] = lanes_[part * kPart + i];
        return result;
    }
    template <unsigned kPart>
    vector& insert(unsigned part, const vector<T, kPart>& from) {
        for (unsigned i = 0; i < kPart; ++i)
            lanes_[part * kPart + i] = from[i];
        return *this;
    }
    template <unsigned kMore>
    vector<T, kMore> grow() const {
        vector<T, kMore> result;
        return result.insert(0, *this);
    }
    /// The same bits as lanes of another type.
    template <class To>
    auto cast_to() const {
        vector<To, kLanes * sizeof(T) / sizeof(To)> result;
        std::memcpy(&result[0], lanes_.data(), sizeof(lanes_));
        return result;
    }

 private:
    std::array<T, kLanes> lanes_{};
};

template <unsigned kLanes>
class mask {
 public:
    bool test(unsigned lane) const { return lanes_[lane]; }
    void set(unsigned lane, bool value) { lanes_[lane] = value; }
    unsigned count() const {
        unsigned sum = 0;
        for (const bool lane : lanes_)
            sum += lane ? 1 : 0;
        return sum;
    }

 private:
    std::array<bool, kLanes> lanes_{};
};

template <unsigned kLanes, class T>
vector<std::remove_const_t<T>, kLanes> load_v(T* from) {
    vector<std::remove_const_t<T>, kLanes> loaded;
    for (unsigned i = 0; i < kLanes; ++i)
        loaded[i] = from[i];
    return loaded;
}
template <class T>
vector<std::remove_const_t<T>> load_v(T* from) {
    return load_v<native_lanes<T>>(from);
}
template <unsigned kLanes, class T>
auto load_unaligned_v(T* from, unsigned = 1) {
    return load_v<kLanes>(from);
}

template <class T, unsigned kLanes>
void store_v(T* to, const vector<T, kLanes>& stored) {
    for (unsigned i = 0; i < kLanes; ++i)
        to[i] = stored[i];
}
template <class T, unsigned kLanes>
void store_unaligned_v(T* to, const vector<T, kLanes>& stored, unsigned = 1) {
    store_v(to, stored);
}

/// An iterator through memory that advances by a vector at each step.
template <class T, unsigned kLanes>
class vector_iterator {
 public:
    /// Reference to the vector at a position, for reading and writing.
    class place {
     public:
        explicit place(T* at) : at_{at} {}
        operator vector<std::remove_const_t<T>, kLanes>() const { return load_v<kLanes>(at_); }
        place& operator=(const vector<std::remove_const_t<T>, kLanes>& value) {
            store_v(at_, value);
            return *this;
        }

     private:
        T* at_;
    };

    explicit vector_iterator(T* at) : at_{at} {}
    place operator*() const { return place{at_}; }
    vector_iterator& operator++() { return *this += 1; }
    vector_iterator operator++(int) {
        vector_iterator before{*this};
        *this += 1;
        return before;
    }
    vector_iterator& operator+=(std::ptrdiff_t steps) {
        at_ += steps * static_cast<std::ptrdiff_t>(kLanes);
        return *this;
    }
    bool operator==(const vector_iterator&) const = default;

 private:
    T* at_;
};

template <unsigned kLanes, class T>
vector_iterator<T, kLanes> begin_vector(T* at) {
    return vector_iterator<T, kLanes>{at};
}
template <unsigned kLanes, class T>
vector_iterator<T, kLanes> begin_restrict_vector(T* at) {
    return vector_iterator<T, kLanes>{at};
}
template <unsigned kLanes, class T>
vector_iterator<const T, kLanes> cbegin_vector(const T* at) {
    return vector_iterator<const T, kLanes>{at};
}
template <unsigned kLanes, class T>
vector_iterator<const T, kLanes> cbegin_restrict_vector(const T* at) {
    return vector_iterator<const T, kLanes>{at};
}

}  // namespace aie
