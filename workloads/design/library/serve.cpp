// The process that calls host functions, from inside.

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>

#include <dlfcn.h>
#include <fcntl.h>
#include <ffi.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/error.hpp"
#include "workloads/design/library/process.hpp"

namespace xdnasim::design::library {
namespace {

using interpreter::ScalarType;

Exchange* faults_to = nullptr;

/// Notes the address at which a function was stopped. The instruction then runs again, and ends the
/// process.
void note_fault(int signal, siginfo_t* info, void* /*context*/) {
    faults_to->fault = reinterpret_cast<std::uint64_t>(info->si_addr);
    faults_to->has_fault = true;
    std::signal(signal, SIG_DFL);
}

/// Installs the fault handler on its own stack, since a function may have used up the other one.
void watch_faults(Exchange& exchange) {
    faults_to = &exchange;
    static std::array<std::byte, 65536> handler_stack;
    stack_t stack{};
    stack.ss_sp = handler_stack.data();
    stack.ss_size = handler_stack.size();
    ::sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_sigaction = note_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (const int signal : {SIGSEGV, SIGBUS})
        ::sigaction(signal, &action, nullptr);
    for (const int signal : {SIGABRT, SIGFPE, SIGILL})
        std::signal(signal, SIG_DFL);
}

/// Closes all files but the channel and the standard error, and limits memory to what a kernel can
/// need.
void close_in(int channel) {
    const int nowhere = ::open("/dev/null", O_RDWR);
    ::dup2(nowhere, STDIN_FILENO);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    ::dup2(channel, STDERR_FILENO + 1);
    ::close_range(STDERR_FILENO + 2, ~0U, 0);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    constexpr rlim_t kMore = rlim_t{1} << 31U;
    std::ifstream file{"/proc/self/statm"};
    rlim_t pages = 0;
    if (!(file >> pages)) return;
    const rlim_t most = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + kMore;
    const rlimit limit{most, most};
    ::setrlimit(RLIMIT_AS, &limit);
}

ffi_type* type_of(const Argument& argument) {
    if (argument.is_buffer || !argument.type) return &ffi_type_pointer;
    const ScalarType& type = *argument.type;
    if (type.kind == ScalarType::Kind::Bfloat) return &ffi_type_uint16;
    if (type.kind == ScalarType::Kind::Float)
        return type.bits == kValueBits ? &ffi_type_double : &ffi_type_float;
    const bool is_signed = type.kind == ScalarType::Kind::Signed && type.bits > 1;
    switch (type.is_index ? sizeof(std::int64_t) : type.bytes()) {
        case sizeof(std::int8_t):
            return is_signed ? &ffi_type_sint8 : &ffi_type_uint8;
        case sizeof(std::int16_t):
            return is_signed ? &ffi_type_sint16 : &ffi_type_uint16;
        case sizeof(std::int32_t):
            return is_signed ? &ffi_type_sint32 : &ffi_type_uint32;
        default:
            return &ffi_type_sint64;
    }
}

/// A function that has been found in its library.
struct Callable {
    void (*entry)() = nullptr;
    std::vector<ffi_type*> types{};
    ffi_cif interface {};
};

void* loaded(const HostFunction& function, std::map<std::string, void*>& libraries) {
    const std::string file = function.library.string();
    if (const auto known = libraries.find(file); known != libraries.end()) return known->second;
    void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        throw base::InputError{
            fmt::format("{}: the library of '{}' cannot be loaded: {}; allowed: a shared library "
                        "for this machine, such as `g++ -shared -fPIC` makes",
                        function.called, function.name, ::dlerror())};
    return libraries[file] = library;
}

/// The signature that XDNASIM_KERNEL of kernel.hpp has exported; nullptr if the function has none.
const char* signature_in(void* library, const std::string& name) {
    void* const symbol = ::dlsym(library, ("xdnasim_signature_" + name).c_str());
    return symbol == nullptr ? nullptr : reinterpret_cast<const char* (*)()>(symbol)();
}

Callable found(const HostFunction& function, void* library) {
    Callable callable;
    callable.entry = reinterpret_cast<void (*)()>(::dlsym(library, function.name.c_str()));
    if (callable.entry == nullptr)
        throw base::InputError{
            fmt::format("{}: '{}' has no function '{}'; declare a C++ function extern \"C\"",
                        function.called, function.library.string(), function.name)};
    const std::string called = signature_of(function);
    const char* const is = signature_in(library, function.name);
    if (is != nullptr && !signature_fits(is, called))
        throw base::InputError{fmt::format("{}: {} is {}, but the design calls it as {}",
                                           function.called, to_string(function), readable(is),
                                           readable(called))};
    for (const Argument& argument : function.arguments)
        callable.types.push_back(type_of(argument));
    return callable;
}

void prepare(Callable& callable, const HostFunction& function) {
    ffi_type* const result = function.result ? type_of({.type = function.result}) : &ffi_type_void;
    if (::ffi_prep_cif(&callable.interface, FFI_DEFAULT_ABI,
                       static_cast<unsigned>(callable.types.size()), result,
                       callable.types.data()) != FFI_OK)
        throw base::InputError{fmt::format("{}: {} cannot be called as {}", function.called,
                                           to_string(function), readable(signature_of(function)))};
}

std::vector<Callable> find_all(const std::vector<HostFunction>& functions) {
    std::map<std::string, void*> libraries;
    std::vector<Callable> callables;
    for (const HostFunction& function : functions)
        callables.push_back(found(function, loaded(function, libraries)));
    for (std::size_t i = 0; i < callables.size(); ++i)
        prepare(callables[i], functions[i]);
    return callables;
}

void call(Callable& callable, Exchange& exchange) {
    std::array<void*, kMaxArguments> arguments{};
    for (std::size_t i = 0; i < callable.types.size(); ++i)
        arguments[i] = &exchange.values[i];
    exchange.result = 0;
    ::ffi_call(&callable.interface, callable.entry, &exchange.result, arguments.data());
}

}  // namespace

void serve(int channel, const std::vector<HostFunction>& functions, Exchange& exchange) {
    close_in(channel);
    channel = STDERR_FILENO + 1;
    watch_faults(exchange);
    std::vector<Callable> callables;
    try {
        callables = find_all(functions);
    } catch (const base::InputError& error) {
        const std::string message = error.what();
        message.copy(exchange.error.data(), exchange.error.size() - 1);
    }
    char byte = 1;
    while (::write(channel, &byte, 1) == 1 && ::read(channel, &byte, 1) == 1)
        call(callables[exchange.function], exchange);
    std::_Exit(EXIT_SUCCESS);
}

}  // namespace xdnasim::design::library
