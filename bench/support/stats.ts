/** Returns the value below which the fraction `q` (0 to 1) of the sample lies; nearest rank. */
export const percentile = (values: readonly number[], q: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);
