#include "base/uninterrupted.hpp"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstddef>
#include <stdexcept>
#include <string_view>

#include <unistd.h>

namespace xdnasim::base {
namespace {

// State that a signal handler reads, guarded by `busy`. A handler may neither allocate memory nor
// wait for a mutex, so this is static memory and a flag to spin on.
std::atomic_flag busy;
constexpr std::size_t kMaxFiles = 48;
using UnfinishedPath = std::array<char, PATH_MAX>;
std::array<UnfinishedPath, kMaxFiles> unfinished_files;  ///< free slots are empty
LeftBehind left_behind = LeftBehind::Nothing;

void wait_until_free() {
    while (busy.test_and_set(std::memory_order_acquire)) {
    }
}

/// The slot that holds `file`; for an empty name, a free slot. Throws std::logic_error if there is
/// none.
UnfinishedPath& slot_of(const std::string& file) {
    const auto holds = [&](const UnfinishedPath& path) {
        return std::string_view{path.data()} == file;
    };
    const auto slot = std::ranges::find_if(unfinished_files, holds);
    if (slot == unfinished_files.end())
        throw std::logic_error{"too many files are written at the same time"};
    return *slot;
}

}  // namespace

sigset_t interrupting_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : kInterruptingSignals)
        sigaddset(&signals, signal);
    return signals;
}

SignalsHeldBack::SignalsHeldBack() {
    const sigset_t signals = interrupting_signals();
    ::pthread_sigmask(SIG_BLOCK, &signals, &mask_before_);
}

SignalsHeldBack::~SignalsHeldBack() {
    ::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
}

Uninterrupted::Uninterrupted() {
    wait_until_free();
}

Uninterrupted::~Uninterrupted() {
    busy.clear(std::memory_order_release);
}

void Uninterrupted::remove_when_interrupted(const std::string& file) {
    UnfinishedPath& slot = slot_of("");
    // A longer path than this could not be opened either.
    slot[file.copy(slot.data(), slot.size() - 1)] = '\0';
}

void Uninterrupted::keep(const std::string& file) {
    slot_of(file)[0] = '\0';
}

void Uninterrupted::results_are_being_written() {
    left_behind = LeftBehind::SomeResults;
}

void Uninterrupted::done_is_kept() {
    left_behind = LeftBehind::WhatIsDone;
}

LeftBehind remove_what_is_unfinished() {
    wait_until_free();  // `busy` stays set, since the process ends
    for (const UnfinishedPath& file : unfinished_files)
        if (file[0] != '\0') ::unlink(file.data());
    // Nested folders are registered with the inner one first.
    for (const UnfinishedPath& folder : unfinished_files)
        if (folder[0] != '\0') ::rmdir(folder.data());
    return left_behind;
}

}  // namespace xdnasim::base
