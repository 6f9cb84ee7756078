#include "sim/leads/leads_tape.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "sim/mixed_bits.hpp"

namespace xdnasim::sim {

using schedule::Limit;

namespace {

using Values = Leads::Values;

Values operator+(Values values, double more) {
    for (double& value : values)
        value += more;
    return values;
}

Values operator+(Values values, const Values& more) {
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] += more[i];
    return values;
}

constexpr double kNever = std::numeric_limits<double>::infinity();

/// A hash, as a sum of products that a processor computes in parallel (their factors: Steele and
/// Vigna 2021). The last bits of most doubles are 0, and so are those of the products; a step of
/// SplitMix64 spreads the other bits.
std::size_t hash_of(const Values& values) {
    std::uint64_t hash = 0;
    std::uint64_t factor = kGolden;
    for (const double value : values) {
        hash += std::bit_cast<std::uint64_t>(value) * factor;
        factor *= 0xd1342543de82ef95U;
    }
    hash = (hash ^ (hash >> 32U)) * kSplitMixFirst;
    return static_cast<std::size_t>(hash ^ (hash >> 29U));
}

/// Numbers constants, equal ones alike.
class Constants {
 public:
    explicit Constants(std::vector<Values>& values) : values_{values}, slots_(kFirstSlots) {
        values_.push_back({});
    }

    std::uint32_t number_of(const Values& values) {
        if (values == values_.front()) return 0;
        if (2 * values_.size() > slots_.size()) grow();
        std::uint32_t& slot = slot_of(values);
        if (slot == 0) {
            slot = static_cast<std::uint32_t>(values_.size());
            values_.push_back(values);
        }
        return slot;
    }

 private:
    static constexpr std::size_t kFirstSlots = 256;  // the table's size is always a power of two

    /// The slot in which `values` are, or belong.
    std::uint32_t& slot_of(const Values& values) {
        std::size_t at = hash_of(values) & (slots_.size() - 1);
        while (slots_[at] != 0 && values_[slots_[at]] != values)
            at = (at + 1) & (slots_.size() - 1);
        return slots_[at];
    }
    void grow() {
        slots_.assign(2 * slots_.size(), 0);
        for (std::uint32_t number = 1; number < values_.size(); ++number)
            slot_of(values_[number]) = number;
    }

    std::vector<Values>& values_;
    std::vector<std::uint32_t> slots_;  ///< numbers of constants, by hash; 0: free
};

}  // namespace

void Leads::record_sum(const Leads& other) {
    if (slot_ == 0 && other.slot_ == 0) return;
    if (slot_ != 0 && other.slot_ != 0) tape_->complete_ = false;
    const bool is_constant = other.slot_ == 0;
    const std::uint32_t from = tape_->slot_of(is_constant ? *this : other);
    const std::uint32_t more = tape_->constant((is_constant ? other : *this).cycles_);
    slot_ = tape_->add(
        LeadsTape::Slot{.value = tape_->slot(from).value, .from = from, .constant = more});
}

void Leads::record_product() const {
    if (slot_ != 0) tape_->complete_ = false;
}

void Leads::record_wait(double cycles) {
    if (slot_ == 0 || cycles == 0) return;
    const std::uint32_t from = tape_->slot_of(*this);
    slot_ =
        tape_->add(LeadsTape::Slot{.value = tape_->slot(from).value, .from = from, .wait = cycles});
}

void Leads::record_follow(const Leads& other, double before) {
    if (slot_ == 0 && other.slot_ == 0) return;
    slot_ = tape_->add(LeadsTape::Step{tape_->slot_of(*this), tape_->slot_of(other), before, {}});
}

void Leads::record_take(Limit limit, const Leads& other, double before) {
    if (slot_ == 0 && other.slot_ == 0) return;
    slot_ =
        tape_->add(LeadsTape::Step{tape_->slot_of(*this), tape_->slot_of(other), before, limit});
}

void LeadsTape::start(const std::vector<Leads*>& inputs) {
    complete_ = true;
    first_ = next_;
    slots_.clear();
    steps_.clear();
    constants_.assign(1, {});
    remembered_.fill(0);
    inputs_ = inputs.size();
    std::uint32_t value = 0;
    for (Leads* const input : inputs)
        input->slot_ = add(Slot{.value = ++value});
    Leads::tape_ = this;
}

void LeadsTape::stop() const {
    if (records()) Leads::tape_ = nullptr;
}

std::uint32_t LeadsTape::slot_of(const Leads& leads) {
    if (leads.slot_ >= first_) return static_cast<std::uint32_t>(leads.slot_ - first_ + 1);
    // These leads are older than the recording, and are not inputs.
    if (leads.slot_ != 0) complete_ = false;
    return static_cast<std::uint32_t>(add(Slot{.constant = constant(leads.cycles_)}) - first_ + 1);
}

std::uint32_t LeadsTape::constant(const Values& values) {
    std::uint32_t& last = remembered_[hash_of(values) % kRemembered];
    if (constants_[last] == values) return last;
    last = static_cast<std::uint32_t>(constants_.size());
    constants_.push_back(values);
    return last;
}

std::uint64_t LeadsTape::add(const Slot& slot) {
    slots_.push_back(slot);
    return next_++;
}

std::uint64_t LeadsTape::add(const Step& step) {
    steps_.push_back(step);
    return add(Slot{.value = static_cast<std::uint32_t>(inputs_ + steps_.size())});
}

Values LeadsTape::plus_of(std::uint32_t number) const {
    Values plus{};
    for (; number != 0; number = slot(number).from)
        plus = plus + constants_[slot(number).constant] + slot(number).wait;
    return plus;
}

/// New numbers of the values, without the steps that no result depends on; 0 for those steps.
std::vector<std::uint32_t> LeadsTape::kept_values(const std::vector<std::uint32_t>& results) const {
    const std::size_t first = inputs_ + 1;
    std::vector<std::uint32_t> kept(first + steps_.size());
    for (const std::uint32_t result : results)
        kept[slot(result).value] = 1;
    for (std::size_t i = steps_.size(); i-- > 0;) {
        if (kept[first + i] == 0) continue;
        kept[slot(steps_[i].a).value] = 1;
        kept[slot(steps_[i].b).value] = 1;
    }
    for (std::uint32_t value = 0; value < first; ++value)
        kept[value] = value;
    auto next = static_cast<std::uint32_t>(first);
    for (std::size_t i = 0; i < steps_.size(); ++i)
        if (kept[first + i] != 0) kept[first + i] = next++;
    return kept;
}

std::shared_ptr<const LeadsProgram> LeadsTape::program(const std::vector<Leads*>& results) {
    std::vector<std::uint32_t> wanted;
    wanted.reserve(results.size());
    for (const Leads* const result : results)
        wanted.push_back(slot_of(*result));
    if (!complete_) return nullptr;
    const std::vector<std::uint32_t> kept = kept_values(wanted);
    auto program = std::make_shared<LeadsProgram>();
    program->inputs_ = inputs_;
    Constants constants{program->constants_};
    const auto convert = [&](std::uint32_t number, const Values& plus) {
        return LeadsProgram::Operand{kept[slot(number).value], constants.number_of(plus)};
    };
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (kept[inputs_ + 1 + i] == 0) continue;
        const Step& step = steps_[i];
        Values plus_a = plus_of(step.a);
        Values plus_b = plus_of(step.b) + step.before;
        if (step.taken)
            for (const Limit each : schedule::kLimits)
                (each == *step.taken ? plus_a : plus_b)[index(each)] = kNever;
        program->steps_.push_back({convert(step.a, plus_a), convert(step.b, plus_b)});
    }
    for (const std::uint32_t result : wanted)
        program->results_.push_back(convert(result, plus_of(result)));
    program->constants_.shrink_to_fit();
    return program;
}

/// Makes `values` zero and the inputs, followed by room for the results of the steps.
void LeadsProgram::set_inputs(const std::vector<Leads>& inputs, std::vector<Values>& values) const {
    const std::size_t size = inputs_ + 1 + steps_.size();
    if (values.size() < size) values.resize(size);
    values.front() = {};
    for (std::size_t i = 0; i < inputs_; ++i)
        values[i + 1] = inputs[i].cycles_;
}

void LeadsProgram::run(std::vector<Leads>& leads, LeadsRoom& room) const {
    std::vector<Values>& values = room.values;
    set_inputs(leads, values);
    const Values* const constants = constants_.data();
    Values* result = values.data() + inputs_ + 1;
    for (const Step& step : steps_) {
        const Values& a = values[step.a.value];
        const Values& b = values[step.b.value];
        const Values& more_a = constants[step.a.plus];
        const Values& more_b = constants[step.b.plus];
        for (std::size_t i = 0; i < a.size(); ++i)
            (*result)[i] = std::min(a[i] + more_a[i], b[i] + more_b[i]);
        ++result;
    }
    leads.resize(results_.size());
    for (std::size_t i = 0; i < results_.size(); ++i) {
        leads[i].cycles_ = values[results_[i].value] + constants[results_[i].plus];
        leads[i].slot_ = 0;
    }
}

namespace {

/// A number, and what each repeat adds to it.
struct Growing {
    double value;
    double growth;
};

/// Far more repeats than any run has.
constexpr std::int64_t kAlways = std::int64_t{1} << 40;

/// Returns the lesser of two numbers that grow. Lowers `times` to the number of repeats behind the
/// first one in which it remains the lesser.
Growing lesser(Growing a, Growing b, std::int64_t& times) {
    if (b.value < a.value || (b.value == a.value && b.growth < a.growth)) std::swap(a, b);
    if (a.growth <= b.growth) return a;
    // The quotient may be rounded up; the products are exact.
    const double apart = b.value - a.value;
    const double each = a.growth - b.growth;
    if (apart >= each * static_cast<double>(times)) return a;
    times = static_cast<std::int64_t>(apart / each);
    if (each * static_cast<double>(times) > apart) --times;
    return a;
}

}  // namespace

std::int64_t LeadsProgram::run_growing(std::vector<Leads>& leads, std::vector<Leads>& growth,
                                       LeadsRoom& room) const {
    std::vector<Values>& values = room.values;
    std::vector<Values>& growths = room.growths;
    set_inputs(leads, values);
    set_inputs(growth, growths);
    std::int64_t times = kAlways;
    for (std::size_t number = 0; number < steps_.size(); ++number) {
        const Operand& a = steps_[number].a;
        const Operand& b = steps_[number].b;
        const std::size_t at = inputs_ + 1 + number;
        for (std::size_t i = 0; i < values[at].size(); ++i) {
            const Growing result =
                lesser({values[a.value][i] + constants_[a.plus][i], growths[a.value][i]},
                       {values[b.value][i] + constants_[b.plus][i], growths[b.value][i]}, times);
            values[at][i] = result.value;
            growths[at][i] = result.growth;
        }
    }
    leads.resize(results_.size());
    growth.resize(results_.size());
    for (std::size_t i = 0; i < results_.size(); ++i) {
        leads[i].cycles_ = values[results_[i].value] + constants_[results_[i].plus];
        growth[i].cycles_ = growths[results_[i].value];
        leads[i].slot_ = growth[i].slot_ = 0;
    }
    return times;
}

std::size_t LeadsProgram::memory() const {
    return steps_.size() * sizeof(Step) + results_.size() * sizeof(Operand) +
           constants_.size() * sizeof(Values);
}

}  // namespace xdnasim::sim
