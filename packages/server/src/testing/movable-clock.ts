/**
 * Lets a test move the wall clock of a product that it started: `node --import` runs this first. The monotonic
 * clock and the clocks of other processes stay as they are, as when an operator sets the time.
 */
import { readFileSync } from "node:fs";

const LOOK_EVERY_MS = 50;
const file = process.env["CLOCK_FILE"] ?? "";
const trueNow = Date.now.bind(Date);
let aheadMs = 0;

setInterval(() => {
  try {
    aheadMs = Number(readFileSync(file, "utf8"));
  } catch {
    aheadMs = 0; // the test has not moved it
  }
}, LOOK_EVERY_MS).unref();

const MovableDate = new Proxy(Date, {
  construct: (target, values: []) =>
    values.length === 0 ? new target(trueNow() + aheadMs) : new target(...values),
});
Date.now = () => trueNow() + aheadMs;
globalThis.Date = MovableDate;
