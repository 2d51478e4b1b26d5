/**
 * Where does the time of a run go?
 *
 * Makes the two tables at the end of `npm test`: how long each part took, and which files took longest. The time of a file is
 * that of its tests: what it loads and starts before the first of them is not in the reports.
 */

/** @typedef {import("./test-reports.mjs").FileTime} FileTime */
/**
 * `wallMs` is what a person waits for, and `cpuMs` what the machine did, or null where the system does not say.
 * @typedef {{ name: string, wallMs: number, cpuMs: number | null, files: FileTime[] }} PartTime
 */

const SLOWEST_COUNT = 20;

/**
 * A file that ran twice, because a test of it failed, has the time of both runs.
 * @param {readonly PartTime[]} parts
 * @param {number} [count]
 * @returns {{ part: string, file: string, ms: number }[]}
 */
export function slowestFiles(parts, count = SLOWEST_COUNT) {
  const files = parts.flatMap(({ name, files: times }) => {
    /** @type {Map<string, number>} */
    const total = new Map();
    for (const { file, ms } of times) total.set(file, (total.get(file) ?? 0) + ms);
    return [...total].map(([file, ms]) => ({ part: name, file, ms }));
  });
  return files.toSorted((a, b) => b.ms - a.ms).slice(0, count);
}

/**
 * @param {readonly PartTime[]} parts
 * @param {number} wallMs of the whole run: parts that ran beside each other share it
 * @returns {string[]}
 */
export function timeLines(parts, wallMs) {
  const known = parts.flatMap(({ cpuMs }) => (cpuMs === null ? [] : cpuMs));
  const all = { name: "all", wallMs, cpuMs: known.length > 0 ? known.reduce((a, b) => a + b) : null };
  const rows = [...parts, all].map((part) => [
    part.name.padEnd(12),
    seconds(part.wallMs),
    part.cpuMs === null ? "" : `${seconds(part.cpuMs)} on a processor`,
  ]);
  return rows.map((row) => row.join(" ").trimEnd());
}

/**
 * @param {readonly PartTime[]} parts
 * @param {(file: string) => string} pathOf
 * @returns {string[]}
 */
export function slowestLines(parts, pathOf) {
  return slowestFiles(parts).map(({ part, file, ms }) => `${seconds(ms)}  ${part} › ${pathOf(file)}`);
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`;
}
