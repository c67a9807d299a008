/** The fixed workloads that speed is measured by, one class each; the command line prints their results. */
package bayesflow4j.benchmarks;
