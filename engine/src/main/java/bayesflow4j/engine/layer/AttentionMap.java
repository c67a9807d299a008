package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.ZERO;
import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import java.util.Arrays;

/**
 * Scaled dot-product attention of several heads: each query q is answered by the mean of the values of its data set, weighted by
 * softmax(q·k/√h) over their keys k, where h is the width of a head. The caller supplies queries [M, n, w], or [1, n, w] for queries that
 * serve all data sets, and keys and values side by side [M, N, 2w]; one object serves one worker.
 */
final class AttentionMap {
    private final int width;
    private final int heads;
    private final int head;
    private final float scale;
    private final Memory memory;
    private final Kernels kernels;
    private final Buffer transposed = new Buffer();
    private final Buffer shares = new Buffer();
    private final Buffer dScores = new Buffer();
    private final Buffer answers = new Buffer();
    private final Buffer dQueries = new Buffer();
    private final Buffer dSeen = new Buffer();
    private final Block answer = new Block();
    private final Block dQuery = new Block();
    private final Block dKeys = new Block();
    private Block q = new Block();
    private Block seen = new Block();

    AttentionMap(Memory memory, int width, int heads) {
        this.memory = memory;
        this.kernels = memory.kernels();
        this.width = width;
        this.heads = heads;
        this.head = width / heads;
        this.scale = (float) (1 / Math.sqrt(head));
    }

    /** Refuses widths that do not give each head a multiple of eight columns. */
    static void require(String name, int width, int heads) {
        if (heads < 1) throw new IllegalArgumentException(name + ".heads: expected at least 1, got " + heads);
        if (width < 1 || width % (8 * heads) != 0)
            throw new IllegalArgumentException(
                    name + ".width: expected a multiple of 8·heads = " + 8 * heads + ", got " + width);
    }

    /** The answers [M, n, w]. */
    Block forward(Block queries, Block keysAndValues) {
        q = queries.requireWidth("queries", width);
        seen = keysAndValues.requireWidth("keys and values", 2 * width);
        int n = q.length();
        int row = padded(seen.length());
        transposed.atLeast(width * row);
        shares.atLeast((memory.keepsActivations() ? seen.sets() : 1) * heads * n * row);
        float[] to = answers.atLeast(seen.sets() * n * width);
        for (int m = 0; m < seen.sets(); m++) {
            transpose(m, 0);
            for (int h = 0; h < heads; h++) {
                int at = sharesAt(m, h);
                scores(m, h, at);
                softmax(shares.data(), at, n, seen.length());
                kernels.multiply(
                        n,
                        head,
                        seen.length(),
                        shares.data(),
                        at,
                        row,
                        1,
                        seen.data(),
                        seen.at(m, 0) + width + h * head,
                        seen.rowStride(),
                        to,
                        m * n * width + h * head,
                        width,
                        ZERO,
                        0,
                        0);
            }
        }
        return answer.show(to, 0, seen.sets(), n, width, width);
    }

    private int sharesAt(int m, int h) {
        return ((memory.keepsActivations() ? m : 0) * heads + h) * q.length() * padded(seen.length());
    }

    private int queriesOf(int m) {
        return q.sets() == 1 ? 0 : m;
    }

    /** The keys (from column 0) or the values (from column w) of set m by columns; what pads them is zero. */
    private void transpose(int m, int column) {
        int length = seen.length();
        int row = padded(length);
        float[] to = transposed.data();
        kernels.transpose(length, width, seen.data(), seen.at(m, 0) + column, seen.rowStride(), to, 0, row);
        if (row > length) for (int j = 0; j < width; j++) Arrays.fill(to, j * row + length, (j + 1) * row, 0f);
    }

    private void scores(int m, int h, int at) {
        int row = padded(seen.length());
        kernels.multiply(
                q.length(),
                row,
                head,
                q.data(),
                q.at(queriesOf(m), 0) + h * head,
                q.rowStride(),
                1,
                transposed.data(),
                h * head * row,
                row,
                shares.data(),
                at,
                row,
                ZERO,
                0,
                0);
        kernels.scale(scale, shares.data(), at, q.length() * row);
    }

    private void softmax(float[] s, int at, int rows, int length) {
        int row = padded(length);
        for (int i = at; i < at + rows * row; i += row) {
            float most = s[i];
            for (int j = i + 1; j < i + length; j++) most = Math.max(most, s[j]);
            for (int j = i; j < i + length; j++) s[j] -= most;
        }
        kernels.exp(s, at, rows * row);
        for (int i = at; i < at + rows * row; i += row) {
            Arrays.fill(s, i + length, i + row, 0f);
            float share = 1f / EightSums.of(s, i, row);
            for (int j = i; j < i + length; j++) s[j] *= share;
        }
    }

    /** After forward: from ∂loss/∂answers, ∂loss/∂queries, summed over data sets where one set of queries serves all. */
    Block backward(Block dy) {
        memory.requireTraining();
        int n = q.length();
        dy.requireShape("dy", seen.sets(), n, width);
        float[] dq = dQueries.atLeast(q.sets() * n * width);
        float[] to = dSeen.atLeast(seen.rows() * 2 * width);
        dScores.atLeast(n * padded(seen.length()));
        for (int m = 0; m < seen.sets(); m++) {
            transpose(m, width);
            for (int h = 0; h < heads; h++) {
                scoreGradient(dy, m, h);
                addToQueries(dq, m, h);
                keyAndValueGradients(dy, to, m, h);
            }
        }
        dKeys.show(to, 0, seen.sets(), seen.length(), 2 * width, 2 * width);
        return dQuery.show(dq, 0, q.sets(), n, width, width);
    }

    /** ∂loss/∂(keys and values) of the last {@link #backward}. */
    Block seenGradient() {
        return dKeys;
    }

    /** dS = P ⊙ (dP − Σ dP ⊙ P)/√h with dP = dy·Vᵀ; the sum is that of dy ⊙ y. */
    private void scoreGradient(Block dy, int m, int h) {
        int n = q.length();
        int row = padded(seen.length());
        float[] d = dScores.data();
        kernels.multiply(
                n,
                row,
                head,
                dy.data(),
                dy.at(m, 0) + h * head,
                dy.rowStride(),
                1,
                transposed.data(),
                h * head * row,
                row,
                d,
                0,
                row,
                ZERO,
                0,
                0);
        float[] p = shares.data();
        int at = sharesAt(m, h);
        for (int i = 0; i < n; i++) {
            float mean = EightSums.ofProducts(
                    dy.data(), dy.at(m, i) + h * head, answers.data(), (m * n + i) * width + h * head, head);
            for (int j = i * row; j < (i + 1) * row; j++) d[j] = p[at + j] * (d[j] - mean) * scale;
        }
    }

    private void addToQueries(float[] dq, int m, int h) {
        int at = queriesOf(m) * q.length() * width + h * head;
        boolean begins = q.sets() > 1 || m == 0;
        kernels.multiply(
                q.length(),
                head,
                seen.length(),
                dScores.data(),
                0,
                padded(seen.length()),
                1,
                seen.data(),
                seen.at(m, 0) + h * head,
                seen.rowStride(),
                dq,
                at,
                width,
                begins ? ZERO : dq,
                begins ? 0 : at,
                begins ? 0 : width);
    }

    private void keyAndValueGradients(Block dy, float[] to, int m, int h) {
        int row = padded(seen.length());
        int at = m * seen.length() * 2 * width + h * head;
        int query = q.at(queriesOf(m), 0) + h * head;
        multiplyTransposed(dScores.data(), 0, row, q.data(), query, q.rowStride(), to, at);
        int answer = dy.at(m, 0) + h * head;
        multiplyTransposed(shares.data(), sharesAt(m, h), row, dy.data(), answer, dy.rowStride(), to, at + width);
    }

    /** to = Aᵀ·B for A [n, N] and B [n, h]. */
    private void multiplyTransposed(float[] a, int a0, int row, float[] b, int b0, int bRow, float[] to, int at) {
        kernels.multiply(seen.length(), head, q.length(), a, a0, 1, row, b, b0, bRow, to, at, 2 * width, ZERO, 0, 0);
    }
}
