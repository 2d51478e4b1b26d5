/**
 * Does each channel speak as its provider documents it, and does a person learn what to do when it does not work?
 *
 * Each provider is a stand-in on loopback, which answers as the provider does.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOTIFICATION_PROVIDERS, type NotificationProvider } from "@posthorn/contract/team-integrations";
import { createAddressGuard } from "../outbound/address-guard.ts";
import { type Dialer, createDialer } from "../outbound/dialer.ts";
import { createProviderCall } from "../outbound/provider-call.ts";
import { startFarEnd } from "../testing/gateway.ts";
import type { Recipient, Telling } from "./channel.ts";
import { type NotificationChannels, createChannels } from "./channels.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const PUBLIC_URL = "https://posthorn.example.com";
/** Of the channels that a silent provider is tried with. */
const HASTY_MS = 50;

let dialer: Dialer;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let answer: Answer;
let channels: NotificationChannels;
let hastyChannels: NotificationChannels;
beforeAll(async () => {
  dialer = createDialer(createAddressGuard(["127.0.0.0/8"]));
  farEnd = await startFarEnd((request, response) => answer(request, response));
  const deps = {
    mail: null,
    addressesOf: async () => ["ada@example.com"],
    publicUrl: PUBLIC_URL,
    urls: { slack: farEnd.url, pagerduty: farEnd.url, opsgenie: { us: "http://10.0.0.1", eu: farEnd.url } },
  };
  channels = createChannels({ ...deps, call: createProviderCall({ dialer, version: "1.2.3" }) });
  hastyChannels = createChannels({
    ...deps,
    call: createProviderCall({ dialer, version: "1.2.3", answerWithinMs: HASTY_MS }),
  });
});
afterAll(async () => {
  farEnd.close();
  await dialer.close();
});
beforeEach(() => {
  farEnd.received.length = 0;
});

/** With a name that would be markup, a mention or a link wherever text is not escaped. */
const opening: Telling = {
  kind: "opening",
  subject_id: "iss_1",
  message_id: "m1",
  message: {
    title: "<!channel> *shop* & [x](https://evil.example): the destination answers 503",
    lines: ["Since 18 Nov 2026, 03:12 UTC.", "Read the logs."],
    url: `${PUBLIC_URL}/issues/iss_1`,
    link: "Open the issue",
  },
};
const end: Telling = { ...opening, kind: "end" };

const configsOf: Readonly<Record<NotificationProvider, () => unknown>> = {
  slack: () => ({ token: "xoxb-secret" }),
  microsoft_teams: () => ({ webhook_url: `${farEnd.url}/workflows/1?sig=secret` }),
  discord: () => ({ webhook_url: `${farEnd.url}/api/webhooks/1/secret` }),
  pagerduty: () => ({ routing_key: "R0secret" }),
  opsgenie: () => ({ region: "eu", api_key: "og-secret" }),
};

const answers =
  (status: number, body = "", headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

/** How each provider says that all is well. */
const FINE: Readonly<Record<NotificationProvider, Answer>> = {
  slack: answers(200, '{"ok":true}'),
  microsoft_teams: answers(202),
  discord: answers(204),
  pagerduty: answers(202, '{"status":"success"}'),
  opsgenie: answers(202, '{"result":"Request will be processed"}'),
};

const to = (provider: NotificationProvider, configs = configsOf[provider]()): Recipient => ({
  team_id: "t",
  configs,
  settings: { channel_name: "#alerts" },
});
const tell = (provider: NotificationProvider, telling = opening) => {
  return channels[provider].tell(telling, to(provider));
};

function received() {
  const [request] = farEnd.received;
  const text = request?.body.toString() ?? "";
  return { ...request, json: text === "" ? null : (JSON.parse(text) as Record<string, unknown>) };
}

describe("what arrives", () => {
  test.each(NOTIFICATION_PROVIDERS)("%s accepts the message and the first contact", async (provider) => {
    answer = FINE[provider];

    expect(await tell(provider)).toBeNull();
    expect(await channels[provider].verify(configsOf[provider]())).toBeNull();
    expect(farEnd.received).toHaveLength(2);
  });

  test("Slack's bot posts to the channel that the trigger names, with all names escaped", async () => {
    answer = FINE.slack;
    await tell("slack");

    const { method, url, headers, json } = received();
    expect([method, url, headers?.authorization]).toEqual([
      "POST",
      "/api/chat.postMessage",
      "Bearer xoxb-secret",
    ]);
    expect(headers?.["content-type"]).toBe("application/json; charset=utf-8");
    expect(json).toMatchObject({
      channel: "#alerts",
      text: "&lt;!channel&gt; *shop* &amp; [x](https://evil.example): the destination answers 503",
      blocks: [
        { type: "header", text: { type: "plain_text", text: opening.message.title } },
        { type: "section", text: { type: "plain_text", text: opening.message.lines.join("\n") } },
        { type: "section", text: { type: "mrkdwn", text: `<${PUBLIC_URL}/issues/iss_1|Open the issue>` } },
      ],
    });
  });

  test("a webhook of Slack gets the same message, without a channel and without a token", async () => {
    answer = answers(200, "ok");
    const webhook = to("slack", { webhook_url: `${farEnd.url}/services/T/B/secret` });

    expect(await channels.slack.tell(opening, webhook)).toBeNull();

    const { url, headers, json } = received();
    expect([url, headers?.authorization, json?.["channel"]]).toEqual([
      "/services/T/B/secret",
      undefined,
      undefined,
    ]);
    expect(json).toHaveProperty("blocks");
  });

  test("Microsoft Teams gets an Adaptive Card whose texts are no Markdown", async () => {
    answer = FINE.microsoft_teams;
    await tell("microsoft_teams");

    const { url, json } = received();
    expect(url).toBe("/workflows/1?sig=secret");
    expect(json).toMatchObject({
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          content: {
            type: "AdaptiveCard",
            body: [
              { type: "RichTextBlock", inlines: [{ type: "TextRun", text: opening.message.title }] },
              { type: "RichTextBlock" },
              { type: "RichTextBlock" },
            ],
            actions: [{ type: "Action.OpenUrl", url: `${PUBLIC_URL}/issues/iss_1` }],
          },
        },
      ],
    });
  });

  test("Discord gets an embed that mentions nobody", async () => {
    answer = FINE.discord;
    await tell("discord");

    expect(received().json).toEqual({
      embeds: [
        {
          title: String.raw`\<!channel\> \*shop\* & \[x\]\(https://evil.example\): the destination answers 503`,
          description: "Since 18 Nov 2026, 03:12 UTC.\nRead the logs.",
          url: `${PUBLIC_URL}/issues/iss_1`,
        },
      ],
      allowed_mentions: { parse: [] },
    });
  });

  test("PagerDuty gets an alert with the issue's id, and its end", async () => {
    answer = FINE.pagerduty;
    await tell("pagerduty");
    await tell("pagerduty", end);

    const [raised, resolved] = farEnd.received.map(({ url, body }) => ({
      url,
      ...JSON.parse(body.toString()),
    }));
    expect(raised).toMatchObject({
      url: "/v2/enqueue",
      routing_key: "R0secret",
      event_action: "trigger",
      dedup_key: "iss_1",
      client_url: `${PUBLIC_URL}/issues/iss_1`,
      payload: { summary: opening.message.title, source: "posthorn.example.com", severity: "error" },
    });
    expect(resolved).toEqual({
      url: "/v2/enqueue",
      routing_key: "R0secret",
      event_action: "resolve",
      dedup_key: "iss_1",
    });
  });

  test("Opsgenie gets an alert with the issue's id in the region of the key, and its end", async () => {
    answer = FINE.opsgenie;
    await tell("opsgenie");
    await tell("opsgenie", end);

    const [raised, closed] = farEnd.received;
    expect(raised).toMatchObject({ url: "/v2/alerts", headers: { authorization: "GenieKey og-secret" } });
    expect(JSON.parse(raised?.body.toString() ?? "")).toMatchObject({
      alias: "iss_1",
      message: opening.message.title.slice(0, 130),
      source: "Posthorn",
    });
    expect(closed).toMatchObject({ method: "POST", url: "/v2/alerts/iss_1/close?identifierType=alias" });
  });
});

describe("what does not arrive", () => {
  test.each(NOTIFICATION_PROVIDERS)("%s that asks for a pause gets it", async (provider) => {
    answer = answers(429, '{"ok":false,"error":"ratelimited"}', { "retry-after": "97" });

    expect(await tell(provider)).toMatchObject({
      error: expect.stringContaining("accepts no more messages for now"),
      retryAfterMs: 97_000,
    });
  });

  test.each(NOTIFICATION_PROVIDERS)("%s that fails is named with its answer", async (provider) => {
    answer = answers(503, "secret details", { "retry-after": "soon" });

    const failure = await tell(provider);
    expect(failure).toMatchObject({ error: expect.stringMatching(/answered 503\.$/), retryAfterMs: null });
    expect(failure?.error).not.toContain("secret");
  });

  test.each(NOTIFICATION_PROVIDERS)("%s that never answers is given up", async (provider) => {
    answer = () => undefined;

    expect(await hastyChannels[provider].tell(opening, to(provider))).toMatchObject({
      error: "The provider did not answer within 0.05 seconds.",
    });
  });

  test.each<[NotificationProvider, number, string]>([
    ["microsoft_teams", 401, "Copy the address of the workflow again"],
    ["microsoft_teams", 404, "There is no such workflow any more"],
    ["discord", 401, "Create a new one and connect Discord again"],
    ["discord", 404, "The webhook or its channel was deleted"],
    ["pagerduty", 400, "PagerDuty does not know the integration key"],
    ["opsgenie", 401, "Opsgenie does not accept the key"],
    ["opsgenie", 403, "The key may not create alerts"],
    ["opsgenie", 422, "Opsgenie does not accept the key"],
    ["slack", 403, "Slack refused the credentials (403)"],
  ])("%s with %i says what to do, also at the first contact", async (provider, status, words) => {
    answer = answers(status, "secret details");

    for (const failure of [await tell(provider), await channels[provider].verify(configsOf[provider]())]) {
      expect(failure?.error).toContain(words);
      expect(failure?.error).not.toContain("secret");
    }
  });

  test.each([
    ["channel_not_found", 'Slack does not know the channel "#alerts".'],
    ["not_in_channel", 'The bot is not in the channel "#alerts". Invite it there.'],
    ["is_archived", 'The channel "#alerts" is archived.'],
    ["token_revoked", "Slack does not accept the token. Connect Slack again with a new one."],
    ["invalid_auth", "Slack does not accept the token. Connect Slack again with a new one."],
    ["missing_scope", "The token lacks the scope chat:write."],
    ["something_new", "Slack refused the message."],
  ])("Slack's bot with %s says what to do", async (error, words) => {
    answer = answers(200, JSON.stringify({ ok: false, error }));

    expect((await tell("slack"))?.error).toContain(words);
  });

  test.each([
    [403, "Slack refused the webhook (403)."],
    [404, "Slack does not know this webhook or its channel (404)."],
    [410, "The channel of this webhook is archived (410)."],
  ])("a webhook of Slack with %i says what to do", async (status, words) => {
    answer = answers(status, "no_service");

    const webhook = to("slack", { webhook_url: `${farEnd.url}/services/T/B/secret` });
    expect((await channels.slack.tell(opening, webhook))?.error).toContain(words);
  });

  test("a bot that gets something else than Slack's API says so", async () => {
    answer = answers(200, "<html>");

    expect((await tell("slack"))?.error).toBe("Slack answered with something that is not its API.");
  });

  test("an address of our own network is refused, as for deliveries", async () => {
    const inside = { webhook_url: "http://10.0.0.1/hook" };

    for (const provider of ["slack", "microsoft_teams", "discord"] as const)
      expect((await channels[provider].tell(opening, to(provider, inside)))?.error).toBe(
        "This address is not allowed.",
      );
    expect((await channels.opsgenie.tell(opening, to("opsgenie", { api_key: "x" })))?.error).toBe(
      "This address is not allowed.",
    );
  });

  test("mail without a mail server says which setting is missing", async () => {
    const failure = await channels.email.tell(opening, { team_id: "t", configs: null, settings: {} });

    expect(failure?.error).toContain("POSTHORN_SMTP_URL");
  });
});
