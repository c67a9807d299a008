package bayesflow4j.report;

/** The style of a layer. With an empty {@code legend}, the layer has no entry in the legend. */
record Mark(String color, double size, double opacity, boolean dashed, String legend) {
    static Mark of(String color) {
        return new Mark(color, 1, 1, false, "");
    }

    Mark withSize(double size) {
        return new Mark(color, size, opacity, dashed, legend);
    }

    Mark withOpacity(double opacity) {
        return new Mark(color, size, opacity, dashed, legend);
    }

    Mark withDashes() {
        return new Mark(color, size, opacity, true, legend);
    }

    Mark withLegend(String legend) {
        return new Mark(color, size, opacity, dashed, legend);
    }
}
