/** Types without a scheme of their own: anything can send to them, or people choose how they prove themselves. */
import { entries } from "./entry.ts";

export const ANY_SENDER = entries({
  WEBHOOK: { docs: null, category: "http", popular: 1, unverified: null },
  HTTP: { docs: null, category: "http", unverified: null },
  PUBLISH_API: {
    docs: null,
    category: "http",
    unverified: null,
    alert:
      "This source accepts only requests that are published with an API key. Its URL refuses all others.",
  },
  HOOKDECK_OUTPOST: { docs: null, category: "http", unverified: "UNESTABLISHED" },
  AZURE_EVENT_GRID: {
    docs: "https://learn.microsoft.com/en-us/azure/event-grid/delivery-properties",
    unverified: null,
  },
  MANAGED: { docs: null, category: "http", hidden: true, unverified: null },
});
