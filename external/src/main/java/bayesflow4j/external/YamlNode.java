package bayesflow4j.external;

import bayesflow4j.model.notation.Spelling;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A node of a YAML file with its place, for messages about its content. */
public sealed interface YamlNode {
    /** Where the node begins. */
    YamlPlace place();

    /** What it says: maps, lists, strings, numbers and booleans. */
    Object value();

    /** A single value as text. */
    record Text(YamlPlace place, String text) implements YamlNode {
        @Override
        public Object value() {
            if (text.equals("true") || text.equals("false")) return text.equals("true");
            try {
                long whole = Long.parseLong(text.replace("_", ""));
                return (int) whole == whole ? (Object) (int) whole : (Object) whole;
            } catch (NumberFormatException notWhole) {
                try {
                    return Double.parseDouble(text);
                } catch (NumberFormatException notANumber) {
                    return text;
                }
            }
        }

        /** The value as a number between two bounds, both allowed. */
        public double number(double least, double most) {
            try {
                double number = Double.parseDouble(text);
                if (number >= least && number <= most) return number;
            } catch (NumberFormatException e) {
                // The message below says it all.
            }
            throw place.wrong("expected a number between " + least + " and " + most + ", got \"" + text + '"');
        }

        /** The value as a whole number between two bounds, both allowed. */
        public int whole(int least, int most) {
            try {
                int number = Integer.parseInt(text);
                if (number >= least && number <= most) return number;
            } catch (NumberFormatException e) {
                // The message below says it all.
            }
            throw place.wrong("expected a whole number between " + least + " and " + most + ", got \"" + text + '"');
        }

        /** The value as one of these words. */
        public String oneOf(String... words) {
            List<String> known = List.of(words);
            if (known.contains(text)) return text;
            throw place.wrong("expected " + String.join(" or ", known) + ", got \"" + text + '"' + meant(text, known));
        }
    }

    /** A list. */
    record Items(YamlPlace place, List<YamlNode> items) implements YamlNode {
        public Items {
            items = List.copyOf(items);
        }

        @Override
        public Object value() {
            return items.stream().map(YamlNode::value).toList();
        }
    }

    /** Named entries, in the order of the file. */
    record Section(YamlPlace place, LinkedHashMap<String, Entry> entries) implements YamlNode {
        /** A key's place and its value. */
        public record Entry(YamlPlace key, YamlNode value) {}

        @Override
        public Object value() {
            LinkedHashMap<String, Object> values = new LinkedHashMap<>();
            entries.forEach((key, entry) -> values.put(key, entry.value().value()));
            return values;
        }

        /**
         * The place at the end of a path of keys, or of the last of them that is there.
         *
         * @param key whether the place of the key is wanted, not that of its value
         */
        YamlPlace nearest(List<String> keys, boolean key) {
            if (keys.isEmpty() || !entries.containsKey(keys.getFirst())) return place;
            Entry entry = entries.get(keys.getFirst());
            if (key && keys.size() == 1) return entry.key();
            return entry.value() instanceof Section inner
                    ? inner.nearest(keys.subList(1, keys.size()), key)
                    : entry.value().place();
        }

        /** The keys in order. */
        public Set<String> keys() {
            return Collections.unmodifiableSet(entries.keySet());
        }

        /** Refuses unknown keys; the message suggests the nearest known one. */
        public void requireOnly(String... known) {
            entries.forEach((key, entry) -> {
                if (!List.of(known).contains(key))
                    throw entry.key.wrong("unknown key \"" + key + '"' + meant(key, List.of(known)) + " Known here: "
                            + String.join(", ", known) + '.');
            });
        }

        /** The value of a key, if present. */
        public Optional<YamlNode> find(String key) {
            return Optional.ofNullable(entries.get(key)).map(Entry::value);
        }

        /** The single value of a key, if present. */
        public Optional<Text> findText(String key) {
            return find(key).map(node -> expect(Text.class, node, key, "a single value"));
        }

        /** The section of a key, if present. */
        public Optional<Section> findSection(String key) {
            return find(key).map(node -> expect(Section.class, node, key, "named entries"));
        }

        /** The value of a required key. */
        public YamlNode require(String key) {
            return find(key).orElseThrow(() -> missing(key));
        }

        /** The single value of a required key. */
        public Text text(String key) {
            return findText(key).orElseThrow(() -> missing(key));
        }

        /** The section of a required key. */
        public Section section(String key) {
            return findSection(key).orElseThrow(() -> missing(key));
        }

        /** The list of a required key. */
        public Items items(String key) {
            return expect(Items.class, require(key), key, "a list");
        }

        private ModelFileException missing(String key) {
            return place.wrong("the key \"" + key + "\" is missing");
        }

        private static <T extends YamlNode> T expect(Class<T> type, YamlNode node, String key, String what) {
            if (type.isInstance(node)) return type.cast(node);
            throw node.place().wrong(key + ": expected " + what + ", got " + node.kind());
        }
    }

    private String kind() {
        return switch (this) {
            case Text(YamlPlace _, String text) -> "\"" + text + '"';
            case Items _ -> "a list";
            case Section _ -> "named entries";
        };
    }

    private static String meant(String word, Collection<String> known) {
        return Spelling.nearest(word, known)
                .map(near -> "; did you mean \"" + near + "\"?")
                .orElse(".");
    }
}
