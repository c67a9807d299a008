package bayesflow4j.training;

import bayesflow4j.method.Budget;

/**
 * How a {@link Race} divides a budget. Every lap is twice as long as the one before, and half of the designs, rounded up, go on
 * to the next; the designs that drop out use at most a third of the budget, and the last one has the rest.
 *
 * @param budget of the race and the training that follows
 * @param entrants the number of designs
 */
record Laps(Budget budget, int entrants) {
    private static final int LOSERS_SHARE = 3;

    Laps {
        if (entrants < 2)
            throw new IllegalArgumentException("designs: expected at least 2 to compare, got " + entrants);
    }

    /** How many of so many designs go on. */
    static int kept(int running) {
        return (running + 1) / 2;
    }

    /** What all designs that drop out train for, in units of the first lap. */
    private int cost() {
        int cost = 0;
        int lap = 1;
        for (int running = entrants; running > 1; running = kept(running), lap *= 2)
            cost += (running - kept(running)) * lap;
        return cost;
    }

    /** The budget of the design that is chosen, its laps included. */
    Budget rest() {
        return switch (budget) {
            case Budget.Steps(long count) -> new Budget.Steps(count - cost() * steps(count));
            case Budget.Minutes(double count) -> new Budget.Minutes(count - count / LOSERS_SHARE);
            case Budget.Simulations(long count) -> new Budget.Simulations(count - count / LOSERS_SHARE);
        };
    }

    /** Whether a run has come to the end of a lap, the first being 0. */
    boolean ended(int lap, Run run, TrainingPlan plan) {
        return switch (budget) {
            case Budget.Steps(long count) -> run.stepsDone() >= steps(count) << lap;
            case Budget.Minutes(double count) ->
                run.secondsOfWork() >= 60 * count / LOSERS_SHARE / cost() * (1L << lap);
            case Budget.Simulations(long count) -> {
                long losers = count / LOSERS_SHARE - (entrants - 1) * run.simulationsBesides();
                long steps = whole(losers / cost() / plan.batch() * plan.reuse().times());
                if (steps == 0) throw tooLittle(count + " simulations");
                yield run.stepsDone() >= steps << lap;
            }
        };
    }

    private long steps(long budget) {
        long steps = whole(budget / LOSERS_SHARE / cost());
        if (steps == 0) throw tooLittle(budget + " steps");
        return steps;
    }

    /** A lap ends where a state is kept, so that training goes on from there to the bit. */
    private static long whole(long steps) {
        return Math.max(0, steps) / Run.STEPS_PER_STATE * Run.STEPS_PER_STATE;
    }

    private IllegalArgumentException tooLittle(String got) {
        return new IllegalArgumentException("budget: expected enough for " + Run.STEPS_PER_STATE * LOSERS_SHARE * cost()
                + " steps to compare " + entrants + " designs, got " + got);
    }
}
