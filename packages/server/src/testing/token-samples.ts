/** Samples of providers that show a secret, or a user name and a password. */
import { KEY, SECRET, type Sample, swapped } from "./sample.ts";

const basicAuth: Sample = {
  auth: { username: "ada", password: "pass:word" },
  otherAuth: { username: "ada", password: "other" },
  headers: () => ({ Authorization: `Basic ${Buffer.from("ada:pass:word").toString("base64")}` }),
  isTimed: false,
  isBodyOpen: true,
};

const clientState: Sample = {
  ...KEY,
  headers: () => ({}),
  body: () =>
    JSON.stringify({
      value: [
        { subscriptionId: "1", clientState: SECRET },
        { subscriptionId: "2", clientState: SECRET },
      ],
    }),
  isTimed: false,
  isBodyOpen: true,
};

export const TOKEN_SAMPLES: Readonly<Record<string, Sample>> = {
  GITLAB: {
    auth: { api_key: "t0ken" },
    otherAuth: { api_key: "other" },
    headers: () => ({ "X-Gitlab-Token": "t0ken" }),
    isTimed: false,
    isBodyOpen: true,
  },
  RING_CENTRAL: {
    auth: { token: "t0ken" },
    otherAuth: { token: "other" },
    headers: () => ({ "Verification-Token": "t0ken" }),
    isTimed: false,
    isBodyOpen: true,
  },
  MERAKI: {
    auth: { api_key: "t0ken" },
    otherAuth: { api_key: "other" },
    headers: () => ({}),
    body: () => JSON.stringify({ version: "0.1", sharedSecret: "t0ken" }),
    isTimed: false,
    isBodyOpen: true,
  },
  AIRCALL: {
    auth: { webhook_secret_key: "t0ken" },
    otherAuth: { webhook_secret_key: "other" },
    headers: () => ({}),
    body: () => JSON.stringify({ resource: "call", event: "call.created", token: "t0ken", data: {} }),
    isTimed: false,
    isBodyOpen: true,
  },
  POSTMARK: basicAuth,
  CHARGEBEE_BILLING: basicAuth,
  PIPEDRIVE: basicAuth,
  CLOUDSIGNAL: {
    auth: { api_key: "t0ken" },
    otherAuth: { api_key: "other" },
    headers: () => ({}),
    body: () => JSON.stringify({ apikey: "t0ken", type: "ItemShipped", order: "1" }),
    isTimed: false,
    isBodyOpen: true,
    tampered: swapped(["t0ken", "t0kem"], ["apikey", "api_key"]),
  },
  PORTAL: {
    ...KEY,
    headers: () => ({ "X-WEBHOOK-SECRET": SECRET }),
    isTimed: false,
    isBodyOpen: true,
  },
  OKTA: {
    ...KEY,
    headers: () => ({ Authorization: SECRET }),
    isTimed: false,
    isBodyOpen: true,
  },
  MICROSOFT_GRAPH: clientState,
  MICROSOFT_SHAREPOINT: clientState,
};
