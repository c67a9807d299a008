package bayesflow4j.parquet;

import java.util.ArrayList;
import java.util.List;

/**
 * A column of values in the schema of a file, perhaps inside of groups.
 *
 * @param column the name at the top
 * @param path the names from there to here
 * @param type the physical type
 * @param bytes of a value of fixed size
 * @param scale digits after the point of a decimal number, −1 if it is none
 * @param unsigned whether integers are not negative
 * @param definition the level of a value that is there
 * @param repetition how many lists it is in
 * @param listed the level from which a list has elements
 */
record Leaf(
        String column,
        List<String> path,
        int type,
        int bytes,
        int scale,
        boolean unsigned,
        int definition,
        int repetition,
        int listed) {
    private static final int DECIMAL = 5;
    private static final int UINT_8 = 11;
    private static final int UINT_64 = 14;

    /** The leaves of a schema, in order. */
    static List<Leaf> of(List<Compact> schema) {
        List<Leaf> leaves = new ArrayList<>();
        int next = 1;
        for (long child = 0; child < schema.getFirst().integer(5, 0); child++)
            next = add(schema, next, new Level(List.of(), 0, 0, 0), leaves);
        return leaves;
    }

    /** What the groups above say. */
    private record Level(List<String> path, int definition, int repetition, int listed) {
        Level below(String name, long repetitionType) {
            List<String> names = new ArrayList<>(path);
            names.add(name);
            boolean repeated = repetitionType == ParquetWriter.REPEATED;
            int own = definition + (repetitionType == ParquetWriter.REQUIRED ? 0 : 1);
            return new Level(List.copyOf(names), own, repetition + (repeated ? 1 : 0), repeated ? own : listed);
        }
    }

    private static int add(List<Compact> schema, int at, Level above, List<Leaf> leaves) {
        Compact element = schema.get(at);
        Level level = above.below(element.text(4), element.integer(3, ParquetWriter.REQUIRED));
        int next = at + 1;
        long children = element.integer(5, 0);
        for (long child = 0; child < children; child++) next = add(schema, next, level, leaves);
        if (children == 0 && element.has(1)) leaves.add(leaf(element, level));
        return next;
    }

    private static Leaf leaf(Compact element, Level level) {
        long converted = element.integer(6, -1);
        boolean logical = element.has(10) && element.struct(10).has(DECIMAL);
        int scale = logical
                ? (int) element.struct(10).struct(DECIMAL).integer(1, 0)
                : converted == DECIMAL ? (int) element.integer(7, 0) : -1;
        return new Leaf(
                level.path.getFirst(),
                level.path,
                (int) element.integer(1),
                (int) element.integer(2, 0),
                scale,
                converted >= UINT_8 && converted <= UINT_64,
                level.definition,
                level.repetition,
                level.listed);
    }

    /** Whether this is a column of values, or of lists of them. */
    boolean isReadable() {
        boolean known = switch (type) {
            case ParquetType.BOOLEAN,
                    ParquetType.INT32,
                    ParquetType.INT64,
                    ParquetType.FLOAT,
                    ParquetType.DOUBLE,
                    ParquetType.BYTES -> true;
            case ParquetType.FIXED_BYTES -> scale >= 0;
            default -> false;
        };
        return known && (path.size() == 1 ? repetition <= 1 : repetition == 1);
    }

    /** What the column is, for people. */
    String description() {
        return "a column of type " + type + " at " + String.join(".", path);
    }

    boolean isDecimal() {
        return scale >= 0;
    }
}
