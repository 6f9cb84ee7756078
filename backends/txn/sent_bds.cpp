#include "backends/txn/sent_bds.hpp"

#include <cstddef>

namespace xdnasim::txn {
namespace {

/// Returns the index of the word in which the two differ; 0 if they are equal, nullopt if they
/// differ in several words.
std::optional<std::size_t> difference(const BdWords& before, const BdWords& now) {
    std::optional<std::size_t> differs;
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (before[i] == now[i]) continue;
        if (differs) return std::nullopt;
        differs = i;
    }
    return differs.value_or(0);
}

}  // namespace

BdChange SentBds::change(const Register& first, const schedule::WriteBd& write, const SentBd& bd) {
    const auto [known, is_new] = sent_.try_emplace(first, bd);
    const SentBd before = known->second;
    known->second = bd;
    if (is_new) return WholeBd{};
    if (!write.changes_one_register) {
        if (write.keeps_iteration && before.words == bd.words) return AddressAlone{};
        return WholeBd{};
    }
    if (before.host_buffer != bd.host_buffer || before.offset != bd.offset) return WholeBd{};
    const auto word = difference(before.words, bd.words);
    if (!word || holds_address(*word)) return WholeBd{};
    return Write{{first.tile, first.offset + static_cast<std::uint32_t>(*word) *
                                                 static_cast<std::uint32_t>(arch::kWord.count())},
                 bd.words[*word]};
}

}  // namespace xdnasim::txn
