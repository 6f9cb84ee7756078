// Kernels for the host: some compute, and some fail.

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <aie_api/aie.hpp>

#include "xdnasim_kernel.hpp"

extern "C" {

void scale_add(const std::int32_t* in, std::int32_t* out, std::int32_t factor, std::int32_t n) {
    for (std::int32_t i = 0; i < n; ++i)
        out[i] = out[i] + factor * in[i];
}

void square(const std::int16_t* in, std::int32_t* out) {
    for (int i = 0; i < 16; ++i)
        out[i] = in[i] * in[i];
}

void negate(std::int32_t* data) {
    for (int i = 0; i < 16; ++i)
        data[i] = -data[i];
}

/// Adds the 8 numbers of `half` to the first 8 of `whole`. `half` may be the second half of
/// `whole`.
void add_halves(std::int32_t* whole, const std::int32_t* half) {
    for (int i = 0; i < 8; ++i)
        whole[i] += half[i];
}

void axpy(const float* in, float* out, float factor, double term) {
    for (int i = 0; i < 16; ++i)
        out[i] = factor * in[i] + static_cast<float>(term);
}

void halve(const bfloat16* in, bfloat16* out, bfloat16 factor) {
    for (int i = 0; i < 16; ++i)
        out[i] = bfloat16(in[i] * factor);
}

std::int32_t sum(const std::int32_t* in, std::int16_t from, std::uint8_t to) {
    std::int32_t total = 0;
    for (int i = from; i < to; ++i)
        total += in[i];
    return total;
}

/// Has more arguments than a processor has registers for.
void weigh(const std::int32_t* in, std::int32_t* out, std::int32_t a, std::int32_t b,
           std::int32_t c, std::int32_t d, std::int32_t e, std::int32_t f, std::int32_t g,
           std::int32_t h) {
    for (int i = 0; i < 16; ++i)
        out[i] = in[i] + a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h;
}

/// Counts its calls in static data, as a kernel does in its core's memory.
void count_calls(std::int32_t* out) {
    static std::int32_t calls = 0;
    ++calls;
    for (int i = 0; i < 16; ++i)
        out[i] = calls;
}

void prints(std::int32_t* out) {
    std::puts("a kernel's own words");
    out[0] = 1;
}

void beyond(std::int32_t* out) {
    out[16] = 1;
}

void nowhere(std::int32_t*) {
    const volatile std::uintptr_t address = 48;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the address must be invalid
    *reinterpret_cast<volatile std::int32_t*>(address) = 1;
}

void divides(std::int32_t* out) {
    std::raise(SIGFPE);
    out[0] = 1;
}

void aborts(std::int32_t*) {
    std::abort();
}

void leaves(std::int32_t*) {
    std::exit(7);
}

void hangs(std::int32_t* out) {
    for (volatile bool forever = true; forever;)
        out[0] = 1;
}

void of_floats(float* out) {
    out[0] = 1;
}

}  // extern "C"

void mangled(std::int32_t*) {}

XDNASIM_KERNEL(scale_add);
XDNASIM_KERNEL(square);
XDNASIM_KERNEL(axpy);
XDNASIM_KERNEL(halve);
XDNASIM_KERNEL(sum);
XDNASIM_KERNEL(weigh);
XDNASIM_KERNEL(of_floats);
