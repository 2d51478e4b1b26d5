/** Providers that prove nothing. Some of them still ask before they send anything. */
import { entries } from "./entry.ts";

export const UNSIGNED = entries({
  STRAVA: {
    docs: "https://developers.strava.com/docs/webhooks/",
    icon: "strava",
    unverified: "UNSIGNED",
    challenges: [
      {
        when: {
          method: "GET",
          query: "hub.challenge",
          equals: [
            { query: "hub.mode", value: "subscribe" },
            { query: "hub.verify_token", value: "STRAVA" },
          ],
        },
        is_signed: false,
        reply: { json: { "hub.challenge": "{query:hub.challenge}" } },
      },
    ],
    alert:
      "Strava does not sign its requests, so this source accepts requests from everybody who knows its URL. Create the subscription with the verify token STRAVA.",
  },
  MONDAY: {
    docs: "https://developer.monday.com/api-reference/reference/webhooks",
    unverified: "UNSIGNED",
    challenges: [
      {
        when: { method: "POST", body: "challenge", without_body: "event" },
        is_signed: false,
        reply: { json: { challenge: "{body:challenge}" } },
      },
    ],
  },
  ZIFT: { docs: null, unverified: "UNSIGNED" },
  ETHOCA: { docs: null, unverified: "UNSIGNED" },
  BASELINKER: {
    docs: null,
    unverified: "UNSIGNED",
    methods: ["HEAD"],
    alert:
      "BaseLinker does not sign its requests, so this source accepts requests from everybody who knows its URL. BaseLinker sends HEAD requests with the data in the query: allow HEAD among the HTTP methods.",
  },
  TIKKIE: { docs: "https://developer.abnamro.com/api-products/tikkie", unverified: "UNSIGNED" },
});
