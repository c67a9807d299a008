package bayesflow4j.external;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** Reads a YAML file into a tree of texts. Tags, anchors and further documents are refused; no objects are constructed. */
final class YamlReader {
    /** A character for private use, as wide as a comma. */
    private static final char COMMA = '\uE000';

    private final Path file;
    private final List<String> lines;
    private final YAMLParser parser;

    private YamlReader(Path file, String source, YAMLParser parser) {
        this.file = file;
        this.lines = source.lines().toList();
        this.parser = parser;
    }

    static YamlNode.Section read(Path file) {
        try {
            String source = withoutCommasInParentheses(Files.readString(file));
            try (YAMLParser parser = new YAMLFactory().createParser(source)) {
                return new YamlReader(file, source, parser).document();
            }
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation() == null ? JsonLocation.NA : e.getLocation();
            // The parser puts problem and context on lines of their own, with indented quotations between them.
            String problem = e.getOriginalMessage()
                    .lines()
                    .filter(line -> !line.startsWith(" "))
                    .map(YamlReader::withCommas)
                    .collect(Collectors.joining(": "));
            throw new YamlPlace(file, Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr())).wrong(problem);
        } catch (NoSuchFileException e) {
            throw new YamlPlace(file, 1, 1).wrong("no such file");
        } catch (MalformedInputException e) {
            throw new YamlPlace(file, 1, 1).wrong("expected text in UTF-8");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The text with another character for each comma between parentheses, so that {@code {effort: uniform(1, 20)}} is one
     * entry, as everybody expects, and not two.
     */
    private static String withoutCommasInParentheses(String source) {
        StringBuilder text = new StringBuilder(source);
        int depth = 0;
        for (int i = 0; i < text.length(); i++)
            switch (text.charAt(i)) {
                case '(' -> depth++;
                case ')' -> depth = Math.max(0, depth - 1);
                case '\n' -> depth = 0;
                case ',' -> {
                    if (depth > 0) text.setCharAt(i, COMMA);
                }
                default -> {}
            }
        return text.toString();
    }

    private static String withCommas(String text) {
        return text.replace(COMMA, ',');
    }

    private YamlNode.Section document() throws IOException {
        if (parser.nextToken() == null) throw new YamlPlace(file, 1, 1).wrong("the file is empty");
        if (!(node() instanceof YamlNode.Section section))
            throw new YamlPlace(file, 1, 1).wrong("expected named entries such as \"name: my-model\"");
        if (parser.nextToken() != null) throw here().wrong("expected one document, got another");
        return section;
    }

    private YamlNode node() throws IOException {
        YamlPlace place = here();
        if (parser.isCurrentAlias() || parser.getObjectId() != null)
            throw place.wrong("anchors and aliases (& and *) are not supported");
        if (parser.getTypeId() != null) throw place.wrong("tags (!) are not supported");
        return switch (parser.currentToken()) {
            case START_OBJECT -> section(place);
            case START_ARRAY -> items(place);
            case VALUE_NULL -> throw place.wrong("expected a value, got nothing");
            default -> new YamlNode.Text(isQuoted(place) ? place.right(1) : place, withCommas(parser.getText()));
        };
    }

    private YamlNode section(YamlPlace place) throws IOException {
        LinkedHashMap<String, YamlNode.Section.Entry> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            YamlPlace key = here();
            String name = withCommas(parser.currentName());
            parser.nextToken();
            if (entries.put(name, new YamlNode.Section.Entry(key, node())) != null)
                throw key.wrong("the key \"" + name + "\" occurs twice");
        }
        return new YamlNode.Section(place, entries);
    }

    private YamlNode items(YamlPlace place) throws IOException {
        List<YamlNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) items.add(node());
        return new YamlNode.Items(place, items);
    }

    /** Columns of a text are counted from its first character, which comes after the quote. */
    private boolean isQuoted(YamlPlace place) {
        String rest = lines.get(place.line() - 1).substring(place.column() - 1);
        return rest.startsWith("\"") || rest.startsWith("'");
    }

    private YamlPlace here() {
        JsonLocation at = parser.currentTokenLocation();
        return new YamlPlace(file, at.getLineNr(), at.getColumnNr());
    }
}
