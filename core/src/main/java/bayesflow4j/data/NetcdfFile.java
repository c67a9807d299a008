package bayesflow4j.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Groups of arrays over named dimensions, as netCDF-4: what xarray opens as a tree of data sets and ArviZ as inference
 * data.
 */
public final class NetcdfFile {
    private final Map<String, Group> groups = new LinkedHashMap<>();

    /** The coordinates of one dimension. */
    private sealed interface Scale {
        int size();

        /** 0 … size − 1. */
        record Numbers(int size) implements Scale {}

        /** A name for each place. */
        record Names(List<String> names) implements Scale {
            @Override
            public int size() {
                return names.size();
            }
        }
    }

    private record Variable(double[] values, List<String> dimensions) {}

    /** Arrays that share their dimensions. */
    public static final class Group {
        private final Map<String, Scale> scales = new LinkedHashMap<>();
        private final Map<String, Variable> variables = new LinkedHashMap<>();

        private Group() {}

        /** One more dimension, numbered from 0. */
        public Group dimension(String name, int size) {
            scales.put(name, new Scale.Numbers(size));
            return this;
        }

        /** One more dimension, with a name for each of its places. */
        public Group dimension(String name, List<String> names) {
            scales.put(name, new Scale.Names(List.copyOf(names)));
            return this;
        }

        /** One more array over some of the dimensions, the last of which varies fastest. */
        public Group variable(String name, double[] values, String... dimensions) {
            long size = 1;
            for (String dimension : dimensions) {
                if (!scales.containsKey(dimension))
                    throw new IllegalArgumentException(
                            "dimension of " + name + ": expected one of " + scales.keySet() + ", got " + dimension);
                size *= scales.get(dimension).size();
            }
            if (size != values.length)
                throw new IllegalArgumentException(
                        name + ": expected " + size + " numbers for its dimensions, got " + values.length);
            if (scales.containsKey(name) || variables.put(name, new Variable(values, List.of(dimensions))) != null)
                throw new IllegalArgumentException(name + ": expected a name that is not in use");
            return this;
        }
    }

    /** One more group. */
    public Group group(String name) {
        Group group = new Group();
        groups.put(name, group);
        return group;
    }

    /** Writes the file, whole or not at all. */
    public void write(Path path) {
        Hdf5 file = new Hdf5();
        Map<String, Hdf5.Address> root = new LinkedHashMap<>();
        // Dimensions are numbered over the whole file.
        int[] dimensions = {0};
        groups.forEach((name, group) -> root.put(name, group(file, group, dimensions)));
        byte[] bytes = file.rooted(file.group(root, List.of()));
        WholeFile.write(path, out -> out.write(bytes));
    }

    private static Hdf5.Address group(Hdf5 file, Group group, int[] dimensions) {
        Map<String, Hdf5.Address> members = new LinkedHashMap<>();
        group.scales.forEach((name, scale) -> {
            List<Hdf5.Attribute> attributes = List.of(
                    Hdf5.Attribute.of("CLASS", "DIMENSION_SCALE"),
                    Hdf5.Attribute.of("NAME", name),
                    Hdf5.Attribute.of("_Netcdf4Dimid", dimensions[0]++));
            members.put(
                    name,
                    switch (scale) {
                        case Scale.Numbers(int size) -> file.longs(numbers(size), attributes);
                        case Scale.Names(List<String> names) -> file.texts(names, attributes);
                    });
        });
        Map<String, Hdf5.Address> scales = new LinkedHashMap<>(members);
        group.variables.forEach((name, variable) -> {
            List<Hdf5.Attribute> attributes = new ArrayList<>();
            if (!variable.dimensions.isEmpty())
                attributes.add(file.dimensions(
                        variable.dimensions.stream().map(scales::get).toList()));
            int[] shape = variable.dimensions.stream()
                    .mapToInt(dimension -> group.scales.get(dimension).size())
                    .toArray();
            members.put(name, file.doubles(variable.values, shape, attributes));
        });
        return file.group(members, List.of());
    }

    private static long[] numbers(int size) {
        long[] numbers = new long[size];
        for (int i = 0; i < size; i++) numbers[i] = i;
        return numbers;
    }
}
