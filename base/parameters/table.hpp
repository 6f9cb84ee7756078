#pragma once
// Tables of a workload's parameters. Each parameter is declared once: its key in the problem file,
// its allowed values, its unit, its meaning, and the member of the design that holds it. The same
// table reads the problem file and `--set` options (with suggestions for misspelt keys), lists the
// values for manifests and results, and describes the keys.
//
//     Table<Design> table;
//     table.required("objects", Whole{1, 100}, {"", "objects in all"},
//                    [](auto& design) -> auto& { return design.objects; });
//     table.read(section, "elementwise", design);

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/map_reader.hpp"
#include "base/parameters/description.hpp"
#include "base/parameters/kinds.hpp"
#include "base/parameters/open.hpp"

namespace xdnasim::parameters {

/// "a.b" for path "a" and key "b"; "b" if `path` is empty.
[[nodiscard]] std::string joined(std::string_view path, std::string_view key);

/// Description of the allowed values of a key: `allowed` if it is not empty; of a group or a list
/// of maps, made from its members.
[[nodiscard]] std::string allowed_text(const std::string& allowed,
                                       const std::vector<Description>& members);

// Access to the value of a design's member, by the member's type: a plain value, an Open value, or
// an optional one.

template <class T>
struct Holder {
    using Held = T;
    static void store(T& member, T value) { member = std::move(value); }
    static const T* find(const T& member) { return &member; }
};
template <class T>
struct Holder<Open<T>> {
    using Held = T;
    static void store(Open<T>& member, T value) { member.ask() = std::move(value); }
    static const T* find(const Open<T>& member) { return &*member; }
};
template <class T>
struct Holder<std::optional<T>> {
    using Held = T;
    static void store(std::optional<T>& member, T value) { member = std::move(value); }
    static const T* find(const std::optional<T>& member) { return member ? &*member : nullptr; }
};

template <class Design>
class Table {
 public:
    using Read = std::function<void(const base::Node&, Design&)>;
    using Write = std::function<Value(const Design&)>;
    using Condition = std::function<bool(const Design&)>;
    using Check = std::function<void(const base::Node&, const Design&)>;

    /// A required key. `member`: a function that returns a reference to the member of a design that
    /// holds the value, for const and non-const designs.
    template <class Kind, class Member>
    Table& required(std::string key, Kind kind, Help help, Member member) {
        return add_member(std::move(key), true, std::move(kind), std::move(help), member);
    }
    template <class Kind, class Member>
    Table& optional(std::string key, Kind kind, Help help, Member member) {
        return add_member(std::move(key), false, std::move(kind), std::move(help), member);
    }
    /// An optional key whose value is not simply a member: `read` sets it in the design and `write`
    /// gets it. `allowed`: description of the values that `read` accepts.
    Table& special(std::string key, std::string allowed, Help help, Read read, Write write) {
        add_read(std::move(key), false, std::move(allowed), std::move(help), std::move(read));
        Entry& entry = entries_.back();
        entry.write = [write = std::move(write)](const Design& design, const std::string& path,
                                                 Values& values) {
            values.push_back({path, write(design)});
        };
        return *this;
    }
    /// Keys that are only read, and do not occur in manifests and results.
    Table& required_read(std::string key, std::string allowed, Help help, Read read) {
        return add_read(std::move(key), true, std::move(allowed), std::move(help), std::move(read));
    }
    Table& optional_read(std::string key, std::string allowed, Help help, Read read) {
        return add_read(std::move(key), false, std::move(allowed), std::move(help),
                        std::move(read));
    }
    /// Describes the keys within the value of the last key added, whose `read` function reads them
    /// itself.
    Table& members(std::vector<Description> members) {
        entries_.back().members = std::move(members);
        return *this;
    }

    /// A key whose value is a map with its own table of keys.
    Table& required_group(std::string key, std::string text, Table members) {
        return add_group(std::move(key), true, std::move(text), std::move(members));
    }
    Table& optional_group(std::string key, std::string text, Table members) {
        return add_group(std::move(key), false, std::move(text), std::move(members));
    }

    /// A key whose value is a list of maps. `require_length`: called before the items are read;
    /// throws InputError for a list of the wrong length.
    template <class Item, class Member>
    Table& list(std::string key, std::string text, Table<Item> items,
                std::function<void(const base::Node&)> require_length, Member member) {
        return add_list(std::move(key), true, std::move(text), std::move(items),
                        std::move(require_length), member);
    }
    template <class Item, class Member>
    Table& optional_list(std::string key, std::string text, Table<Item> items,
                         std::function<void(const base::Node&)> require_length, Member member) {
        return add_list(std::move(key), false, std::move(text), std::move(items),
                        std::move(require_length), member);
    }

    /// Allows the last key added only if `condition` holds for the design, in which the keys before
    /// it have been read.
    Table& when(Condition condition) {
        entries_.back().condition = std::move(condition);
        return *this;
    }
    /// Checks the last key added once it has been read; `check` throws for a value that is not
    /// allowed.
    Table& check(Check check) {
        entries_.back().check = std::move(check);
        return *this;
    }

    /// Sets the members of `design` that the map `section` gives, and leaves the others unchanged.
    /// `path`: path of the section, for messages. Throws InputError with the place of a key that is
    /// missing, unknown or out of range.
    void read(const base::Node& section, const std::string& path, Design& design) const {
        if (!section.is_map()) static_cast<void>(section.as_map(keys(design)));
        base::MapReader reader{section, path};
        for (const Entry& entry : entries_) {
            if (entry.condition && !entry.condition(design)) continue;
            const base::Node* const node =
                entry.required
                    ? &reader.require(entry.key, allowed_text(entry.allowed, entry.members))
                    : reader.optional(entry.key);
            if (node == nullptr) continue;
            entry.read(*node, joined(path, entry.key), design);
            if (entry.check) entry.check(*node, design);
        }
        reader.finish();
    }

    /// All values of a design, in the order of the table.
    [[nodiscard]] Values values(const Design& design) const {
        Values all;
        append_values(design, "", all);
        return all;
    }

    [[nodiscard]] std::vector<Description> descriptions() const {
        std::vector<Description> all;
        for (const Entry& entry : entries_) {
            all.push_back({entry.key, entry.required, entry.allowed, entry.help});
            for (Description member : entry.members) {
                member.path = joined(entry.key, member.path);
                all.push_back(std::move(member));
            }
        }
        return all;
    }

    void append_values(const Design& design, const std::string& path, Values& values) const {
        for (const Entry& entry : entries_)
            if (entry.write && (!entry.condition || entry.condition(design)))
                entry.write(design, joined(path, entry.key), values);
    }

 private:
    struct Entry {
        std::string key;
        bool required = false;
        std::string allowed{};
        Help help{};
        std::vector<Description> members{};  ///< keys of a group, or of the items of a list
        std::function<void(const base::Node&, const std::string& path, Design&)> read{};
        std::function<void(const Design&, const std::string& path, Values&)> write{};
        Condition condition{};
        Check check{};
    };

    /// Keys whose conditions hold for `design` as it is before any key is read.
    [[nodiscard]] std::vector<std::string> keys(const Design& design) const {
        std::vector<std::string> names;
        for (const Entry& entry : entries_)
            if (!entry.condition || entry.condition(design)) names.push_back(entry.key);
        return names;
    }

    template <class Kind, class Member>
    Table& add_member(std::string key, bool required, Kind kind, Help help, Member member) {
        using Held = Holder<std::remove_cvref_t<decltype(member(std::declval<Design&>()))>>;
        Entry entry{.key = std::move(key),
                    .required = required,
                    .allowed = kind.text(),
                    .help = std::move(help)};
        entry.read = [kind, member](const base::Node& node, const std::string&, Design& design) {
            Held::store(member(design), kind.template read<typename Held::Held>(node));
        };
        entry.write = [kind, member](const Design& design, const std::string& path,
                                     Values& values) {
            const auto* const value = Held::find(member(design));
            values.push_back({path, value == nullptr ? Value{} : kind.write(*value)});
        };
        entries_.push_back(std::move(entry));
        return *this;
    }

    Table& add_read(std::string key, bool required, std::string allowed, Help help, Read read) {
        Entry entry{.key = std::move(key),
                    .required = required,
                    .allowed = std::move(allowed),
                    .help = std::move(help)};
        entry.read = [read = std::move(read)](const base::Node& node, const std::string&,
                                              Design& design) { read(node, design); };
        entries_.push_back(std::move(entry));
        return *this;
    }

    template <class Item, class Member>
    Table& add_list(std::string key, bool required, std::string text, Table<Item> items,
                    std::function<void(const base::Node&)> require_length, Member member) {
        Entry entry{.key = std::move(key), .required = required, .help = {"", std::move(text)}};
        for (Description& item : items.descriptions()) {
            item.path = joined(kAnyItem, item.path);
            entry.members.push_back(std::move(item));
        }
        entry.read = [items, require_length = std::move(require_length), member](
                         const base::Node& node, const std::string& path, Design& design) {
            const std::vector<base::Node>& nodes = node.as_sequence();
            require_length(node);
            std::vector<Item> read;
            for (const base::Node& one : nodes) {
                const std::string name = joined(path, std::to_string(read.size()));
                items.read(one, name, read.emplace_back());
            }
            member(design) = std::move(read);
        };
        entry.write = [items, member](const Design& design, const std::string& path,
                                      Values& values) {
            std::size_t number = 0;
            for (const Item& item : member(design))
                items.append_values(item, joined(path, std::to_string(number++)), values);
        };
        entries_.push_back(std::move(entry));
        return *this;
    }

    Table& add_group(std::string key, bool required, std::string text, Table members) {
        Entry entry{.key = std::move(key), .required = required, .help = {"", std::move(text)}};
        entry.members = members.descriptions();
        entry.write = [members](const Design& design, const std::string& path, Values& values) {
            members.append_values(design, path, values);
        };
        entry.read = [members = std::move(members)](const base::Node& node, const std::string& path,
                                                    Design& design) {
            members.read(node, path, design);
        };
        entries_.push_back(std::move(entry));
        return *this;
    }

    std::vector<Entry> entries_;
};

}  // namespace xdnasim::parameters
