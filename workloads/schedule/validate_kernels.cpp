// Checks of kernels: what each of them computes, and how long it takes.

#include <algorithm>
#include <string_view>

#include "base/error.hpp"
#include "workloads/kernels/dense_program.hpp"
#include "workloads/kernels/numerics.hpp"
#include "workloads/schedule/inspection.hpp"

namespace xdnasim::schedule {

namespace {

using arch::Bytes;

void check_work(const Reporter& report, const kernels::Matmul& work) {
    const auto check_multiple = [&](std::string_view name, int size, std::string_view of,
                                    int tile) {
        if (tile < 1) {
            report("{} is {}; it must be positive", of, tile);
        } else if (size < 1 || size % tile != 0) {
            report("{} is {}; it must be a positive multiple of {} = {}", name, size, of, tile);
        }
    };
    check_multiple("m", work.m, "r", work.r);
    check_multiple("k", work.k, "s", work.s);
    check_multiple("n", work.n, "t", work.t);
    report.check_range("shift", work.shift, 0, kernels::kMaxShift);
}

void check_work(const Reporter& report, const kernels::Encode& work) {
    constexpr int kSide = 16;  // two tiles
    if (work.m < 1 || work.n < 1 || work.m % kSide != 0 || work.n % kSide != 0)
        report("encodes {} x {} elements; allowed: positive multiples of {}", work.m, work.n,
               kSide);
}

void check_size(const Reporter& report, Bytes size) {
    if (size <= Bytes{}) report("size is {} bytes; it must be positive", size.count());
}
void check_work(const Reporter& report, const kernels::Zero& work) {
    check_size(report, work.size);
}
void check_work(const Reporter& report, const kernels::Copy& work) {
    check_size(report, work.size);
}

void check_integers(const Reporter& report, Bytes size, kernels::DataType type) {
    check_size(report, size);
    if (!kernels::is_integer(type))
        report("is of {}; allowed: {}", to_string(type), arch::names_where(arch::is_integer));
    else if (size.count() % size_of(type).count() != 0)
        report("size is {} bytes, not a whole number of {}", size.count(), to_string(type));
}
void check_work(const Reporter& report, const kernels::AddOne& work) {
    check_integers(report, work.size, work.type);
}
void check_work(const Reporter& report, const kernels::Scale& work) {
    check_integers(report, work.size, work.type);
}
void check_work(const Reporter& report, const kernels::ChainSum& work) {
    check_size(report, work.size);
    if (work.size % arch::kCascadeWord != Bytes{})
        report("size is {} bytes; it must be a multiple of {}, a word of the cascade",
               work.size.count(), arch::kCascadeWord.count());
    if (!work.gets && !work.puts) report("neither gets words from the cascade nor puts them there");
}
void check_work(const Reporter& report, const kernels::Firing& work) {
    for (const Bytes size : work.inputs)
        check_size(report, size);
    for (const Bytes size : work.outputs)
        check_size(report, size);
}
void check_work(const Reporter& report, const kernels::ChainProduct& work) {
    check_work(report, work.product);
    const auto [rows, columns] = work.blocking();
    const auto check_blocks = [&](std::string_view name, int size, int block) {
        if (block < 1 || size % block != 0)
            report("{} is {}; it must be a multiple of {}, a block of tiles", name, size, block);
    };
    check_blocks("m", work.product.m, work.product.r * rows);
    check_blocks("n", work.product.n, work.product.t * columns);
}
template <class Layer>
void check_layer(const Reporter& report, const Layer& work) {
    try {
        kernels::require_tiles(work);
    } catch (const base::InputError& error) {
        report("{}", error.what());
    }
    if (work.shift < 0 || work.shift > kernels::kMaxShift)
        report("shifts by {}; allowed: 0 to {}", work.shift, kernels::kMaxShift);
}
void check_work(const Reporter& report, const kernels::Dense& work) {
    check_layer(report, work);
    if (work.passes && !work.receives) report("passes on what it does not receive");
    if (work.gives && work.puts_sums()) report("gives outputs and puts partial sums");
}
void check_work(const Reporter& report, const kernels::Reduce& work) {
    check_layer(report, work);
    if (work.gives && work.puts) report("gives outputs and puts sums");
}
void check_work(const Reporter& report, const kernels::External& work) {
    const auto check_words = [&](std::string_view name, std::int64_t words) {
        if (words < 0) report("{} {} words; it must not be negative", name, words);
    };
    check_words("gets", work.cascade.gets);
    check_words("puts", work.cascade.puts);
    for (const Bytes size : work.arguments)
        check_size(report, size);
}

}  // namespace

void check_kernels(Inspection& inspection) {
    for (const kernels::Kernel& kernel : inspection.schedule.kernels) {
        const Reporter report = inspection.at(fmt::format("kernel '{}'", kernel.name));
        std::visit([&](const auto& work) { check_work(report, work); }, kernel.work);
        if (kernel.cycles && *kernel.cycles < arch::Cycles{1}) {
            report("takes {} cycles; it must be at least 1", kernel.cycles->count());
        }
        const kernels::CascadeWords words = cascade_words(kernel);
        if (kernel.cycles && std::max(words.gets, words.puts) > kernel.cycles->count())
            report("moves {} words one way over the cascade in {} cycles; at most one a cycle",
                   std::max(words.gets, words.puts), kernel.cycles->count());
    }
}

}  // namespace xdnasim::schedule
