// Densities and quantiles of draws.

export function sorted(values) {
  return Float64Array.from(values).sort();
}

export function quantile(ascending, p) {
  const at = p * (ascending.length - 1), below = Math.floor(at), above = Math.min(below + 1, ascending.length - 1);
  return ascending[below] + (at - below) * (ascending[above] - ascending[below]);
}

/** The range that holds nearly all values, within the bounds of the support. */
export function range(values, lower = -Infinity, upper = Infinity) {
  const all = sorted(values), low = quantile(all, 0.002), high = quantile(all, 0.998);
  const pad = 0.04 * (high - low || Math.abs(low) || 1);
  return [Math.max(lower, low - pad), Math.min(upper, high + pad)];
}

const GRID = 160;

/**
 * A Gaussian kernel density estimate on a grid, [[x, density], …]. Mass that a kernel would put beyond a bound is reflected at it.
 */
export function density(values, [low, high], lower = -Infinity, upper = Infinity) {
  const all = sorted(values), n = all.length;
  const mean = d3.mean(all), deviation = d3.deviation(all) || 1e-9;
  const spread = Math.min(deviation, (quantile(all, 0.75) - quantile(all, 0.25)) / 1.34 || deviation);
  const width = 0.9 * spread * Math.pow(n, -0.2) || Math.abs(mean) * 1e-3 || 1e-3;
  const step = (high - low) / (GRID - 1), bins = new Float64Array(GRID);
  for (const value of all) {
    const at = Math.round((value - low) / step);
    if (at >= 0 && at < GRID) bins[at]++;
  }
  const reach = Math.max(1, Math.ceil(4 * width / step)), kernel = [];
  for (let i = 0; i <= reach; i++) kernel.push(Math.exp(-0.5 * (i * step / width) ** 2));
  const sum = 2 * d3.sum(kernel) - kernel[0];
  const curve = new Float64Array(GRID);
  const reflectLow = lower > -Infinity && low - lower < step, reflectHigh = upper < Infinity && upper - high < step;
  const weight = distance => distance <= reach ? kernel[distance] : 0;
  for (let i = 0; i < GRID; i++) {
    if (bins[i] === 0) continue;
    for (let at = Math.max(0, i - reach); at <= Math.min(GRID - 1, i + reach); at++)
      curve[at] += bins[i] * (weight(Math.abs(at - i)) + (reflectLow ? weight(at + i) : 0) + (reflectHigh ? weight(2 * (GRID - 1) - at - i) : 0));
  }
  return Array.from(curve, (height, i) => [low + i * step, height / (n * sum * step)]);
}
