import type { Request } from "@posthorn/contract/requests";
import type { Source } from "@posthorn/contract/sources";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, describe, expect, test, vi } from "vitest";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../api/test-api.ts";
import { aConnection, aSession } from "../../connections/test-connections.ts";
import { openScreen } from "../../test-screen.tsx";
import { RequestPanel } from "./request-panel.tsx";
import { aRequest, anIgnoredEvent, SENT_DATA } from "../test-requests.ts";
import { recordClipboard } from "../../../ui/test-clipboard.ts";

const first = aConnection(1);
const second = aConnection(2, { name: "copy", source: first.source });
const { source } = first;
const base = aRequest(1, { source_id: source.id, events_count: 0, data: SENT_DATA });
const ONE = `GET /dashboard-api/requests/${base.id}`;
const RETRY = `POST /dashboard-api/requests/${base.id}/retry`;
const UPDATE = `PUT /2025-07-01/sources/${source.id}`;
const GET_SOURCE = `GET /2025-07-01/sources/${source.id}`;

let api: TestApi;
afterEach(() => api.restore());

function rejected(rejection_cause: Request["rejection_cause"]): Request {
  return { ...base, status: rejection_cause === "NO_CONNECTION" ? "accepted" : "rejected", rejection_cause };
}

interface Opened {
  request: Request;
  role?: "viewer" | "member";
  from?: Source;
  answers?: Answers;
}

async function openPanel({ request, role = "member", from = source, answers = {} }: Opened) {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    [ONE]: request,
    [`${ONE}/raw_body`]: { body: '{"amount":12345678901234567890}' },
    [`GET /dashboard-api/requests/${base.id}/method`]: { method: "GET" },
    [`${ONE}/events`]: aPageOf([]),
    [`${ONE}/ignored_events`]: aPageOf([]),
    [GET_SOURCE]: from,
    [UPDATE]: from,
    [RETRY]: { request: { ...request, rejection_cause: null, status: "accepted" }, events: [{}] },
    "GET /2025-07-01/connections": aPageOf([first, second]),
    ...answers,
  });
  const { screen } = await openScreen("/", (app: AnyRoute) => [
    createRoute({
      getParentRoute: () => app,
      path: "/",
      component: () => (
        <RequestPanel
          ref={null}
          requestId={base.id}
          known={undefined}
          tab={undefined}
          selectedEntryId={undefined}
          onTab={() => undefined}
          renderEventLink={(event, children) => <a href={`#${event.id}`}>{children}</a>}
          onClose={() => undefined}
        />
      ),
    }),
  ]);
  return screen;
}

function bodyOf(call: string): unknown {
  return api.asked.find((one) => one.call === call)?.body;
}

const failing = (message: string) => () =>
  Response.json({ code: "BAD_REQUEST", status: 400, message }, { status: 400 });

test("a request shows what the sender sent, byte for byte, and how many failed alike", async () => {
  const screen = await openPanel({
    request: rejected("UNPARSABLE_JSON"),
    answers: { "GET /dashboard-api/requests/count": { count: 1132, is_more: false } },
  });

  await expect.element(screen.getByText("12345678901234567890")).toBeVisible();
  await expect.element(screen.getByText("GET /orders?page=2")).toBeVisible();
  await expect.element(screen.getByText("shop/1")).toBeVisible();
  await expect.element(screen.getByText("Query · 1")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Show all 1,132 that failed alike" }))
    .toHaveAttribute(
      "href",
      `/requests?source_id[0]=${source.id}&rejection_cause[0]=UNPARSABLE_JSON&ingested_at[relative]=1_month`,
    );
});

test("a request is copied as a curl command for its source", async () => {
  const copied = recordClipboard();
  const screen = await openPanel({ request: rejected("UNPARSABLE_JSON") });

  await screen.getByRole("button", { name: "Copy as cURL" }).click();

  await expect.element(screen.getByText("Copied cURL command to clipboard")).toBeVisible();
  expect(copied[0]).toContain(`-X GET '${source.url}/orders?page=2'`);
});

describe("a compressed body", () => {
  const CONTENT = `GET /dashboard-api/requests/${base.id}/content`;
  const request = {
    ...base,
    data: { ...SENT_DATA, headers: { ...SENT_DATA.headers, "content-encoding": "gzip" } },
  };

  test("is shown decoded, and says that it came compressed", async () => {
    const screen = await openPanel({
      request,
      answers: { [CONTENT]: { method: "POST", coding: "gzip", content: '{"amount":98765432109876543210}' } },
    });

    await expect.element(screen.getByText("98765432109876543210")).toBeVisible();
    await expect.element(screen.getByText(/^Sent compressed \(gzip\), shown decoded\./)).toBeVisible();
  });

  test("that cannot be decoded says so, and can be saved as it came", async () => {
    const bytes = new Uint8Array([31, 139, 8, 0]);
    const saved = new Promise<Blob>((done) => {
      vi.spyOn(URL, "createObjectURL").mockImplementationOnce((file) => {
        if (file instanceof Blob) done(file);
        return "#";
      });
    });
    const screen = await openPanel({
      request,
      answers: {
        [CONTENT]: { method: "POST", coding: "gzip", content: null },
        [`GET /dashboard-api/requests/${base.id}/body`]: () => new Response(bytes),
      },
    });

    await expect.element(screen.getByText("The body is compressed (gzip) and cannot be shown")).toBeVisible();
    await screen.getByRole("button", { name: "Download body" }).click();

    expect(new Uint8Array(await (await saved).arrayBuffer())).toEqual(bytes);
  });
});

test("in the last 24 hours before archival it warns, unless a bookmark keeps the data", async () => {
  const created_at = new Date(Date.now() - 6.5 * 24 * 3_600_000).toISOString();
  const request = { ...base, created_at, events_count: 1 };
  const BOOKMARKS = "GET /2025-07-01/bookmarks";
  const screen = await openPanel({ request, answers: { [BOOKMARKS]: aPageOf([]) } });

  await expect.element(screen.getByText("The request data is archived in 12 h")).toBeVisible();
  await expect
    .element(screen.getByText("Your archival period is 7 days. Bookmark one of its events to keep the data."))
    .toBeVisible();
  await screen.unmount();
  api.restore();

  const kept = await openPanel({ request, answers: { [BOOKMARKS]: aPageOf([{}]) } });
  await expect.element(kept.getByText("12345678901234567890")).toBeVisible();
  await expect.poll(() => api.asked.some(({ call }) => call.startsWith(BOOKMARKS))).toBe(true);
  expect(kept.getByText(/is archived in/).elements()).toHaveLength(0);
});

test("archived data says so, and cannot be retried", async () => {
  const screen = await openPanel({ request: { ...rejected("VERIFICATION_FAILED"), data: null } });

  await expect
    .element(
      screen.getByText(
        "This request is past your archival period of 7 days, the request data is no longer available.",
        { exact: true },
      ),
    )
    .toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Retry", exact: true }))
    .toHaveAttribute("data-tooltip", "The request data is archived");
});

test("a request that is not there can be checked again", async () => {
  const screen = await openPanel({
    request: base,
    answers: {
      [ONE]: () => Response.json({ code: "NOT_FOUND", status: 404, message: "Not found" }, { status: 404 }),
    },
  });
  await expect
    .element(screen.getByRole("heading", { name: "Request not available or archived" }))
    .toBeVisible();

  api.answers[ONE] = rejected("UNPARSABLE_JSON");
  await screen.getByRole("button", { name: "Check again" }).click();

  await expect.element(screen.getByText("Unparsable JSON")).toBeVisible();
});

describe("a fix", () => {
  test("of a method enables it and retries the request", async () => {
    const screen = await openPanel({ request: rejected("UNSUPPORTED_HTTP_METHOD") });

    await screen.getByRole("button", { name: "Enable GET" }).click();

    await expect.element(screen.getByText("Method enabled and request retried successfully")).toBeVisible();
    expect(bodyOf(UPDATE)).toEqual({
      type: "WEBHOOK",
      config: { allowed_http_methods: ["POST", "PUT", "PATCH", "DELETE", "GET"] },
    });
  });

  test("of authentication removes it and retries the request", async () => {
    const screen = await openPanel({
      request: rejected("VERIFICATION_FAILED"),
      from: { ...source, authenticated: true },
    });

    await expect
      .element(screen.getByRole("link", { name: "Change the secret" }))
      .toHaveAttribute("href", `/sources/${source.id}/settings`);
    await screen.getByRole("button", { name: "Disable authentication" }).click();

    await expect
      .element(screen.getByText("Authentication removed and request retried successfully"))
      .toBeVisible();
    expect(bodyOf(UPDATE)).toEqual({ type: "WEBHOOK", config: { auth_type: null, auth: null } });
  });

  test("of authentication can be undone: the secret comes back", async () => {
    const auth = { header_key: "x-key", api_key: "hush" };
    const config = { ...source.config, auth_type: "API_KEY" as const, auth };
    const screen = await openPanel({
      request: rejected("VERIFICATION_FAILED"),
      from: { ...source, authenticated: true, config },
    });
    await screen.getByRole("button", { name: "Disable authentication" }).click();

    await screen.getByRole("button", { name: "Undo" }).click();

    await expect.element(screen.getByText("Authentication enabled again")).toBeVisible();
    expect(api.asked.findLast(({ call }) => call === UPDATE)?.body).toEqual({
      type: "WEBHOOK",
      config: { auth_type: "API_KEY", auth },
    });
  });

  test("for a failed check says where the source looked, and the usual mistakes of its provider", async () => {
    const screen = await openPanel({
      request: {
        ...rejected("VERIFICATION_FAILED"),
        verification_failure: {
          problem: "DIFFERS",
          looked_at: { part: "header", name: "stripe-signature" },
        },
        data: { ...SENT_DATA, headers: { ...SENT_DATA.headers, "stripe-signature": "t=1,v1=0" } },
      },
      from: { ...source, type: "STRIPE", config: {}, authenticated: true },
    });

    await expect
      .element(
        screen.getByText(
          "The header stripe-signature has the right form, but not the value that belongs to this request and the secret of the source. Nothing was delivered; the sender got 401.",
        ),
      )
      .toBeVisible();
    await expect.element(screen.getByRole("rowheader", { name: "stripe-signature Checked" })).toBeVisible();
    const mistakes = screen.getByRole("list", { name: "Usual mistakes with Stripe" });
    await expect.element(mistakes).toHaveTextContent("The secret of the test mode is configured");
    await expect.element(mistakes).toHaveTextContent("A proxy in front of Posthorn changes the body");
    await expect.element(mistakes).toHaveTextContent("The clock of this machine is wrong");
    await expect
      .element(screen.getByRole("link", { name: "Change the secret" }))
      .toHaveAttribute("href", `/sources/${source.id}/settings`);
  });

  test("that does not help says that the source was changed and the request is still invalid", async () => {
    const request = rejected("UNSUPPORTED_HTTP_METHOD");
    const screen = await openPanel({ request, answers: { [RETRY]: { request, events: null } } });

    await screen.getByRole("button", { name: "Enable GET" }).click();

    await expect.element(screen.getByText("Method enabled successfully")).toBeVisible();
    await expect.element(screen.getByText("Request retried and is still invalid")).toBeVisible();
  });

  test("whose retry fails says that only the source was changed", async () => {
    const screen = await openPanel({
      request: rejected("VERIFICATION_FAILED"),
      from: { ...source, authenticated: true },
      answers: { [RETRY]: failing("The data of this request is archived") },
    });

    await screen.getByRole("button", { name: "Disable authentication" }).click();

    await expect.element(screen.getByText("Authentication removed successfully")).toBeVisible();
    await expect.element(screen.getByText("Request could not be retried")).toBeVisible();
  });

  test("that the server refuses says why and retries nothing", async () => {
    const screen = await openPanel({
      request: rejected("UNSUPPORTED_HTTP_METHOD"),
      answers: { [UPDATE]: failing("No such source") },
    });

    await screen.getByRole("button", { name: "Enable GET" }).click();

    await expect
      .element(screen.getByText("An error occurred while saving the source: No such source"))
      .toBeVisible();
    expect(api.asked.filter(({ call }) => call === RETRY)).toEqual([]);
  });

  test("of a disabled source enables it", async () => {
    const screen = await openPanel({
      request: rejected("SOURCE_DISABLED"),
      from: { ...source, disabled_at: source.created_at },
      answers: { [`${UPDATE}/enable`]: source },
    });

    await screen.getByRole("button", { name: "Enable source" }).click();

    await expect.element(screen.getByText("Source enabled successfully")).toBeVisible();
    api.answers[`${UPDATE}/enable`] = failing("It was deleted");
    await screen.getByRole("button", { name: "Enable source" }).click();
    await expect.element(screen.getByText("Failed to enable source")).toBeVisible();
  });

  test("for a request without a connection leads to a new one", async () => {
    const screen = await openPanel({ request: rejected("NO_CONNECTION") });

    await expect
      .element(screen.getByRole("link", { name: "Add connection" }))
      .toHaveAttribute("href", `/connections/new?source_id=${source.id}`);
    await expect
      .element(screen.getByRole("link", { name: "Show all that failed alike" }))
      .toHaveAttribute(
        "href",
        `/requests?source_id[0]=${source.id}&rejection_cause[0]=NO_CONNECTION&ingested_at[relative]=1_month`,
      );
  });

  test.each([
    ["UNSUPPORTED_HTTP_METHOD", "Enable GET"],
    ["NO_CONNECTION", "Add connection"],
    ["SOURCE_DISABLED", "Enable source"],
    ["VERIFICATION_FAILED", "Disable authentication"],
  ] as const)("for %s is there for a viewer, with the reason why not", async (cause, name) => {
    const screen = await openPanel({ request: rejected(cause), role: "viewer" });

    await expect
      .element(screen.getByRole("button", { name }))
      .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role"));
  });

  test("that somebody has made already says so", async () => {
    const screen = await openPanel({ request: rejected("VERIFICATION_FAILED") });

    await expect
      .element(screen.getByRole("button", { name: "Disable authentication" }))
      .toHaveAttribute("data-tooltip", "The source checks no senders any more");
  });
});

describe("a retry", () => {
  const ignored = { ...base, events_count: 1, ignored_count: 2 };
  const entries = {
    [`${ONE}/ignored_events`]: aPageOf([
      anIgnoredEvent(base, first.id, { cause: "FILTERED", meta: ["body", "headers"] }),
      anIgnoredEvent(base, second.id, {
        cause: "TRANSFORMATION_FAILED",
        meta: { transformation_id: "trs_1" },
      }),
    ]),
  };

  test("of all connections counts the events that it made", async () => {
    const screen = await openPanel({
      request: ignored,
      answers: { ...entries, [RETRY]: { request: ignored, events: [{}, {}] } },
    });

    await screen.getByRole("button", { name: "Retry", exact: true }).click();

    await expect
      .element(screen.getByText("Request has been retried and 2 events were created."))
      .toBeVisible();
    expect(bodyOf(RETRY)).toBeUndefined();
  });

  test("goes to chosen connections only", async () => {
    const screen = await openPanel({ request: ignored, answers: entries });

    await screen.getByRole("button", { name: "Retry chosen connections…" }).click();
    const dialog = screen.getByRole("dialog", { name: "Retry request" });
    await dialog.getByRole("checkbox", { name: "stripe → orders-api", exact: true }).click();
    await dialog.getByRole("button", { name: "Retry 1" }).click();

    await expect.element(screen.getByText("Request has been retried and 1 event was created.")).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(bodyOf(RETRY)).toEqual({ webhook_ids: [second.id] });
  });

  test("of one entry says whether its event was made, and the entry says what was filtered", async () => {
    const screen = await openPanel({
      request: ignored,
      answers: { ...entries, [RETRY]: { request: ignored, events: [] } },
    });

    await screen.getByRole("tab", { name: /^Entries\s*3$/ }).click();
    await expect
      .element(screen.getByText("A filter of the connection does not match its body, headers."))
      .toBeVisible();
    await expect
      .element(screen.getByRole("link", { name: "See its executions" }))
      .toHaveAttribute("href", `/transformations/trs_1/executions?webhook_id[0]=${second.id}`);
    const list = screen.getByRole("region", { name: "Ignored events" });
    const alike = list.getByRole("link", { name: "Show all ignored alike" });
    await expect
      .element(alike.first())
      .toHaveAttribute("href", `/requests?source_id[0]=${source.id}&cause[0]=FILTERED`);
    await expect
      .element(alike.last())
      .toHaveAttribute(
        "href",
        expect.stringContaining("cause[0]=TRANSFORMATION_FAILED&transformation_id[0]=trs_1"),
      );
    await list.getByRole("button", { name: "Retry" }).first().click();

    await expect
      .element(screen.getByText("Retried but no event was generated. Please check your rules."))
      .toBeVisible();
    expect(bodyOf(RETRY)).toEqual({ webhook_ids: [first.id] });
  });

  test("that fails says so", async () => {
    const screen = await openPanel({
      request: rejected("VERIFICATION_FAILED"),
      answers: { [RETRY]: failing("The source of this request was deleted") },
    });

    await screen.getByRole("button", { name: "Retry", exact: true }).click();

    await expect.element(screen.getByText("Request could not be retried")).toBeVisible();
    await expect.element(screen.getByText("The source of this request was deleted")).toBeVisible();
  });
});
