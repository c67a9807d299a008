package bayesflow4j.head.categorical;

import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.Head;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Draws of discrete parameters, one after the other, then of the others for each combination that was drawn. */
class MixedEvaluation implements MixedHead.Evaluation {
    /** Combinations of less probability are left out of the probabilities of later parameters. */
    private static final double NEGLIGIBLE = 1e-5;

    final MixedHead head;
    final Optional<Head.Evaluation> rest;
    final int[] continuous;
    private final Pass[] passes;
    private final Coded[] inputs;

    MixedEvaluation(MixedHead head, Memory memory, Optional<Head.Evaluation> rest) {
        this.head = head;
        this.rest = rest;
        this.continuous = head.lattice().continuous();
        int size = head.lattice().size();
        passes = new Pass[size];
        inputs = new Coded[size + 1];
        for (int j = 0; j <= size; j++) inputs[j] = new Coded(head, j);
        for (int j = 0; j < size; j++) passes[j] = head.networks().get(j).pass(memory);
    }

    /** q(kⱼ | s, k₁ … kⱼ₋₁), j being the length of {@code earlier}, for all values [V]. */
    final double[] probabilities(Block summary, List<Integer> earlier) {
        int j = earlier.size();
        int[] numbers = numbers(earlier);
        Block logits = passes[j].forward(inputs[j].of(summary, new int[][] {numbers}));
        return Softmax.of(logits, 0, head.lattice().range(j, numbers));
    }

    /** What the head of the continuous parameters reads. */
    final Block condition(Block summary, List<Integer> numbers) {
        return inputs[passes.length].of(summary, new int[][] {numbers(numbers)});
    }

    private static int[] numbers(List<Integer> numbers) {
        return numbers.stream().mapToInt(k -> k).toArray();
    }

    @Override
    public final double[][] marginals(Block summary) {
        double[][] marginals = new double[passes.length][];
        Map<List<Integer>, Double> combinations = Map.of(List.of(), 1.0);
        for (int j = 0; j < passes.length; j++) {
            marginals[j] = new double[head.lattice().count(j)];
            Map<List<Integer>, Double> longer = new LinkedHashMap<>();
            double kept = combinations.values().stream().mapToDouble(w -> w).sum();
            for (Map.Entry<List<Integer>, Double> combination : combinations.entrySet()) {
                double[] p = probabilities(summary, combination.getKey());
                for (int v = 0; v < p.length; v++) {
                    double joint = combination.getValue() / kept * p[v];
                    marginals[j][v] += joint;
                    if (joint >= NEGLIGIBLE) longer.put(and(combination.getKey(), v), joint);
                }
            }
            combinations = longer;
        }
        return marginals;
    }

    private static List<Integer> and(List<Integer> earlier, int next) {
        List<Integer> all = new ArrayList<>(earlier);
        all.add(next);
        return List.copyOf(all);
    }

    @Override
    public final void sample(Block summary, RandomGenerator rng, float[] to) {
        int width = head.width();
        Map<List<Integer>, double[]> known = new HashMap<>();
        Map<List<Integer>, List<Integer>> drawn = new LinkedHashMap<>();
        for (int l = 0; l < to.length / width; l++) {
            List<Integer> numbers = List.of();
            for (int j = 0; j < passes.length; j++) {
                double[] p = known.computeIfAbsent(numbers, earlier -> probabilities(summary, earlier));
                numbers = and(numbers, Softmax.draw(p, rng));
                to[l * width + head.lattice().position(j)] = numbers.getLast();
            }
            drawn.computeIfAbsent(numbers, none -> new ArrayList<>()).add(l);
        }
        if (rest.isEmpty()) return;
        drawn.forEach((numbers, draws) -> {
            float[] own = new float[draws.size() * continuous.length];
            rest.get().sample(condition(summary, numbers), rng, own);
            for (int i = 0; i < own.length; i++)
                to[draws.get(i / continuous.length) * width + continuous[i % continuous.length]] = own[i];
        });
    }
}
