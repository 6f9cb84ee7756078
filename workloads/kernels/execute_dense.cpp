#include "workloads/kernels/execute_dense.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>

#include "workloads/kernels/dense_program.hpp"
#include "workloads/kernels/matmul_program.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {
namespace {

using Arguments = std::span<const std::span<std::byte>>;

constexpr int kSide = kActivationTile;
constexpr int kHalf = kSide / 2;  ///< rows of a tile of sums
/// Number of int32 values in a word.
constexpr int kLanes = static_cast<int>(sizeof(CascadeWord) / sizeof(std::uint32_t));

/// Sums as unsigned bits, since they wrap.
using Lanes = std::array<std::uint32_t, kLanes>;

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

std::int8_t int8_at(std::span<const std::byte> bytes, int index) {
    return static_cast<std::int8_t>(bytes[at(index)]);
}

std::uint32_t int32_at(std::span<const std::byte> bytes, int index) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.subspan(at(index) * sizeof value).data(), sizeof value);
    return value;
}

/// Index of an element of a matrix of activations, which lies in tiles.
int place(int row, int column, int columns) {
    const int tile = row / kSide * (columns / kSide) + column / kSide;
    return tile * kSide * kSide + row % kSide * kSide + column % kSide;
}

CascadeWord word_of(const Lanes& lanes) {
    CascadeWord word;
    std::memcpy(word.data(), lanes.data(), word.size());
    return word;
}

Lanes lanes_of(const CascadeWord& word) {
    Lanes lanes;
    std::memcpy(lanes.data(), word.data(), word.size());
    return lanes;
}

std::int8_t narrowed(std::uint32_t sum, int shift, Rounding rounding) {
    const auto value = static_cast<std::int32_t>(sum);
    return saturate<std::int8_t>(shift_round(std::int64_t{value}, shift, rounding));
}

/// The 8 x 16 sums of a round of accumulators.
using RoundOfSums = std::array<std::array<std::uint32_t, kDenseColumns>, kDenseRows>;

class DenseCall final : public CascadeCall {
 public:
    DenseCall(const Dense& work, Arguments arguments) : work_{work} {
        std::size_t next = 0;
        a_ = arguments[next++];
        b_ = arguments[next++];
        if (work.adds_bias()) bias_ = arguments[next++];
        if (next < arguments.size()) out_ = arguments[next];
        if (work.receives) to_receive_ = work.m / kSide * (work.a.columns / kSide);
    }

    void get(const CascadeWord& word) override {
        if (received_ < to_receive_) {
            receive(word);
        } else {
            sums_.push_back(word);
        }
        ++got_;
        if (!out_.empty() && got_ == cascade_words(work_).gets) finish();
    }

    CascadeWord put() override {
        if (work_.passes && passed_ < to_receive_) {
            ++passed_;
            const CascadeWord word = passing_.front();
            passing_.pop_front();
            return word;
        }
        if (results_.empty()) next_round();
        const CascadeWord word = results_.front();
        results_.pop_front();
        return word;
    }

    void finish() {
        while (round_ < rounds())
            next_round();
    }

 private:
    [[nodiscard]] int columns() const { return work_.n / kDenseColumns; }
    [[nodiscard]] int rounds() const { return columns() * (work_.m / kDenseRows); }

    void receive(const CascadeWord& word) {
        const int width = work_.a.columns / kSide;
        const int row = received_ / width;
        const int column = received_ % width - work_.a.first_column / kSide;
        if (column >= 0 && column < work_.k / kSide)
            std::ranges::copy(word,
                              a_.subspan(at(place(row * kSide, column * kSide, work_.k))).begin());
        if (work_.passes) passing_.push_back(word);
        ++received_;
    }

    void next_round() {
        const int row = round_ / columns() * kDenseRows;
        const int column = round_ % columns() * kDenseColumns;
        RoundOfSums sums{};
        if (work_.gets_sums()) take(sums);
        multiply(sums, row, column);
        ++round_;
        if (work_.puts_sums())
            pass_on(sums);
        else
            leave(sums, row, column);
    }

    /// Calls f(row, column) for each word of a round's sums, with the position of the word's first
    /// int32.
    template <class F>
    static void for_each_word(F f) {
        for (int tile = 0; tile < kDenseRows / kHalf * (kDenseColumns / kSide); ++tile)
            for (int half = 0; half < kHalf * kSide / kLanes; ++half)
                f(tile % (kDenseRows / kHalf) * kHalf + half * kLanes / kSide,
                  tile / (kDenseRows / kHalf) * kSide);
    }
    void take(RoundOfSums& sums) {
        for_each_word([&](int row, int column) {
            const Lanes lanes = lanes_of(sums_.front());
            sums_.pop_front();
            for (int i = 0; i < kLanes; ++i)
                sums.at(at(row + i / kSide)).at(at(column + i % kSide)) = lanes.at(at(i));
        });
    }
    void pass_on(const RoundOfSums& sums) {
        for_each_word([&](int row, int column) {
            Lanes lanes{};
            for (int i = 0; i < kLanes; ++i)
                lanes.at(at(i)) = sums.at(at(row + i / kSide)).at(at(column + i % kSide));
            results_.push_back(word_of(lanes));
        });
    }

    void multiply(RoundOfSums& sums, int row, int column) const {
        const ActivationSlice whole =
            work_.receives ? ActivationSlice{work_.m, work_.k, 0, 0} : work_.a;
        for (int i = 0; i < kDenseRows; ++i)
            for (int k = 0; k < work_.k; ++k) {
                const auto a = static_cast<std::uint32_t>(int8_at(
                    a_, place(whole.first_row + row + i, whole.first_column + k, whole.columns)));
                for (int j = 0; j < kDenseColumns; ++j)
                    sums.at(at(i)).at(at(j)) +=
                        a * static_cast<std::uint32_t>(int8_at(b_, place_in_b(k, column + j)));
            }
    }
    [[nodiscard]] int place_in_b(int row, int column) const {
        const int tile = column / kSide * (work_.k / kSide) + row / kSide;
        return tile * kSide * kSide + row % kSide * kSide + column % kSide;
    }

    [[nodiscard]] std::int8_t output(std::uint32_t sum, int column) const {
        if (work_.adds_bias()) sum += int32_at(bias_, column);
        const std::int8_t value = narrowed(sum, work_.shift, work_.rounding);
        return work_.relu ? std::max(value, std::int8_t{0}) : value;
    }
    void leave(const RoundOfSums& sums, int row, int column) {
        for (int right = 0; right < kDenseColumns; right += kSide) {
            CascadeWord word;
            for (int i = 0; i < kSide * kSide; ++i) {
                const int to = right + i % kSide;
                word.at(at(i)) =
                    static_cast<std::byte>(output(sums.at(at(i / kSide)).at(at(to)), column + to));
            }
            if (work_.gives)
                results_.push_back(word);
            else
                std::ranges::copy(word,
                                  out_.subspan(at(place(row, column + right, work_.n))).begin());
        }
    }

    Dense work_;
    std::span<std::byte> a_;
    std::span<std::byte> b_;
    std::span<std::byte> bias_;
    std::span<std::byte> out_;
    int to_receive_ = 0;
    int received_ = 0;
    int passed_ = 0;
    std::int64_t got_ = 0;
    int round_ = 0;
    std::deque<CascadeWord> passing_;
    std::deque<CascadeWord> sums_;
    std::deque<CascadeWord> results_;
};

class ReduceCall final : public CascadeCall {
 public:
    ReduceCall(const Reduce& work, Arguments arguments) : work_{work}, x_{arguments.front()} {
        if (arguments.size() > 1) out_ = arguments[1];
    }

    void get(const CascadeWord& word) override {
        sums_.push_back(word);
        ++got_;
        if (!out_.empty() && got_ == cascade_words(work_).gets) finish();
    }
    CascadeWord put() override {
        if (results_.empty()) next_tile();
        const CascadeWord word = results_.front();
        results_.pop_front();
        return word;
    }
    void finish() {
        while (tile_ < work_.n / kSide)
            next_tile();
    }

 private:
    /// Computes the row of sums of one tile; the other values in the words of a tile are 0.
    void next_tile() {
        std::array<std::uint32_t, kSide> sums{};
        if (work_.gets) {
            const Lanes first = lanes_of(sums_.front());
            std::copy_n(first.begin(), kSide, sums.begin());
            sums_.erase(sums_.begin(), sums_.begin() + 2);
        }
        for (int row = 0; row < work_.rows; ++row)
            for (int i = 0; i < kSide; ++i)
                sums.at(at(i)) +=
                    static_cast<std::uint32_t>(int8_at(x_, place(row, tile_ * kSide + i, work_.n)));
        if (work_.puts) {
            Lanes lanes{};
            std::ranges::copy(sums, lanes.begin());
            results_.push_back(word_of(lanes));
            results_.emplace_back();
        } else {
            leave(sums);
        }
        ++tile_;
    }
    void leave(const std::array<std::uint32_t, kSide>& sums) {
        CascadeWord word{};
        for (int i = 0; i < kSide; ++i)
            word.at(at(i)) =
                static_cast<std::byte>(narrowed(sums.at(at(i)), work_.shift, work_.rounding));
        if (work_.gives)
            results_.push_back(word);
        else
            std::ranges::copy(word, out_.subspan(at(tile_ * kSide * kSide)).begin());
    }

    Reduce work_;
    std::span<std::byte> x_;
    std::span<std::byte> out_;
    std::int64_t got_ = 0;
    int tile_ = 0;
    std::deque<CascadeWord> sums_;
    std::deque<CascadeWord> results_;
};

}  // namespace

std::unique_ptr<CascadeCall> begin_dense(const Dense& work, Arguments arguments) {
    return std::make_unique<DenseCall>(work, arguments);
}

std::unique_ptr<CascadeCall> begin_reduce(const Reduce& work, Arguments arguments) {
    return std::make_unique<ReduceCall>(work, arguments);
}

void execute_dense(const Dense& work, Arguments arguments) {
    DenseCall{work, arguments}.finish();
}

void execute_reduce(const Reduce& work, Arguments arguments) {
    ReduceCall{work, arguments}.finish();
}

}  // namespace xdnasim::kernels
