package bayesflow4j.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Settings in the form of a model file, each line with a comment on its meaning. */
final class SettingsText {
    private static final int COMMENT_COLUMN = 66;

    private SettingsText() {}

    /** @param meanings by path, such as {@code training.batch} */
    static String of(Map<String, Object> settings, Map<String, String> meanings) {
        StringBuilder text = new StringBuilder();
        settings.forEach((section, content) -> {
            text.append(section + ":\n");
            ((Map<?, ?>) content).forEach((key, value) -> {
                String line = "  " + key + ": " + flow(value);
                String room = " ".repeat(Math.max(1, COMMENT_COLUMN - line.length()));
                text.append(line + room + "# " + meanings.get(section + "." + key) + "\n");
            });
        });
        return text.toString();
    }

    private static String flow(Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + flow(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case List<?> list -> list.stream().map(SettingsText::flow).collect(Collectors.joining(", ", "[", "]"));
            default -> value.toString();
        };
    }
}
