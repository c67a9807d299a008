/**
 * Figures and the report. {@link bayesflow4j.report.Report} is a page that opens with the verdict; every
 * {@link bayesflow4j.report.Figure} has a caption on how to read it, and is written as SVG, as PNG and into the page.
 * Figures are made by {@code RecoveryFigures}, {@code CalibrationFigures}, {@code PosteriorFigures},
 * {@code DataFigures}, {@code TrainingFigures} and {@code TrendFigures}, from plain arrays.
 * {@link bayesflow4j.report.CheckReport} is the report on a check of an estimator,
 * {@link bayesflow4j.report.InferenceReport} that on an inference.
 */
package bayesflow4j.report;
