#pragma once
// Parameters that a problem may leave open, for the mapping to choose.

#include <utility>

namespace xdnasim::parameters {

/// The value in use, and whether somebody asked for it. Reads like the value itself.
template <class T>
class Open {
 public:
    constexpr Open() = default;
    /// Asked for. Not explicit: `design.k_mt = 432` asks.
    constexpr Open(T asked) : value_{std::move(asked)}, asked_{true} {}
    constexpr Open& operator=(T asked) {
        ask() = std::move(asked);
        return *this;
    }

    [[nodiscard]] constexpr bool asked() const { return asked_; }

    /// For who chooses what nobody asked for, or gives way with it.
    constexpr void choose(T value) { value_ = std::move(value); }
    /// To be changed by who asks.
    constexpr T& ask() {
        asked_ = true;
        return value_;
    }

    [[nodiscard]] constexpr const T& operator*() const { return value_; }
    [[nodiscard]] constexpr const T* operator->() const { return &value_; }
    [[nodiscard]] constexpr operator const T&() const { return value_; }

 private:
    T value_{};
    bool asked_ = false;
};

/// What a table of parameters reads into, and writes from: to take hold of it is to ask.
template <class T>
[[nodiscard]] constexpr T& held(Open<T>& open) {
    return open.ask();
}
template <class T>
[[nodiscard]] constexpr const T& held(const Open<T>& open) {
    return *open;
}

}  // namespace xdnasim::parameters
