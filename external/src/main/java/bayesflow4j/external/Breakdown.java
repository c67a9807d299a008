package bayesflow4j.external;

/** A process failed for good: it ended, took too long, or wrote something that is not a reply. */
final class Breakdown extends Exception {
    /** What went wrong, and its cost in the budget of {@link Breakdowns}. */
    enum Kind {
        CRASH(1),
        TIMEOUT(4),
        RUBBISH(10);

        private final int cost;

        Kind(int cost) {
            this.cost = cost;
        }

        int cost() {
            return cost;
        }
    }

    private final Kind kind;

    Breakdown(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }
}
