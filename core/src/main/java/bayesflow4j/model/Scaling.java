package bayesflow4j.model;

/**
 * A smooth increasing map of the real line that networks apply to a column of x. After every map but {@link Plain} the
 * column is standardized: centered and divided by the standard deviation of simulated data.
 */
public sealed interface Scaling {
    /** The identity, standardized; the default. */
    Scaling STANDARD = new Standard();

    /** The identity without standardization, for indicators and data that are standardized already. */
    Scaling PLAIN = new Plain();

    /** Logarithmic, for counts and positive data that span orders of magnitude. */
    Scaling LOG1P = new Log1p();

    /** The value of the map, before standardization. */
    double apply(double value);

    /** The value that is mapped to {@code scaled}, up to rounding; inverse of {@link #apply}. */
    double undo(double scaled);

    /** Whether the mapped column is then centered and divided by its standard deviation. */
    default boolean standardized() {
        return true;
    }

    /** For heavy tails on both sides: linear within ±unit, logarithmic beyond. */
    static Scaling asinh(double unit) {
        return new Asinh(unit);
    }

    /** v ↦ v, not standardized. */
    record Plain() implements Scaling {
        @Override
        public double apply(double value) {
            return value;
        }

        @Override
        public double undo(double scaled) {
            return scaled;
        }

        @Override
        public boolean standardized() {
            return false;
        }
    }

    /** v ↦ v. */
    record Standard() implements Scaling {
        @Override
        public double apply(double value) {
            return value;
        }

        @Override
        public double undo(double scaled) {
            return scaled;
        }
    }

    /** v ↦ log(1 + v) for v ≥ 0, continued as an odd function so that it is defined for every number. */
    record Log1p() implements Scaling {
        @Override
        public double apply(double value) {
            return Math.copySign(StrictMath.log1p(Math.abs(value)), value);
        }

        @Override
        public double undo(double scaled) {
            return Math.copySign(StrictMath.expm1(Math.abs(scaled)), scaled);
        }
    }

    /** v ↦ asinh(v / unit). */
    record Asinh(double unit) implements Scaling {
        public Asinh {
            if (!(unit > 0 && unit < Double.POSITIVE_INFINITY))
                throw new IllegalArgumentException("unit: expected a positive number, got " + unit);
        }

        @Override
        public double apply(double value) {
            double z = Math.abs(value) / unit;
            double grown = z > 1e150
                    ? StrictMath.log(z) + StrictMath.log(2)
                    : StrictMath.log1p(z + z * z / (1 + Math.sqrt(1 + z * z)));
            return Math.copySign(grown, value);
        }

        @Override
        public double undo(double scaled) {
            return unit * StrictMath.sinh(scaled);
        }
    }
}
