package bayesflow4j.model.notation;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The small arithmetic that the arguments of a prior may be written in: a tree of numbers, names and operations. */
sealed interface Expression {
    /** The number it stands for. */
    double value(ToDoubleFunction<String> names);

    /** A range that holds every value, given ranges that hold the values of the names. */
    Range range(Function<String, Range> names);

    /** Whether no name occurs. */
    boolean constant();

    record Literal(double number) implements Expression {
        @Override
        public double value(ToDoubleFunction<String> names) {
            return number;
        }

        @Override
        public Range range(Function<String, Range> names) {
            return new Range(number, number);
        }

        @Override
        public boolean constant() {
            return true;
        }
    }

    record Name(String name) implements Expression {
        @Override
        public double value(ToDoubleFunction<String> names) {
            return names.applyAsDouble(name);
        }

        @Override
        public Range range(Function<String, Range> names) {
            return names.apply(name);
        }

        @Override
        public boolean constant() {
            return false;
        }
    }

    record Call(Operation1 operation, Expression argument) implements Expression {
        @Override
        public double value(ToDoubleFunction<String> names) {
            double v = argument.value(names);
            return switch (operation) {
                case NEGATE -> -v;
                case EXP -> StrictMath.exp(v);
                case LOG -> StrictMath.log(v);
                case SQRT -> Math.sqrt(v);
                case ABS -> Math.abs(v);
            };
        }

        @Override
        public Range range(Function<String, Range> names) {
            Range v = argument.range(names);
            return switch (operation) {
                case NEGATE -> v.negated();
                case EXP -> v.exp();
                case LOG -> v.log();
                case SQRT -> v.sqrt();
                case ABS -> v.abs();
            };
        }

        @Override
        public boolean constant() {
            return argument.constant();
        }
    }

    record Pair(Operation2 operation, Expression left, Expression right) implements Expression {
        @Override
        public double value(ToDoubleFunction<String> names) {
            double a = left.value(names);
            double b = right.value(names);
            return switch (operation) {
                case PLUS -> a + b;
                case MINUS -> a - b;
                case TIMES -> a * b;
                // The sign of a zero is an accident of rounding, so what is divided by it has no value at all.
                case OVER -> b == 0 ? Double.NaN : a / b;
                case POWER -> a == 0 && b < 0 ? Double.NaN : StrictMath.pow(a, b);
                case MIN -> Math.min(a, b);
                case MAX -> Math.max(a, b);
            };
        }

        @Override
        public Range range(Function<String, Range> names) {
            Range a = left.range(names);
            Range b = right.range(names);
            return switch (operation) {
                case PLUS -> a.plus(b);
                case MINUS -> a.minus(b);
                case TIMES -> a.times(b);
                case OVER -> a.over(b);
                case POWER -> a.power(b);
                case MIN -> new Range(Math.min(a.lower(), b.lower()), Math.min(a.upper(), b.upper()));
                case MAX -> new Range(Math.max(a.lower(), b.lower()), Math.max(a.upper(), b.upper()));
            };
        }

        @Override
        public boolean constant() {
            return left.constant() && right.constant();
        }
    }

    /** Of one number. */
    enum Operation1 {
        NEGATE,
        EXP,
        LOG,
        SQRT,
        ABS
    }

    /** Of two numbers. */
    enum Operation2 {
        PLUS,
        MINUS,
        TIMES,
        OVER,
        POWER,
        MIN,
        MAX
    }
}
