/**
 * Of which screens are pictures taken? One line per screen: a name, an address, and what the address needs.
 *
 * An address without ids is pictured in a project with data, in an empty one, and while every call fails; one with ids
 * is not there in an empty project. `acts.ts` and `repair-acts.ts` have what a person reaches only by doing something.
 */
import type { Page } from "@playwright/test";
import type { Seeded } from "./seed.ts";

/** Loaded is a project in which everything has happened once; the sample has had a day of traffic. */
export type State = "loaded" | "sample" | "empty" | "failing" | "viewer" | "member";

export interface Screen {
  name: string;
  address: string | ((seeded: Seeded) => string);
  /** In place of the usual ones, where those say nothing about this screen. */
  states?: readonly State[];
  /** Opened before the sign-in. */
  isSignedOut?: true;
  /** What the person does there first. */
  act?: (page: Page) => Promise<void>;
}

export const LOADED: readonly State[] = ["loaded"];
/** Screens with controls that a viewer may not use. */
const ALSO_VIEWER: readonly State[] = ["loaded", "failing", "viewer"];
/** Settings, with controls for admins only. A viewer may not open most of them. */
const ALSO_LESSER: readonly State[] = ["loaded", "failing", "member", "viewer"];

/** What only traffic fills. */
export const SAMPLE: readonly State[] = ["sample"];
const OF_TRAFFIC: readonly State[] = ["sample", "empty", "failing"];
const WITH_SAMPLE: readonly State[] = ["loaded", "sample", "empty", "failing"];

const NOBODY = "0000000000000000000000";

const selectedRequest = (id: string) => `/requests?selected_request_id=${id}`;
const selectedBookmark = (id: string) => `/bookmarks?selected_id=${id}`;

/** The bar of views loads after the rows. */
const viewsAreThere = (page: Page) => page.getByRole("link", { name: /^Failed/ }).waitFor();

async function openFailed(page: Page): Promise<void> {
  await page
    .getByRole("row", { name: /Failed 5/ })
    .first()
    .click();
  await page.getByText(/^Failed alike since/).waitFor();
}

/** As the first person sees it. The owner of this installation has an organization. */
async function withoutOrganization(page: Page): Promise<void> {
  await page.route("**/dashboard-api/session", async (route) => {
    const session: unknown = await (await route.fetch()).json();
    await route.fulfill({ json: Object.assign({}, session, { organizations: [], projects: [] }) });
  });
  await page.goto("/onboarding");
  await page.getByRole("heading", { name: /^Welcome/ }).waitFor();
  await page.unroute("**/dashboard-api/session");
}

export const SCREENS: readonly Screen[] = [
  // First, because the link of a CLI soon ends.
  { name: "cli-auth", address: ({ cliLogin }) => cliLogin, states: LOADED },
  { name: "events", address: "/events", states: WITH_SAMPLE },
  // The README shows it: docs/screenshot-events.png.
  { name: "events-opened", address: "/events", states: SAMPLE, act: openFailed },
  {
    name: "event-request",
    address: ({ event }) => `/events?selected_event_id=${event}`,
    states: ALSO_VIEWER,
  },
  { name: "event-response", address: ({ failed }) => `/events?selected_event_id=${failed}&tab=response` },
  { name: "event-metadata", address: ({ event }) => `/events?selected_event_id=${event}&tab=metadata` },
  { name: "event", address: ({ failed }) => `/events/${failed}`, states: ALSO_VIEWER },
  { name: "event-attempts", address: ({ failed }) => `/events/${failed}/attempts` },
  {
    name: "attempt",
    address: ({ failed, attempt }) =>
      `/events/${failed}/attempts?selected_attempt_id=${attempt}&tab=response`,
  },
  { name: "event-delivered", address: ({ event }) => `/events/${event}`, states: LOADED },
  { name: "event-unknown", address: `/events/evt_${NOBODY}`, states: LOADED },
  { name: "events-no-match", address: "/events?status[0]=CANCELLED", states: LOADED },
  { name: "requests", address: "/requests", states: WITH_SAMPLE },
  { name: "requests-rejected", address: "/requests?status=rejected", states: LOADED },
  { name: "request-panel", address: ({ request }) => selectedRequest(request), states: ALSO_VIEWER },
  { name: "request-panel-entries", address: ({ request }) => `${selectedRequest(request)}&tab=entries` },
  {
    name: "request-panel-metadata",
    address: ({ request }) => `${selectedRequest(request)}&tab=metadata`,
    states: LOADED,
  },
  {
    name: "rejected-authentication",
    address: ({ rejected }) => selectedRequest(rejected.authentication),
    states: ["loaded", "viewer"],
  },
  { name: "rejected-method", address: ({ rejected }) => selectedRequest(rejected.method), states: LOADED },
  {
    name: "rejected-disabled",
    address: ({ rejected }) => selectedRequest(rejected.disabled),
    states: LOADED,
  },
  {
    name: "rejected-unconnected",
    address: ({ rejected }) => selectedRequest(rejected.unconnected),
    states: LOADED,
  },
  { name: "request", address: ({ request }) => `/requests/${request}`, states: ALSO_VIEWER },
  { name: "request-entries", address: ({ request }) => `/requests/${request}/entries` },
  {
    name: "request-rejected",
    address: ({ rejected }) => `/requests/${rejected.authentication}`,
    states: LOADED,
  },
  { name: "bookmarks", address: "/bookmarks" },
  { name: "bookmark", address: ({ bookmark }) => selectedBookmark(bookmark), states: ALSO_VIEWER },
  {
    name: "bookmark-details",
    address: ({ bookmark }) => `${selectedBookmark(bookmark)}&tab=details`,
    states: LOADED,
  },
  {
    name: "bookmark-event",
    address: ({ bookmark, event }) => `${selectedBookmark(bookmark)}&selected_event_id=${event}`,
    states: LOADED,
  },
  { name: "bookmark-unknown", address: selectedBookmark(`bmk_${NOBODY}`), states: LOADED },
  { name: "bulk-history", address: "/events?bulk=history" },
  { name: "bulk-none", address: "/events?bulk=ongoing", states: LOADED },
  {
    name: "view",
    address: ({ view }) => `/events?status[0]=FAILED&view_id=${view}`,
    states: ["loaded", "viewer"],
    act: viewsAreThere,
  },
  {
    name: "view-changed",
    address: ({ view }) => `/events?status[0]=HOLD&view_id=${view}`,
    states: LOADED,
    act: viewsAreThere,
  },
  { name: "view-gone", address: "/events?status[0]=HOLD&view_id=gone", states: LOADED },
  { name: "requests-cli", address: "/requests/cli", states: ["empty"] },
  { name: "request-not-found", address: `/requests/req_${NOBODY}`, states: LOADED },
  { name: "events-searched", address: "/events?search_term=invoice&attempts[gte]=1", states: LOADED },
  { name: "events-cli", address: "/events/cli", states: LOADED },
  { name: "connections", address: "/connections", states: [...WITH_SAMPLE, "viewer"] },
  { name: "connections-created", address: ({ connection }) => `/connections?created=${connection}` },
  { name: "connections-created-cli", address: ({ cli }) => `/connections?created=${cli}`, states: LOADED },
  {
    name: "connections-troubleshoot",
    address: ({ connection }) => `/connections?created=${connection}&troubleshoot=true`,
    states: LOADED,
  },
  { name: "connections-no-match", address: "/connections?search=nothing-like-it", states: LOADED },
  {
    name: "connections-of-source",
    address: ({ source }) => `/connections?source_id=${source}`,
    states: LOADED,
  },
  { name: "connection-new", address: "/connections/new", states: ["loaded", "empty", "failing", "viewer"] },
  { name: "connection", address: ({ connection }) => `/connections/${connection}` },
  { name: "connection-all-rules", address: ({ warehouse }) => `/connections/${warehouse}`, states: LOADED },
  {
    name: "connection-settings",
    address: ({ connection }) => `/connections/${connection}/settings`,
    states: ALSO_VIEWER,
  },
  {
    name: "connection-versions",
    address: ({ connection }) => `/connections/${connection}/versions`,
    states: ALSO_VIEWER,
  },
  { name: "connection-unknown", address: `/connections/web_${NOBODY}`, states: LOADED },
  {
    name: "connection-deleted",
    address: ({ deleted }) => `/connections/${deleted.connection}`,
    states: LOADED,
  },
  { name: "sources", address: "/sources" },
  { name: "source", address: ({ source }) => `/sources/${source}` },
  { name: "source-settings", address: ({ source }) => `/sources/${source}/settings`, states: ALSO_VIEWER },
  { name: "source-new", address: "/sources/new", states: ["loaded", "viewer"] },
  { name: "source-unknown", address: `/sources/src_${NOBODY}`, states: LOADED },
  { name: "source-deleted", address: ({ deleted }) => `/sources/${deleted.source}`, states: LOADED },
  { name: "connect", address: "/connect?provider=acme", states: ["loaded", "viewer"] },
  { name: "connected", address: ({ managed }) => `/connect/${managed}?provider=acme`, states: ALSO_VIEWER },
  { name: "destinations", address: "/destinations" },
  { name: "destination", address: ({ destination }) => `/destinations/${destination}` },
  {
    name: "destination-settings",
    address: ({ destination }) => `/destinations/${destination}/settings`,
    states: ALSO_VIEWER,
  },
  { name: "destination-new", address: "/destinations/new", states: LOADED },
  { name: "destination-unknown", address: `/destinations/des_${NOBODY}`, states: LOADED },
  {
    name: "destination-deleted",
    address: ({ deleted }) => `/destinations/${deleted.destination}`,
    states: LOADED,
  },
  { name: "transformations", address: "/transformations" },
  { name: "transformation", address: ({ transformation }) => `/transformations/${transformation}` },
  {
    name: "transformation-edit",
    address: ({ transformation }) => `/transformations/${transformation}/edit`,
    states: ALSO_VIEWER,
  },
  { name: "executions", address: ({ transformation }) => `/transformations/${transformation}/executions` },
  { name: "transformation-new", address: "/transformations/new", states: LOADED },
  { name: "transformation-unknown", address: `/transformations/trs_${NOBODY}`, states: LOADED },
  { name: "profile", address: "/settings/account/profile", states: ["loaded", "failing"] },
  { name: "organization", address: "/settings/organization/general", states: ["loaded", "member", "viewer"] },
  { name: "members", address: "/settings/organization/members", states: ALSO_LESSER },
  { name: "members-invited", address: "/settings/organization/members?tab=invited", states: LOADED },
  { name: "members-add", address: "/settings/organization/members/add", states: LOADED },
  { name: "audit-log", address: "/settings/organization/audit-log", states: ["loaded", "failing"] },
  { name: "billing", address: "/settings/organization/billing", states: ["loaded", "failing"] },
  { name: "plans", address: "/settings/organization/plans", states: ["loaded", "failing"] },
  { name: "single-sign-on", address: "/settings/organization/single-sign-on", states: ALSO_LESSER },
  {
    name: "single-sign-on-refused",
    address: `/sso/org_${NOBODY}?code=a&state=b`,
    states: LOADED,
    isSignedOut: true,
  },
  { name: "confirm-email", address: "/confirm-email?token=a", states: LOADED },
  { name: "invitation-over", address: "/invitation", states: LOADED, isSignedOut: true },
  { name: "integrations", address: "/settings/project/integrations", states: ALSO_VIEWER },
  { name: "projects", address: "/projects", states: ["loaded", "viewer"] },
  { name: "settings", address: "/settings", states: LOADED },
  { name: "project-settings", address: "/settings/project/general", states: ALSO_LESSER },
  { name: "access", address: "/settings/project/access", states: ALSO_LESSER },
  { name: "access-add", address: "/settings/project/access/add", states: LOADED },
  { name: "secrets", address: "/settings/project/secrets", states: ALSO_LESSER },
  { name: "personal-data", address: "/settings/project/personal-data", states: ["loaded", "failing"] },
  { name: "quotas", address: "/settings/project/quotas", states: ALSO_LESSER },
  { name: "quotas-throughput", address: "/settings/project/quotas?view=throughput", states: LOADED },
  {
    name: "integration-connect",
    address: "/settings/project/integrations/opentelemetry/connect",
    states: LOADED,
  },
  {
    name: "channel-connect",
    address: "/settings/project/integrations/slack/connect",
    states: LOADED,
  },
  { name: "channel-email", address: "/settings/project/integrations/email/configure", states: LOADED },
  { name: "issues", address: "/issues", states: [...WITH_SAMPLE, "viewer"] },
  { name: "issues-none", address: "/issues?tab=IGNORED", states: LOADED },
  { name: "issue-delivery", address: ({ issues }) => `/issues/${issues.delivery}`, states: ALSO_VIEWER },
  { name: "issue-transformation", address: ({ issues }) => `/issues/${issues.transformation}` },
  { name: "issue-backpressure", address: ({ issues }) => `/issues/${issues.backpressure}`, states: LOADED },
  {
    name: "issue-backpressure-expanded",
    address: ({ issues }) => `/issues/${issues.backpressure}?expanded=error-rate`,
    states: LOADED,
  },
  { name: "issue-request", address: ({ issues }) => `/issues/${issues.request}`, states: LOADED },
  { name: "issue-executions", address: ({ issues }) => `/issues/${issues.transformation}/executions` },
  { name: "issue-unknown", address: `/issues/iss_${NOBODY}`, states: LOADED },
  { name: "issue-triggers", address: "/issue-triggers/delivery", states: ALSO_VIEWER },
  {
    name: "issue-trigger-create",
    address: "/issue-triggers/delivery/create/delivery",
    states: ["loaded", "viewer"],
  },
  {
    name: "issue-trigger-create-request",
    address: "/issue-triggers/request/create/request",
    states: LOADED,
  },
  { name: "issue-trigger", address: ({ trigger }) => `/issue-triggers/${trigger}`, states: ALSO_VIEWER },
  { name: "issue-trigger-issues", address: ({ trigger }) => `/issue-triggers/${trigger}/issues` },
  { name: "issue-trigger-unknown", address: `/issue-triggers/it_${NOBODY}`, states: LOADED },
  { name: "metrics-sources", address: "/metrics/sources", states: OF_TRAFFIC },
  { name: "metrics-connections", address: "/metrics/connections", states: OF_TRAFFIC },
  { name: "metrics-destinations", address: "/metrics/destinations", states: OF_TRAFFIC },
  { name: "metrics-expanded", address: "/metrics/connections?expanded=events_count", states: SAMPLE },
  { name: "get-started", address: "/get-started", states: ["loaded", "empty", "failing", "viewer"] },
  { name: "guides", address: "/guides", states: LOADED },
  { name: "guide", address: "/guides/connections", states: LOADED },
  { name: "not-found", address: "/no/such/page", states: LOADED },
  { name: "guided-flow", address: "/create-first-connection", states: ["empty", "failing"] },
  { name: "onboarding", address: "/onboarding", states: LOADED, act: withoutOrganization },
  { name: "sign-in", address: "/sign-in", states: LOADED, isSignedOut: true },
  { name: "sign-up", address: "/sign-up", states: LOADED, isSignedOut: true },
  { name: "forgot-password", address: "/forgot-password", states: LOADED, isSignedOut: true },
  { name: "reset-password", address: "/reset-password?token=a", states: LOADED, isSignedOut: true },
];

export function addressOf({ address }: Screen, seeded: Seeded): string {
  return typeof address === "string" ? address : address(seeded);
}

export function statesOf({ address, states }: Screen): readonly State[] {
  return states ?? (typeof address === "string" ? ["loaded", "empty", "failing"] : ["loaded", "failing"]);
}
