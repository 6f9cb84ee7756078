#pragma once
// Parameters that a problem may leave open; the mapping then chooses their values.

#include <utility>

namespace xdnasim::parameters {

/// A value, and whether the problem asked for it (or the mapping chose it). Can be used like the
/// value itself.
template <class T>
class Open {
 public:
    constexpr Open() = default;
    /// A value that the problem asks for. Not explicit, so that `design.k_mt = 432` asks for it.
    constexpr Open(T asked) : value_{std::move(asked)}, asked_{true} {}
    constexpr Open& operator=(T asked) {
        ask() = std::move(asked);
        return *this;
    }

    [[nodiscard]] constexpr bool asked() const { return asked_; }

    /// Sets the value without asking for it: for a mapping that chooses an open value or adjusts
    /// it.
    constexpr void choose(T value) { value_ = std::move(value); }
    /// A reference through which the value is changed; marks it as asked for.
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

/// The value inside `open`, which a table of parameters reads into or writes from. The non-const
/// overload marks it as asked for.
template <class T>
[[nodiscard]] constexpr T& held(Open<T>& open) {
    return open.ask();
}
template <class T>
[[nodiscard]] constexpr const T& held(const Open<T>& open) {
    return *open;
}

}  // namespace xdnasim::parameters
