import type { FilterParts } from "@posthorn/contract/filter-trials";
import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { userEvent, type Locator } from "vitest/browser";
import { answerApi, aPageOf, type Answers, type TestApi } from "../api/test-api.ts";
import { aSession } from "../connections/test-connections.ts";
import { aRequest } from "../requests/test-requests.ts";
import { TRIED } from "../rules/try-on-recent/test-trials.ts";
import { aRun, aTransformation } from "../transformations/test-transformations.ts";
import { fields } from "../../ui/read.ts";
import { openScreen } from "../test-screen.tsx";
import { filterTabSearch } from "./use-filter-tab.ts";
import { FilterEditor, type FilterEditorProps } from "./filter-editor.tsx";

const SOURCE = "src_1";
const created_at = "2026-11-15T12:00:00.000Z";
const order = { status: "paid", customer: { country: "DE" }, items: [{ sku: "A-1" }] };

function stored(id: string, body: unknown, change: object = {}) {
  const data = {
    method: "POST",
    path: "/orders",
    query: "a=1",
    parsed_query: { a: "1" },
    headers: { "x-topic": "orders" },
    body,
  };
  return { ...aRequest(1), id, created_at, status: "SUCCESSFUL", data, ...change };
}

const paid = (number: number) => ({ type: "order.paid", shop: "north", order: { number } });

let api: TestApi;
afterEach(() => api.restore());

const TRIAL = "POST /dashboard-api/rules-trial";
const RUN = "PUT /dashboard-api/transformations/run";
const TRANSFORMATION = aTransformation();
const DEDUPLICATE = { type: "deduplicate", window: 60_000 } as const;

async function openEditor(
  value: FilterParts,
  answers: Answers = {},
  {
    query = "",
    transformationBefore = null,
    rulesWith = (filter) => [DEDUPLICATE, { type: "filter", ...filter }],
  }: { query?: string } & Partial<Pick<FilterEditorProps, "transformationBefore" | "rulesWith">> = {},
) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    "GET /dashboard-api/requests": aPageOf([stored("req_1", order)]),
    "GET /dashboard-api/requests/req_1": stored("req_1", order),
    "GET /2025-07-01/events": aPageOf([stored("evt_1", { status: "open" })]),
    "GET /2025-07-01/events/evt_1": stored("evt_1", { status: "open" }),
    "GET /2025-07-01/sources/src_1": { id: SOURCE, name: "shopify" },
    [TRIAL]: { ...TRIED, requests: [] },
    ...answers,
  });
  const confirmed: FilterParts[] = [];
  let closed = 0;
  const { screen, router } = await openScreen(`/rules${query}`, (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "rules",
      validateSearch: fields(filterTabSearch),
      component: () => (
        <FilterEditor
          value={value}
          sourceId={SOURCE}
          transformationBefore={transformationBefore}
          rulesWith={rulesWith}
          onConfirm={(filter) => confirmed.push(filter)}
          onClose={() => (closed += 1)}
        />
      ),
    }),
  ]);
  return { screen, router, confirmed, closed: () => closed };
}

test("the result of each part, and where a part failed, with the latest request as input", async () => {
  const { screen } = await openEditor({
    body: { status: "paid", customer: { country: { $in: ["CH", "LI"] } } },
    headers: { "x-topic": "orders" },
  });

  await expect.element(screen.getByRole("tab", { name: "Body fails" })).toBeVisible();
  await expect.element(screen.getByRole("tab", { name: "Headers passes" })).toBeVisible();
  await expect.element(screen.getByRole("tab", { name: "Query no filter" })).toBeVisible();
  await expect.element(screen.getByText("Body does not pass at customer.country")).toBeVisible();
  await expect.element(screen.getByText('It is "DE", the filter wants one of "CH", "LI".')).toBeVisible();
  await expect.element(screen.getByText("1 of 2 hold")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: /^Filter syntax/ }))
    .toHaveAttribute("href", "/guides/filters");
  await expect.element(screen.getByText("req_1")).toBeVisible();
  await expect.element(screen.getByRole("note", { name: 'fails: wants one of "CH", "LI"' })).toBeVisible();
  await screen.getByRole("tab", { name: "Headers passes" }).click();

  await expect.element(screen.getByText("Headers passes", { exact: true }).last()).toBeVisible();
});

test("a request goes through the transformation before the filter, and the input names it", async () => {
  const returned = {
    headers: { "x-topic": "made" },
    path: "/made",
    query: "",
    parsed_query: {},
    body: { kind: "order" },
  };
  const { screen } = await openEditor(
    { body: { kind: "order" }, headers: { "x-topic": "made" } },
    {
      [`GET /2025-07-01/transformations/${TRANSFORMATION.id}`]: TRANSFORMATION,
      [RUN]: aRun({ request: returned }),
    },
    { transformationBefore: TRANSFORMATION.id },
  );

  await expect.element(screen.getByRole("tab", { name: "Body passes" })).toBeVisible();
  await expect.element(screen.getByRole("tab", { name: "Headers passes" })).toBeVisible();
  await expect.element(screen.getByText("after transformation normalise-order")).toBeVisible();
  await expect
    .element(screen.getByRole("textbox", { name: "Input: body of the request" }))
    .toHaveTextContent('"kind": "order"');
  expect(api.asked.find(({ call }) => call === RUN)?.body).toEqual({
    transformation_id: TRANSFORMATION.id,
    webhook_id: null,
    request: { headers: { "x-topic": "orders" }, body: order, path: "/orders", query: "a=1" },
  });
  await screen.getByRole("button", { name: "Change input" }).click();
  await screen.getByRole("tab", { name: "Events" }).click();
  await screen.getByRole("button", { name: /POST \/orders/ }).click();

  // An event has been through the rules already.
  await expect.element(screen.getByText("as delivered")).toBeVisible();
  await expect.element(screen.getByRole("tab", { name: "Body fails" })).toBeVisible();
});

test("a request on which the transformation fails is said to reach no filter", async () => {
  const { screen } = await openEditor(
    { body: { kind: "order" } },
    {
      [`GET /2025-07-01/transformations/${TRANSFORMATION.id}`]: TRANSFORMATION,
      [RUN]: aRun({ request: null, console: [{ type: "error", message: "TypeError: no total" }] }),
    },
    { transformationBefore: TRANSFORMATION.id },
  );

  await expect
    .element(screen.getByText("The transformation before the filter fails on this request"))
    .toBeVisible();
  await expect.element(screen.getByText("TypeError: no total")).toBeVisible();
  await expect.element(screen.getByText(/with the cause Transformation failed/)).toBeVisible();
});

test("it opens on the first part that has a filter", async () => {
  const { screen } = await openEditor({ query: { a: "1" } });

  await expect.element(screen.getByRole("textbox", { name: "Filter for the query" })).toHaveFocus();
});

test("a quick fix adds the value that the request has", async () => {
  const { screen, confirmed } = await openEditor({ body: { customer: { country: { $in: ["CH"] } } } });

  await screen.getByRole("button", { name: 'Add "DE"' }).click();

  await expect.element(screen.getByRole("tab", { name: "Body passes" })).toBeVisible();
  await screen.getByRole("button", { name: "Confirm changes" }).click();
  expect(confirmed).toEqual([{ body: { customer: { country: { $in: ["CH", "DE"] } } } }]);
});

test("the latest requests of the source are counted by what the edited rules make of them, and can be tested", async () => {
  const [passing, filtered] = TRIED.requests;
  const { screen } = await openEditor(
    { body: { status: "paid" } },
    {
      [`GET /2025-07-01/transformations/${TRANSFORMATION.id}`]: TRANSFORMATION,
      [RUN]: aRun(),
      [TRIAL]: TRIED,
      [`GET /dashboard-api/requests/${filtered?.id}`]: stored(String(filtered?.id), { status: "open" }),
    },
    { transformationBefore: TRANSFORMATION.id },
  );
  const strip = screen.getByRole("contentinfo", { name: "Latest requests" });

  await expect.element(strip.getByText("Last 6 requests of shopify")).toBeVisible();
  await expect.element(strip.getByRole("button", { name: "2 pass" })).toBeVisible();
  await expect.element(strip.getByText("1 fail in the transformation")).toBeVisible();
  await expect.element(strip.getByText("1 not tried")).toBeVisible();
  expect(passing?.after.status).toBe("delivered");
  expect(api.asked.find(({ call }) => call === TRIAL)?.body).toEqual({
    source_id: SOURCE,
    rules: [
      { type: "transform", transformation_id: TRANSFORMATION.id },
      { type: "filter", body: { status: "paid" } },
    ],
  });
  await strip.getByRole("button", { name: "1 filtered" }).click();

  await expect.element(screen.getByText(`Request data applied for ID ${filtered?.id}`)).toBeVisible();
});

test("all rules are tried with the filter as it is edited, over the editor; Esc closes only the trial", async () => {
  const { screen, closed } = await openEditor({ body: { status: "paid" } }, { [TRIAL]: TRIED });
  const editor = screen.getByRole("dialog", { name: "Filter" });
  const open = screen.getByRole("button", { name: "Try on recent requests" });
  const filter = screen.getByRole("textbox", { name: "Filter for the body" });
  await expect.element(open).toBeVisible();
  await replaceText(filter, '{"status": "open"}');
  await expect.element(screen.getByText("Unsaved changes")).toBeVisible();

  await open.click();
  const trial = screen.getByRole("dialog", { name: "Try on recent requests" });
  await expect.element(trial.getByText(/Edited rules over the last 6 requests/)).toBeVisible();
  await expect.element(trial.getByRole("heading", { name: "Try on recent requests" })).toHaveFocus();
  expect(editor.elements()).toEqual([]); // out of reach below the trial
  expect(api.asked.findLast(({ call }) => call === TRIAL)?.body).toEqual({
    source_id: SOURCE,
    rules: [DEDUPLICATE, { type: "filter", body: { status: "open" } }],
  });
  await userEvent.keyboard("{Escape}");

  await expect.element(trial).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();
  await expect.element(editor).toBeVisible();
  expect(closed()).toBe(0);
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByText("Discard unsaved changes?")).toBeVisible();
});

test("the trial says why it cannot run: the filter, or another rule, is not valid", async () => {
  const { screen } = await openEditor(
    { body: { status: "paid" } },
    { [TRIAL]: TRIED },
    { rulesWith: () => null },
  );
  const open = screen.getByRole("button", { name: "Try on recent requests" });
  const because = (reason: string) =>
    expect.element(open).toHaveAttribute("data-tooltip", expect.stringContaining(reason));

  await because("Another rule is not valid yet.");
  await replaceText(screen.getByRole("textbox", { name: "Filter for the body" }), '{"status": ');
  await because("The filter is not valid yet.");
});

/**
 * Selects all and pastes, as a person would. `fill` selects in the page instead: if the editor draws marks before it has
 * noticed that selection, the selection is gone, and the text is added to the old one.
 */
async function replaceText(editor: Locator, text: string): Promise<void> {
  await editor.click();
  await expect.element(editor).toHaveAttribute("aria-autocomplete", "list"); // its keys have loaded
  await userEvent.keyboard("{Control>}a{/Control}");
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  editor.element().dispatchEvent(paste);
}

test("typing tests at once; broken JSON on either side says why there is no test", async () => {
  const { screen } = await openEditor({});
  const filter = screen.getByRole("textbox", { name: "Filter for the body" });

  await expect.element(screen.getByText("No filter for the body")).toBeVisible();
  await replaceText(filter, '{"status": "paid"}');
  await expect.element(screen.getByText("The condition holds.")).toBeVisible();
  await replaceText(filter, '{"status": ');
  await expect.element(screen.getByText("Invalid JSON in filter syntax, can't test filter")).toBeVisible();
  await replaceText(filter, '{"status": {"$ref": "a[*]"}}');
  await expect.element(screen.getByText("The server would not save it.")).toBeVisible();
  await replaceText(filter, "{}");
  await expect.element(screen.getByText("Body passes", { exact: true }).last()).toBeVisible();
  const input = screen.getByRole("textbox", { name: "Input: body of the request" });
  await replaceText(input, "{");

  await expect.element(screen.getByText("Invalid JSON in input, can't test filter")).toBeVisible();
});

test("another input is chosen from the latest, or by its id", async () => {
  const { screen } = await openEditor({ body: { status: "open" } });
  await expect.element(screen.getByRole("tab", { name: "Body fails" })).toBeVisible();

  await screen.getByRole("button", { name: "Change input" }).click();
  await screen.getByRole("tab", { name: "Events" }).click();
  await screen.getByRole("button", { name: /POST \/orders.*Successful/ }).click();
  await expect.element(screen.getByText("Request data applied for ID evt_1")).toBeVisible();
  await expect.element(screen.getByRole("tab", { name: "Body passes" })).toBeVisible();
  await screen.getByRole("button", { name: "Change input" }).click();
  await screen.getByRole("textbox", { name: "Request or event ID" }).fill("req_gone");
  await userEvent.keyboard("{Enter}");

  await expect.element(screen.getByText("Could not find data for ID req_gone")).toBeVisible();
});

test("requests to choose from show method, path, what tells them apart, and what became of them", async () => {
  const { screen } = await openEditor(
    {},
    {
      "GET /dashboard-api/requests": aPageOf([
        stored("req_1", paid(7)),
        stored("req_2", paid(8), { events_count: 0, ignored_count: 2 }),
        stored("req_3", { type: "order.open" }, { rejection_cause: "NO_CONNECTION", events_count: 0 }),
      ]),
      "GET /dashboard-api/requests/req_1/method": { method: "POST" },
      "GET /dashboard-api/requests/req_2/method": { method: "PUT" },
      "GET /dashboard-api/requests/req_3/method": { method: "POST" },
    },
  );

  await screen.getByRole("button", { name: "Change input" }).click();

  for (const name of [
    /^POST \/orders.*order\.paid · order\.number 7.*1 event$/,
    /^PUT \/orders.*order\.paid · order\.number 8.*2 ignored$/,
    /^POST \/orders.*order\.open.*No connection$/i,
  ])
    await expect.element(screen.getByRole("button", { name })).toBeVisible();
});

test("while the latest request loads, nothing says that there is no input", async () => {
  const said: (string | null)[] = [];
  const watch = new MutationObserver(() => said.push(document.body.textContent));
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  const latest = Promise.withResolvers<object>();
  const { screen } = await openEditor(
    { body: { status: "paid" } },
    { "GET /dashboard-api/requests": () => latest.promise },
  );
  await expect.element(screen.getByText("The filter is being tested")).toBeVisible();
  // The worker has seen the empty input by then.
  await expect.element(screen.getByRole("tab", { name: "Headers no filter" })).toBeVisible();
  await expect.element(screen.getByText("The filter is being tested")).toBeVisible();

  latest.resolve(aPageOf([stored("req_1", order)]));

  await expect.element(screen.getByRole("tab", { name: "Body passes" })).toBeVisible();
  watch.disconnect();
  expect(said.filter((text) => text?.includes("No input to test with"))).toEqual([]);
  expect(said.filter((text) => text?.includes("No filter for the body"))).toEqual([]);
});

test("a source that received nothing says so, and that an input is missing", async () => {
  const { screen } = await openEditor(
    { body: { status: "paid" } },
    { "GET /dashboard-api/requests": aPageOf([]), "GET /2025-07-01/events": aPageOf([]) },
  );

  await expect.element(screen.getByText("No input to test with")).toBeVisible();
  await expect.element(screen.getByText("Choose a request or event, or write an input.")).toBeVisible();
  await screen.getByRole("button", { name: "Change input" }).click();
  await expect.element(screen.getByText("This source has no requests yet.")).toBeVisible();
  await screen.getByRole("tab", { name: "Events" }).click();
  await expect.element(screen.getByText("This source has no events yet.")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await screen.getByRole("tab", { name: "Headers no filter" }).click();

  await expect.element(screen.getByText("No filter for the headers")).toBeVisible();
  await expect.element(screen.getByText("This part of a request is not checked.")).toBeVisible();
});

test("fields of the input and operators are suggested", async () => {
  const { screen, confirmed } = await openEditor({});
  await expect.element(screen.getByText("req_1")).toBeVisible();

  const filter = screen.getByRole("textbox", { name: "Filter for the body" });
  await filter.click();
  await expect.element(filter).toHaveAttribute("aria-autocomplete", "list"); // suggestions have arrived
  await userEvent.keyboard('{{"');
  await screen.getByRole("option", { name: /"status"/ }).click();
  await userEvent.keyboard("{{");
  await userEvent.keyboard('"$in');
  await expect
    .element(screen.getByText("The value is one of this list, or a text that contains this text."))
    .toBeVisible();
  await screen.getByRole("option", { name: '"$in"' }).click();
  await userEvent.keyboard("open");
  await screen.getByRole("button", { name: "Confirm changes" }).click();

  expect(confirmed).toEqual([{ body: { status: { $in: ["open"] } } }]);
});

test("confirm leads to the part that cannot be saved, cancel asks before changes are lost", async () => {
  const { screen, confirmed, closed } = await openEditor({ body: { a: 1 } });
  await screen.getByRole("tab", { name: /^Path/ }).click();
  await screen.getByRole("textbox", { name: "Filter for the path" }).fill("nope");
  await screen.getByRole("tab", { name: /^Body/ }).click();

  await screen.getByRole("button", { name: "Confirm changes" }).click();
  await expect.element(screen.getByRole("textbox", { name: "Filter for the path" })).toBeVisible();
  expect(confirmed).toEqual([]);
  await screen.getByRole("button", { name: "Cancel" }).click();
  await expect.element(screen.getByText("Discard unsaved changes?")).toBeVisible();
  expect(closed()).toBe(0);
  await screen.getByRole("button", { name: "Discard" }).click();

  expect(closed()).toBe(1);
});

test("a viewer reads why the filter cannot be confirmed", async () => {
  const { screen } = await openEditor(
    { body: { a: 1 } },
    { "GET /dashboard-api/session": aSession("viewer") },
  );

  const confirm = screen.getByRole("button", { name: "Confirm changes" });
  await expect.element(confirm).toHaveAttribute("aria-disabled", "true");
  await expect
    .element(confirm)
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role"));
});

test("the open part is in the address, and nonsense there opens the first", async () => {
  const { screen, router } = await openEditor({}, {}, { query: "?filter_tab=query" });
  await expect.element(screen.getByRole("textbox", { name: "Filter for the query" })).toBeVisible();

  await screen.getByRole("tab", { name: /^Path/ }).click();
  await expect.element(screen.getByRole("textbox", { name: "Filter for the path" })).toBeVisible();

  expect(router.state.location.search).toEqual({ filter_tab: "path" });
  await screen.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => router.state.location.search).toEqual({});
});

test("nonsense in the address opens the first part", async () => {
  const { screen } = await openEditor({}, {}, { query: "?filter_tab[0]=7" });

  await expect.element(screen.getByRole("textbox", { name: "Filter for the body" })).toHaveFocus();
});

test("the prompt is absent unless the operator has set up an AI service", async () => {
  const { screen } = await openEditor({});

  await expect.element(screen.getByRole("textbox", { name: "Filter for the body" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Generate filter" })).not.toBeInTheDocument();
});

test("a sentence becomes a filter; the prompt says that data is shared, and what to do if it fails", async () => {
  const session = { ...aSession("member"), filter_completion: true };
  const complete = "POST /dashboard-api/filter-completion";
  const { screen } = await openEditor(
    { body: { status: "paid" } },
    { "GET /dashboard-api/session": session, [complete]: { filter: { headers: { "x-topic": "orders" } } } },
  );
  await expect.element(screen.getByText("req_1")).toBeVisible();
  const prompt = screen.getByRole("textbox", { name: "Describe the filter" });
  await expect.element(prompt).toHaveAccessibleDescription("Request data is shared with an AI provider.");

  await prompt.fill("only orders");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("Filter updated based on AI completion.")).toBeVisible();
  await expect
    .element(screen.getByRole("tab", { name: "Headers passes" }))
    .toHaveAttribute("aria-selected", "true");
  const asked = api.asked.find(({ call }) => call === complete);
  expect(asked?.body).toEqual({
    prompt: "only orders",
    filter: { body: { status: "paid" } },
    input: { body: order, headers: { "x-topic": "orders" }, parsed_query: { a: "1" }, path: "/orders" },
  });
  api.answers[complete] = undefined;
  await screen.getByRole("button", { name: "Generate filter" }).click();

  await expect
    .element(screen.getByText("Filter couldn't be automatically generated. Enter a filter manually."))
    .toBeVisible();
});
