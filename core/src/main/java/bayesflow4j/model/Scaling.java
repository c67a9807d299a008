package bayesflow4j.model;

/**
 * How a column of x becomes a number that networks learn well from: a smooth increasing map of the line, after which every
 * scaling but {@link Plain} is centred and divided by the standard deviation that simulations show.
 */
public sealed interface Scaling {
    /** Centred and scaled; the choice when nothing is said. */
    Scaling STANDARD = new Standard();

    /** Left as it is, for indicators and data that are standardised already. */
    Scaling PLAIN = new Plain();

    /** For counts and positive data over orders of magnitude. */
    Scaling LOG1P = new Log1p();

    /** The map itself. */
    double apply(double value);

    /** Whether the mapped column is then centred and divided by its standard deviation. */
    default boolean standardised() {
        return true;
    }

    /** For heavy tails on both sides: linear within ±unit, logarithmic beyond. */
    static Scaling asinh(double unit) {
        return new Asinh(unit);
    }

    /** v ↦ v, not standardised. */
    record Plain() implements Scaling {
        @Override
        public double apply(double value) {
            return value;
        }

        @Override
        public boolean standardised() {
            return false;
        }
    }

    /** v ↦ v. */
    record Standard() implements Scaling {
        @Override
        public double apply(double value) {
            return value;
        }
    }

    /** v ↦ log(1 + v) for v ≥ 0, continued as an odd function so that no observed number is refused. */
    record Log1p() implements Scaling {
        @Override
        public double apply(double value) {
            return Math.copySign(StrictMath.log1p(Math.abs(value)), value);
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
    }
}
