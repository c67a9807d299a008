# A population that grows by the factor exp(rate) and a log-normal disturbance.
values <- as.numeric(commandArgs(trailingOnly = TRUE))
set.seed(values[4])
size <- exp(cumsum(rnorm(values[3], mean = values[1], sd = values[2])))
cat(format(size, digits = 9, trim = TRUE), sep = "\n")
