/** What do the routes of the API need from the rest of the program? */
import type { Access } from "../access/access.ts";
import type { CardProvider } from "../billing/card-provider.ts";
import type { StripeProvider } from "../billing/stripe-provider.ts";
import type { TestForm } from "../billing/test-provider.ts";
import type { CliSockets } from "../cli/sockets.ts";
import type { Config } from "../config.ts";
import type { PlainRequests } from "../inbound/plain-requests.ts";
import type { Log } from "../log.ts";
import type { MetricsPush } from "../metrics/metrics-push.ts";
import type { HealthReader } from "../metrics/read-health.ts";
import type { Notifier } from "../notifications/notifier.ts";
import type { ProductEvents } from "../product-events/product-events.ts";
import type { AddressGuard } from "../outbound/address-guard.ts";
import type { ChatModel } from "../outbound/chat-model.ts";
import type { DnsRecords } from "../outbound/dns-records.ts";
import type { SendOwn } from "../pipeline/ingest/own-sender.ts";
import type { FilterTrial } from "../pipeline/route/filter-trial.ts";
import type { ReplayData } from "../pipeline/route/replay-data.ts";
import type { RetryRequest } from "../pipeline/route/retry-request.ts";
import type { TryRules } from "../pipeline/route/rules-trial.ts";
import type { SendExample } from "../pipeline/route/send-example.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { Searches } from "../search/searches.ts";
import type { TurnsByProject } from "../search/turns-by-project.ts";
import type { IngestUrlOf } from "../views/source-view.ts";
import type { Database } from "../store/database.ts";
import type { Sealer } from "../store/seal.ts";

export interface ApiDeps {
  db: Database;
  config: Pick<
    Config,
    | "publicUrl"
    | "ingestUrl"
    | "auditDays"
    | "domainTarget"
    | "certificates"
    | "allowedHosts"
    | "apiRateLimitPerMinute"
    | "notice"
    | "operatorToken"
    | "providerFetches"
  >;
  /** Where senders reach the sources of a project. */
  ingestUrlOf: IngestUrlOf;
  log: Log;
  access: Pick<
    Access,
    | "accountView"
    | "authenticate"
    | "authenticatePerson"
    | "clientAddress"
    | "connectionOwner"
    | "forgetKeysOf"
    | "handleAuth"
    | "hostKnown"
    | "originAllowed"
    | "sendInvitation"
    | "hasMailServer"
    | "sessionView"
    | "setupNeeded"
    | "ssoProviderRefusal"
    | "ssoUrls"
    | "isHttpAllowed"
  >;
  sealer: Pick<Sealer, "derive" | "open" | "seal">;
  /** Requests that came without TLS. Null: they are as good as others. */
  plain: PlainRequests | null;
  /** How many processes share the port. One, if left out. */
  processes?: number;
  /** Shares the limits of keys with the other processes; returns how to stop that. Left out: there are none. */
  shareCalls?: (limit: Pick<RateLimit, "countedHere" | "countedElsewhere">) => () => void;
  addressGuard: AddressGuard;
  /** Evaluate stored data or a stored request once more, in the pipeline of this process. */
  replayData: ReplayData;
  retryRequest: RetryRequest;
  /** Makes a test event in the pipeline of this process. */
  sendExample: SendExample;
  /** Sends a request to one of our own sources. */
  sendOwn: SendOwn;
  /** All lists share one, so that searches together stay within bounds. */
  searches: Searches;
  /** Shared by all that may be expensive to read, so that one project leaves connections to the others. */
  reads: TurnsByProject;
  /** Whether this process can store, asked over the pipeline's connections. */
  isReady: () => Promise<boolean>;
  /** Decides in the same way as the pipeline of this process. */
  filterTrial: FilterTrial;
  /** The health of this process, for scrapers with this token. Null: the operator has set no token. */
  health: Pick<HealthReader, "token" | "read"> | null;
  /** The first contact with a provider of metrics. */
  metricsPush: Pick<MetricsPush, "verify">;
  /** The first contact with a channel, and its test message. */
  notifier: Pick<Notifier, "hasMailServer" | "verify" | "sendTest">;
  /** Completes filters. Null: the operator has set up none. */
  chatModel: ChatModel | null;
  tryRules: TryRules;
  /** Tells the operator's receiver what people do. Null: the operator has set none, and nothing is told. */
  productEvents: Pick<ProductEvents, "record"> | null;
  /** For trial runs; real ones are the pipeline's. */
  sandbox: Pick<Sandbox, "run">;
  /** Charges invoices to cards. Null: this process charges none. */
  cards: CardProvider | null;
  /** The form of the provider `test`. Null: there is another provider, or none. */
  testForm: TestForm | null;
  /** Reads the events of Stripe. Null: there is another provider, or none. */
  stripe: StripeProvider | null;
  /** For the proofs of mail domains. */
  dns: Pick<DnsRecords, "textsOf">;
  /** Where CLIs connect. */
  cli: Pick<CliSockets, "accept" | "stop">;
  /** Whether this process takes requests in with every change committed before; waits for that, but not for long. */
  caughtUp: () => Promise<boolean>;
  /** The folder of the built dashboard. */
  dashboardDir: string;
}
