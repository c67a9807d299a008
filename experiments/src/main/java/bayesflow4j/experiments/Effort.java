package bayesflow4j.experiments;

/** How much a reproduction may cost. */
public enum Effort {
    /** A minute or two per experiment: shows that all of it works, not how good it is. */
    SMOKE(60, 200),
    /** The best that at most half an hour per network gives on two cores, with the designs and plans every user has. */
    CPU(500, 1000),
    /** The authors' designs, rates and numbers of steps. */
    PAPER(500, 2000);

    private final int dataSets;
    private final int draws;

    Effort(int dataSets, int draws) {
        this.dataSets = dataSets;
        this.draws = draws;
    }

    /** K, how many data sets test a network at each N or T. */
    int dataSets() {
        return dataSets;
    }

    /** L, how many draws there are for each of them. */
    int draws() {
        return draws;
    }
}
