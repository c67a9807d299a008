/**
 * Figures and the report. {@link bayesflow4j.report.Report} is a page that opens with the verdict; every
 * {@link bayesflow4j.report.Figure} knows its one line on how to read it, and comes as SVG, PNG and in the page. Figures are
 * made by {@code RecoveryFigures}, {@code CalibrationFigures}, {@code PosteriorFigures}, {@code DataFigures},
 * {@code TrainingFigures} and {@code TrendFigures}, from plain arrays. {@link bayesflow4j.report.CheckReport} tests a
 * sampler on data of a model and makes the whole report.
 */
package bayesflow4j.report;
