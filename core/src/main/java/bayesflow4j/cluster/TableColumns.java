package bayesflow4j.cluster;

import java.io.Serializable;
import java.util.Objects;

/**
 * The columns of a table that are no data.
 *
 * @param id names the data set of a row
 * @param row orders the rows of a data set; tables with one row per data set need none
 * @param index gives k, the number of the data set, that its draws depend on; if it is empty, data sets are numbered from 0 in the
 *     order of their ids
 */
public record TableColumns(String id, String row, String index) implements Serializable {
    /** The names that {@code bayesflow simulate} gives them in CSV files; data sets are numbered in order. */
    public static final TableColumns USUAL = new TableColumns("data_set", "row", "");

    /** Refuses missing names. */
    public TableColumns {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(row, "row");
        Objects.requireNonNull(index, "index");
    }
}
