/** Samples of providers that sign the body and the time: in a way of their own, or as Standard Webhooks have it. */
import { createHash } from "node:crypto";
import { SECRET, type Sample, WHSEC, base64, hex, hmac, ofBody, timed } from "./sample.ts";

function standard(prefix: string, secret: string, key: string | Buffer, otherSecret: string): Sample {
  return {
    auth: { webhook_secret_key: secret },
    otherAuth: { webhook_secret_key: otherSecret },
    isTimed: true,
    headers: ({ body, seconds }) => ({
      [`${prefix}-id`]: "msg_1",
      [`${prefix}-timestamp`]: String(seconds),
      [`${prefix}-signature`]: `v1,${hmac("sha256", "base64", key)(`msg_1.${seconds}.${body}`)}`,
    }),
  };
}
const whsec = (prefix: string) =>
  standard(
    prefix,
    `whsec_${WHSEC.toString("base64")}`,
    WHSEC,
    `whsec_${Buffer.from("another").toString("base64")}`,
  );
const asText = standard("webhook", SECRET, SECRET, "an0ther-secret");

export const TIMED_SAMPLES: Readonly<Record<string, Sample>> = {
  STRIPE: timed(({ body, seconds }) => ({
    "Stripe-Signature": `t=${seconds},v1=${hex(`${seconds}.${body}`)}`,
  })),
  SLACK: timed(({ body, seconds }) => ({
    "X-Slack-Request-Timestamp": String(seconds),
    "X-Slack-Signature": `v0=${hex(`v0:${seconds}:${body}`)}`,
  })),
  ZOOM: timed(({ body, seconds }) => ({
    "x-zm-request-timestamp": String(seconds),
    "x-zm-signature": `v0=${hex(`v0:${seconds}:${body}`)}`,
  })),
  TWITCH: timed(({ body, iso }) => ({
    "Twitch-Eventsub-Message-Id": "e76c6bd4",
    "Twitch-Eventsub-Message-Timestamp": iso.replace("Z", "123456Z"),
    "Twitch-Eventsub-Message-Signature": `sha256=${hex(`e76c6bd4${iso.replace("Z", "123456Z")}${body}`)}`,
  })),
  PADDLE: timed(({ body, seconds }) => ({
    "Paddle-Signature": `ts=${seconds};h1=${hex(`${seconds}:${body}`)}`,
  })),
  PERSONA: timed(({ body, seconds }) => ({
    "Persona-Signature": `t=${seconds},v1=${"0".repeat(64)} t=${seconds},v1=${hex(`${seconds}.${body}`)}`,
  })),
  WORKOS: timed(({ body, nowMs }) => ({ "WorkOS-Signature": `t=${nowMs}, v1=${hex(`${nowMs}.${body}`)}` })),
  ELEVENLABS: timed(({ body, seconds }) => ({
    "ElevenLabs-Signature": `t=${seconds},v0=${hex(`${seconds}.${body}`)}`,
  })),
  TIKTOK: timed(({ body, seconds }) => ({
    "TikTok-Signature": `t=${seconds},s=${hex(`${seconds}.${body}`)}`,
  })),
  COURIER: timed(({ body, nowMs }) => ({
    "courier-signature": `t=${nowMs},signature=${hex(`${nowMs}.${body}`)}`,
  })),
  SANITY: timed(({ body, nowMs }) => ({
    "sanity-webhook-signature": `t=${nowMs},v1=${hmac("sha256", "base64url")(`${nowMs}.${body}`)}`,
  })),
  RECURLY: timed(({ body, nowMs }) => ({
    "recurly-signature": `${nowMs},${"0".repeat(64)},${hex(`${nowMs}.${body}`)}`,
  })),
  REVOLUT: timed(({ body, nowMs }) => ({
    "Revolut-Request-Timestamp": String(nowMs),
    "Revolut-Signature": `v1=${"0".repeat(64)},v1=${hex(`v1.${nowMs}.${body}`)}`,
  })),
  CLOUDINARY: timed(({ body, seconds }) => ({
    "X-Cld-Timestamp": String(seconds),
    "X-Cld-Signature": createHash("sha256").update(`${body}${seconds}${SECRET}`).digest("hex"),
  })),
  ZENDESK: timed(({ body, iso }) => ({
    "X-Zendesk-Webhook-Signature": base64(iso + body),
    "X-Zendesk-Webhook-Signature-Timestamp": iso,
  })),
  CUSTOMERIO: timed(({ body, seconds }) => ({
    "X-CIO-Timestamp": String(seconds),
    "X-CIO-Signature": hex(`v0:${seconds}:${body}`),
  })),
  ORB: timed(({ body, iso }) => ({
    "X-Orb-Timestamp": iso.replace("Z", ""),
    "X-Orb-Signature": `v1=${hex(`v1:${iso.replace("Z", "")}:${body}`)}`,
  })),
  AIRWALLEX: timed(({ body, nowMs }) => ({
    "x-timestamp": String(nowMs),
    "x-signature": hex(`${nowMs}${body}`),
  })),
  AKENEO: timed(({ body, seconds }) => ({
    "X-Akeneo-Request-Timestamp": String(seconds),
    "X-Akeneo-Request-Signature": hex(`${seconds}.${body}`),
  })),
  ASCEND: timed(({ body, seconds }) => ({
    "X-Ascend-Request-Timestamp": String(seconds),
    "X-Ascend-Signature": `t=${seconds},v1=${hex(`${seconds}:${body}`)}`,
  })),
  FRONTAPP: timed(({ body, nowMs }) => ({
    "X-Front-Request-Timestamp": String(nowMs),
    "X-Front-Signature": base64(`${nowMs}:${body}`),
  })),
  COMMUNITY: timed(({ body, seconds }) => ({
    "community-signature": `t=${seconds},v1=${hex(`${seconds}.${body}`)}`,
  })),
  PYLON: timed(({ body, seconds }) => ({
    "Pylon-Webhook-Timestamp": String(seconds),
    "Pylon-Webhook-Signature": `hs256=${hex(`${seconds}.${body}`)}`,
  })),
  RETELL: timed(({ body, nowMs }) => ({ "X-Retell-Signature": `v=${nowMs},d=${hex(`${body}${nowMs}`)}` })),
  STATSIG: timed(({ body, nowMs }) => ({
    "X-Statsig-Request-Timestamp": String(nowMs),
    "X-Statsig-Signature": `v0=${hex(`v0:${nowMs}:${body}`)}`,
  })),
  VAPI: ofBody(({ body }) => ({ "x-signature": hex(body) })),
  ZEROHASH: timed(({ body, nowMs }) => ({
    "x-zh-hook-timestamp": String(nowMs),
    "x-zh-hook-signature": hex(`${body}${nowMs}`),
  })),
  COINBASE: timed(({ body, seconds }) => ({
    "X-Event-Id": "e-1",
    "X-Hook0-Signature": `t=${seconds},h=content-type x-event-id,v1=${hex(`${seconds}.content-type x-event-id.application/json.e-1.${body}`)}`,
  })),
  SYNCTERA: timed(({ body, seconds }) => ({
    "Request-Timestamp": String(seconds),
    "Synctera-Signature": `${"0".repeat(64)}.${hex(`${seconds}.${body}`)}`,
  })),
  SVIX: whsec("svix"),
  RESEND: whsec("svix"),
  OPENAI: whsec("webhook"),
  CLAUDE: whsec("webhook"),
  GEMINI: whsec("webhook"),
  REPLICATE: whsec("webhook"),
  LITHIC: whsec("webhook"),
  POLAR: asText,
  BIGCOMMERCE: asText,
  QUO: whsec("webhook"),
  SHIPBOB: whsec("webhook"),
};
