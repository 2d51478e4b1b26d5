/** In which steps can a person have a chart? A file of its own, because addresses are read before the charts are loaded. */
export const TIME_UNITS = ["1m", "5m", "15m", "1h", "6h", "1d"] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

export const TIME_UNIT_LABELS: Record<TimeUnit, string> = {
  "1m": "1 min",
  "5m": "5 min",
  "15m": "15 min",
  "1h": "1 h",
  "6h": "6 h",
  "1d": "1 day",
};

/** What the specification says, where a range is long enough for it. */
export const DEFAULT_TIME_UNIT: TimeUnit = "1h";
