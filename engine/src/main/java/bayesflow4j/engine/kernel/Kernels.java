package bayesflow4j.engine.kernel;

/**
 * The arithmetic on arrays of floats that every layer is made of.
 *
 * <p>Each element of each result is defined by one fixed sequence of IEEE operations, written below, so all
 * implementations agree bit for bit, whatever their vector length. Widths are {@linkplain #padded padded} to a multiple
 * of 8; the padding of weights and activations is zero and stays zero.
 *
 * <p>A matrix is stored either by rows, with the distance from row to row given as its stride, or in {@link #PANELS}:
 * 64 columns, row after row, then the next 64 (the last panel may be narrower). Weights are stored in panels, the same
 * on every machine, so that a micro-kernel reads them sequentially.
 */
public interface Kernels {
    /** The stride of a matrix that is stored in panels. */
    int PANELS = -1;

    /** The number of columns of a panel. */
    int PANEL = 64;

    /** The largest length of an array, 4 GiB of floats: indices of vectors cannot overflow below it. */
    int MOST_FLOATS = (1 << 30) - 1;

    /** The width that memory is laid out for: the next multiple of 8. */
    static int padded(int width) {
        return (width + 7) & -8;
    }

    /** The place of an element in a matrix that is stored in panels. */
    static int panelIndex(int rows, int width, int row, int column) {
        int panel = column / PANEL * PANEL;
        return panel * rows + row * Math.min(PANEL, width - panel) + column - panel;
    }

    /** The vector kernels where the vector module is resolved and the machine has vectors, else the plain ones. */
    static Kernels best() {
        return KernelChoice.BEST;
    }

    /** The kernels in plain Java. */
    static Kernels plain() {
        return KernelChoice.PLAIN;
    }

    /** The kernels on vectors, whether or not the machine has fast ones; the vector module must be resolved. */
    static Kernels vector() {
        return KernelChoice.vector();
    }

    /** The name for users: {@code "vector"} with its width in bits, or {@code "plain"}. */
    String name();

    /**
     * C[m,n] = I + A[m,k]·B[k,n]: each element starts as I's and adds a(i,0)·b(0,j), a(i,1)·b(1,j), … by fused multiply-add.
     *
     * @param a A(i,l) is {@code a[a0 + i·aRow + l·aCol]}
     * @param b stored by rows with stride {@code bRow}, or in panels
     * @param c stored by rows with stride {@code cRow}, or in panels
     * @param init I, stored by rows with stride {@code iRow} (0: the same row for all, a bias), or in panels; C itself to
     *     accumulate; {@link #ZERO} for nothing
     * @param n a multiple of 8
     */
    void multiply(
            int m,
            int n,
            int k,
            float[] a,
            int a0,
            int aRow,
            int aCol,
            float[] b,
            int b0,
            int bRow,
            float[] c,
            int c0,
            int cRow,
            float[] init,
            int i0,
            int iRow);

    /**
     * Y = b + X·W for 64 rows in column-major order: y(i,j) starts as b(j) and adds x(i,0)·w(0,j), x(i,1)·w(1,j), … by
     * fused multiply-add, as {@link #multiply} does for rows.
     *
     * @param n the width of Y; its padding may be written to
     * @param w W [k, n], stored in panels
     */
    void multiplyLanes(int n, int k, float[] w, int w0, float[] b, int b0, float[] x, int x0, float[] y, int y0);

    /** As {@code init} of {@link #multiply}: start from zero. */
    float[] ZERO = new float[PANEL];

    /** y ← activation(y) on {@code y[y0 … y0+length)}. */
    void activate(Activation activation, float[] y, int y0, int length);

    /**
     * dx(i,j) = dy(i,j) · activation'(y(i,j)), the derivative written in terms of the activation's value y. Row i of dy is at
     * {@code dy0 + i·dyRow} (0: one row for all), y and dx are dense with row length n.
     */
    void activateBackward(
            Activation activation,
            int m,
            int n,
            float[] dy,
            int dy0,
            int dyRow,
            float[] y,
            int y0,
            float[] dx,
            int dx0);

    /** out(j) = start(j) + Σᵢ x(i,j), rows in ascending order, with start = out's value if {@code add}, else 0. */
    void sumRows(int m, int n, float[] x, int x0, int xRow, float[] out, int out0, boolean add);

    /** y ← scale·y on {@code y[y0 … y0+length)}. */
    void scale(float scale, float[] y, int y0, int length);

    /** The transpose of a matrix of any size, both sides stored by rows: to(j, i) = from(i, j). */
    void transpose(int rows, int columns, float[] from, int from0, int fromRow, float[] to, int to0, int toRow);

    /** y ← y + x on {@code length} elements. */
    void add(float[] x, int x0, float[] y, int y0, int length);

    /** y ← exp(y); accurate to two units in the last place for |y| ≤ 87; larger |y| are clamped to 87. */
    void exp(float[] y, int y0, int length);

    /** The soft clamp s ↦ (2a/π)·atan(s/a), in place: near the identity for |s| ≪ a and never outside (−a, a). */
    void softClamp(float bound, float[] s, int s0, int length);

    /** v = u·e + t, element by element. */
    void affine(float[] u, float[] e, float[] t, float[] v, int length);

    /** u = (v − t)·e, element by element. */
    void affineInverse(float[] v, int v0, float[] e, float[] t, float[] u, int u0, int length);

    /**
     * The reverse of v = u·e + t with e = exp(softClamp(s)), of which the log-determinant Σ softClamp(s) also has the gradient
     * {@code dLogDet}, element by element: du = dv·e and ds = (dv·u·e + dLogDet)·(2/π)/(1 + (s/a)²).
     */
    void affineBackward(
            float bound,
            float[] dLogDet,
            float[] u,
            float[] e,
            float[] s,
            float[] dv,
            float[] du,
            float[] ds,
            int length);

    /**
     * One step of Adam with decoupled weight decay on [from, to), a multiple of 16 elements: with g the gradient times
     * {@code gradientScale}, m ← β₁m + (1−β₁)g, v ← β₂v + (1−β₂)g², w ← w − rate·(m·c₁/(√(v·c₂)+ε) + decay·w), where c₁
     * and c₂ are the bias corrections.
     */
    void adam(
            float[] w,
            float[] g,
            float[] m,
            float[] v,
            int from,
            int to,
            float gradientScale,
            Adam adam,
            float rate,
            float c1,
            float c2);

    /** g ← g + h on [from, to). */
    default void reduce(float[] g, float[] h, int from, int to) {
        add(h, from, g, from, to - from);
    }

    /** The number of running sums of {@link #sumOfSquares}. */
    int SUMS = 16;

    /** Σ g² on [from, to), a multiple of 16 elements: 16 running sums over blocks of 1024, which are then added as doubles. */
    double sumOfSquares(float[] g, int from, int to);

    /**
     * The state update of an LSTM for rows of 4h gates (i, f, g, o side by side, in that order), {@code gatesRow} floats
     * apart: gates become their activations, c = f·cPrevious + i·g, tanhC = tanh(c), hidden = o·tanhC.
     */
    void lstmCell(
            int rows,
            int h,
            float[] gates,
            int gates0,
            int gatesRow,
            float[] cPrevious,
            int cPrevious0,
            float[] c,
            float[] tanhC,
            float[] hidden,
            int state0);

    /**
     * The reverse of {@link #lstmCell}: gates (activated) become the gradient of the pre-activations; dc is the gradient of c
     * on entry and of cPrevious on return.
     */
    void lstmCellBackward(
            int rows,
            int h,
            float[] gates,
            int gates0,
            int gatesRow,
            float[] cPrevious,
            int cPrevious0,
            float[] tanhC,
            int state0,
            float[] dh,
            float[] dc);
}
