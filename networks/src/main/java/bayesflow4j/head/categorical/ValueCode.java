package bayesflow4j.head.categorical;

/**
 * v ↦ √2 cos(π i (v + ½)/V), i = 1, 2, …: the number v of one of V values as networks read it. Up to 17 values every function of
 * v is linear in its code; of more values, the code has the smoothest functions.
 */
final class ValueCode {
    private static final int MOST = 16;

    private final float[][] table;

    /** The code of V values. */
    ValueCode(int values) {
        table = new float[values][Math.min(MOST, values - 1)];
        for (int v = 0; v < values; v++)
            for (int i = 0; i < table[v].length; i++)
                table[v][i] = (float) (Math.sqrt(2) * StrictMath.cos(Math.PI * (i + 1) * (v + 0.5) / values));
    }

    /** How many numbers a code has. */
    int width() {
        return table[0].length;
    }

    /** Writes the code of a value. */
    void write(int value, float[] to, int at) {
        System.arraycopy(table[value], 0, to, at, width());
    }
}
