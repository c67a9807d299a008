package bayesflow4j.experiments;

/** The computing budget of a reproduction. */
public enum Effort {
    /** A minute or two per experiment: shows that everything works, not how well. */
    SMOKE(60, 200),
    /** At most half an hour per network on two cores, with the default designs and plans. */
    CPU(500, 1000),
    /** The authors' designs, rates and numbers of steps. */
    PAPER(500, 2000);

    private final int dataSets;
    private final int draws;

    Effort(int dataSets, int draws) {
        this.dataSets = dataSets;
        this.draws = draws;
    }

    /** K, the number of test data sets at each N or T. */
    int dataSets() {
        return dataSets;
    }

    /** L, the number of draws per data set. */
    int draws() {
        return draws;
    }
}
