/**
 * Where does a number lie among rising ones? 1.5 is half-way from the second to the third. What is below the first is at the
 * first, and what is above the last at the last.
 */
export function placeAmong(rising: readonly number[], value: number): number {
  const next = rising.findIndex((one) => one > value);
  if (next === -1) return rising.length - 1;
  const [below, above] = [rising[next - 1], rising[next]];
  return below === undefined || above === undefined ? 0 : next - 1 + (value - below) / (above - below);
}
