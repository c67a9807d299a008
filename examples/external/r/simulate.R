# A population that grows by the factor exp(rate) and a log-normal disturbance.
library(jsonlite)

simulate <- function(rate, noise, observations) {
  exp(cumsum(rnorm(observations, mean = rate, sd = noise)))
}

requests <- file("stdin", open = "r")
while (length(line <- readLines(requests, n = 1)) > 0) {
  request <- fromJSON(line)
  set.seed(request$seed32)
  size <- do.call(simulate, c(request$parameters, observations = request$observations))
  cat(toJSON(list(id = unbox(request$id), rows = size), digits = NA, na = "null"), "\n", sep = "")
  flush(stdout())
}
