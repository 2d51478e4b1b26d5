/**
 * What do the channels of a project get?
 *
 * Stand-ins on loopback for all six channels: a real mail server, and a web server in the place of the five providers. A
 * product that a test starts calls them because the addresses of the providers are rewritten as its source is loaded.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Channel, Channels } from "@posthorn/contract/issue-triggers";
import type { NotificationProvider } from "@posthorn/contract/team-integrations";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { startFarEnd } from "./gateway.ts";
import type { Product, Protection } from "./product.ts";

export interface ChannelMessage {
  channel: Channel;
  /** By this the provider, or a mailbox, recognizes a copy. Null: the provider offers nothing like it. */
  key: string | null;
  text: string;
}

export interface ChannelStandIns {
  /** In the order of their arrival, without first contacts. */
  messages: ChannelMessage[];
  /** Settings and rewrites of a product that uses them. */
  environment: Record<string, string>;
  rewrites: readonly Protection[];
  /** Connects all providers, and has every trigger of the project tell all channels. */
  connect: (product: Product) => Promise<void>;
  /** From now on messages arrive and get no answer, or get one again. */
  setSilent: (isSilent: boolean) => void;
  close: () => void;
}

const ALL_CHANNELS: Required<Channels> = {
  email: {},
  slack: { channel_name: "#alerts" },
  microsoft_teams: { channel_name: "alerts" },
  discord: { channel_name: "alerts" },
  pagerduty: {},
  opsgenie: {},
};

interface Place {
  path: RegExp;
  channel: NotificationProvider;
  /** The field of the message that is its key. */
  key: "dedup_key" | "alias" | null;
}
const PLACES: readonly Place[] = [
  { path: /^\/api\/chat\.postMessage$/, channel: "slack", key: null },
  { path: /^\/teams$/, channel: "microsoft_teams", key: null },
  { path: /^\/discord$/, channel: "discord", key: null },
  { path: /^\/v2\/enqueue$/, channel: "pagerduty", key: "dedup_key" },
  { path: /^\/v2\/alerts$/, channel: "opsgenie", key: "alias" },
];

export async function startChannelStandIns(): Promise<ChannelStandIns> {
  const messages: ChannelMessage[] = [];
  let isSilent = false;
  const web = await startFarEnd((request, response, body) => {
    const place = PLACES.find(({ path }) => path.test(request.url ?? ""));
    if (place && request.method === "POST") {
      const text = body.toString();
      messages.push({
        channel: place.channel,
        key: place.key && String(JSON.parse(text)[place.key]),
        text,
      });
    }
    if (!isSilent) response.end('{"ok":true}');
  });

  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const { messageId, subject = "" } = await PostalMime.parse(Buffer.concat(chunks));
      messages.push({ channel: "email", key: messageId ?? null, text: subject });
      if (!isSilent) done();
    },
  });
  mail.on("error", () => undefined); // a product that is killed breaks its connection
  const listening = mail.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo; // a TCP server has an AddressInfo

  return {
    messages,
    environment: { POSTHORN_SMTP_URL: `smtp://127.0.0.1:${port}` },
    rewrites: [
      {
        file: "notifications/channel.ts",
        from: '"https://slack.com"',
        to: JSON.stringify(web.url),
      },
      {
        file: "notifications/channel.ts",
        from: '"https://events.pagerduty.com"',
        to: JSON.stringify(web.url),
      },
      {
        file: "notifications/channel.ts",
        from: '"https://api.opsgenie.com"',
        to: JSON.stringify(web.url),
      },
    ],
    async connect(product) {
      const configs: Readonly<Record<NotificationProvider, object>> = {
        slack: { token: "xoxb-token" },
        microsoft_teams: { webhook_url: `${web.url}/teams` },
        discord: { webhook_url: `${web.url}/discord` },
        pagerduty: { routing_key: "key" },
        opsgenie: { api_key: "key" },
      };
      for (const [provider, ofProvider] of Object.entries(configs))
        await postAsPerson(product, "/team-integrations", { provider, configs: ofProvider });
      await postAsPerson(product, "/issue-triggers/attach-channels", { channels: ALL_CHANNELS });
      messages.length = 0;
    },
    setSilent: (silent) => (isSilent = silent),
    close() {
      web.close();
      mail.close();
    },
  };
}

/** Calls an endpoint that only the dashboard has. */
async function postAsPerson({ publicUrl, apiKey }: Product, path: string, body: object): Promise<void> {
  const response = await fetch(`${publicUrl}/dashboard-api${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.status !== 200)
    throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
}
