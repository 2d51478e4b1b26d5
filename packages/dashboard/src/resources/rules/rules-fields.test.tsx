import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Rules } from "@posthorn/contract/rules";
import { Suspense } from "react";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { page as browser, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import "../../ui/styles/styles.css";
import { TooltipLayer } from "../../ui/tooltip-layer.tsx";
import { aFirstPageOf, answerApi, aPageOf, type Answers, type TestApi } from "../api/test-api.ts";
import { aSession } from "../connections/test-connections.ts";
import { RulesFields } from "./rules-fields.tsx";
import { RulesForm, rulesFormOf, rulesOf } from "./rules-form.ts";

let api: TestApi;
let saved: unknown[] = [];

afterEach(() => api.restore());

const RETRY: Rules[number] = {
  type: "retry",
  strategy: "exponential",
  interval: 30_000,
  count: 5,
  response_status_codes: null,
};

function Example({ rules, sourceId }: { rules: Rules; sourceId: string | null }) {
  const form = useSaveForm({
    schema: RulesForm,
    stored: rulesFormOf(rules),
    save: (values) => {
      saved.push(rulesOf(values));
      return Promise.resolve(null);
    },
  });
  return (
    <Form form={form} label="Rules" isGuarded={false}>
      <RulesFields sourceId={sourceId} />
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
}

async function open(rules: Rules = [RETRY], sourceId: string | null = "src_1", answers: Answers = {}) {
  saved = [];
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    "GET /2025-07-01/transformations": aPageOf([{ id: "trs_1", name: "normalise-order" }]),
    "GET /dashboard-api/requests": aPageOf([
      {
        id: "req_1",
        data: { headers: { "x-id": "7" }, body: { id: 12 }, parsed_query: null, path: "/orders" },
      },
    ]),
    ...answers,
  });
  const page = await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Suspense>
        <Example rules={rules} sourceId={sourceId} />
      </Suspense>
      <TooltipLayer />
    </QueryClientProvider>,
  );
  const save = page.getByRole("button", { name: "Save" });
  await expect.element(save).toBeVisible();
  return { page, save };
}

async function unfold(page: Awaited<ReturnType<typeof open>>["page"], rule: string) {
  await page.getByRole("button", { name: `${rule} settings` }).click();
}

const types = () => saved.map((rules) => (Array.isArray(rules) ? rules.map(({ type }) => type) : rules));

test("retry shows the attempts that it makes, and its status codes in words", async () => {
  const { page } = await open();
  await expect.element(page.getByText("up to 6 attempts over 15 min 30 s")).toBeVisible();
  await unfold(page, "Retry");
  await expect.element(page.getByRole("list", { name: "Attempts" })).toHaveTextContent("7 min 30 s");

  await page.getByLabelText("Strategy").selectOptions("Linear");
  await expect.element(page.getByText("up to 6 attempts over 2 min 30 s")).toBeVisible();
  await page.getByLabelText("Response status codes").fill("429, 500-599, !525");

  await expect
    .element(
      page.getByText(
        "A destination that answers 429 or 500 to 599 except 525, or does not answer, is tried again.",
      ),
    )
    .toBeVisible();
});

test("each rule says what is wrong with it, and nothing is saved until it is right", async () => {
  const { page, save } = await open();

  await unfold(page, "Retry");
  await page.getByLabelText("Count").fill("51");
  await page.getByLabelText("Interval", { exact: true }).fill("");
  await page.getByLabelText("Response status codes").fill("teapot");
  await page.getByRole("checkbox", { name: "Transform" }).click();
  await page.getByRole("checkbox", { name: "Deduplicate" }).click();
  await page.getByRole("radio", { name: /Only some fields/ }).click();
  await save.click({ force: true });

  await expect.element(page.getByText("Max of 50")).toBeVisible();
  await expect.element(page.getByLabelText("Interval", { exact: true })).toHaveFocus();
  await expect
    .element(page.getByLabelText("Response status codes"))
    .toHaveAccessibleDescription("“teapot” is not a status code such as 404, !404, >=500 or 500-599");
  expect(page.getByText("Required", { exact: true }).elements()).toHaveLength(3);
  expect(saved).toEqual([]);
});

test("the settings of a rule appear when it is switched on, and its tooltip explains it", async () => {
  const { page, save } = await open();
  await expect.element(page.getByText("deliver at once")).toBeVisible();

  await page.getByRole("checkbox", { name: "Delay" }).click();
  await expect.element(page.getByText("deliver after 1 min")).toBeVisible();
  await page.getByRole("button", { name: "About Delay" }).hover();
  await expect
    .element(page.getByRole("tooltip"))
    .toHaveTextContent("Waits before the first attempt of each event.");
  await save.click();

  await expect.element(save).toHaveAttribute("aria-disabled", "true");
  expect(saved).toEqual([[{ type: "delay", delay: 60_000 }, RETRY]]);
});

test("on a phone a long filter leaves room for the name of the rule", async () => {
  const { page } = await open([
    { type: "filter", body: { financial_status: "paid", total_price: { $gte: 50 } } },
  ]);
  await browser.viewport(360, 740);
  onTestFinished(() => browser.viewport(1280, 800));

  await expect.element(page.getByRole("checkbox", { name: "Filter" })).toBeVisible();
  const name = page.getByText("Filter", { exact: true }).element();
  const about = page.getByRole("button", { name: "About Filter" }).element();

  await expect
    .poll(() => [window.innerWidth, about.getBoundingClientRect().left >= name.getBoundingClientRect().right])
    .toEqual([360, true]);
});

test("rules of any height are reordered by keyboard, and each move is announced", async () => {
  const { page, save } = await open([
    { type: "filter", body: { paid: true } },
    { type: "transform", transformation_id: "trs_1" },
    { type: "deduplicate", window: 60_000 },
  ]);
  const move = async (label: string, arrow: "ArrowDown" | "ArrowUp", from: number, to: number) => {
    const grip = page.getByRole("button", { name: `Move ${label}` });
    const element = grip.element();
    if (element instanceof HTMLElement) element.focus();
    await expect.element(grip).toHaveAttribute("aria-roledescription", "sortable"); // moving has loaded
    await userEvent.keyboard(" ");
    await expect.element(page.getByText(`${label} is at position ${from} of 3.`)).toBeInTheDocument();
    await userEvent.keyboard(`{${arrow}}`);
    await expect.element(page.getByText(`${label} is moved to position ${to} of 3.`)).toBeInTheDocument();
    await userEvent.keyboard(" ");
    await expect.element(page.getByText(`${label} is dropped at`, { exact: false })).toBeInTheDocument();
  };

  await move("Filter", "ArrowDown", 1, 2);
  await move("Deduplicate", "ArrowUp", 3, 2);
  await save.click();

  await expect.element(save).toHaveAttribute("aria-disabled", "true");
  expect(types()).toEqual([["transform", "deduplicate", "filter"]]);
});

test("deduplicate offers the fields of the latest request, and takes any other path", async () => {
  const { page, save } = await open([{ type: "deduplicate", window: 60_000 }]);

  await unfold(page, "Deduplicate");
  await page.getByRole("radio", { name: /Only some fields/ }).click();
  await page.getByRole("checkbox", { name: "body.id 12" }).click();
  await page.getByLabelText("Fields", { exact: true }).fill("headers.x-trace");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Remove headers.x-trace" })).toBeVisible();
  await save.click();

  await expect.element(save).toHaveAttribute("aria-disabled", "true");
  expect(saved).toEqual([
    [{ type: "deduplicate", window: 60_000, include_fields: ["body.id", "headers.x-trace"] }],
  ]);
});

test("without a source there is no request to choose from", async () => {
  const { page } = await open([{ type: "deduplicate", window: 60_000, include_fields: ["body.id"] }], null);
  await unfold(page, "Deduplicate");

  await expect
    .element(page.getByText("Once the source has received a request, you can choose its fields here."))
    .toBeVisible();
});

test("a transformation is chosen by name", async () => {
  const { page, save } = await open();

  await page.getByRole("checkbox", { name: "Transform" }).click();
  await page.getByRole("combobox", { name: "Transformation" }).fill("norm");
  await page.getByRole("option", { name: "normalise-order" }).click();
  await save.click();

  await expect.element(save).toHaveAttribute("aria-disabled", "true");
  expect(saved).toEqual([[{ type: "transform", transformation_id: "trs_1" }, RETRY]]);
});

test("a transformation that is not on the first page has its name too", async () => {
  const far = { id: "trs_900", name: "zip-codes" };
  const { page } = await open([{ type: "transform", transformation_id: far.id }], "src_1", {
    "GET /2025-07-01/transformations": aFirstPageOf([{ id: "trs_1", name: "normalise-order" }]),
    [`GET /2025-07-01/transformations/${far.id}`]: far,
  });

  await unfold(page, "Transform");

  await expect.element(page.getByRole("combobox", { name: "Transformation" })).toHaveValue("zip-codes");
});

test("several filters can follow each other, and one of them can be removed", async () => {
  const { page, save } = await open([{ type: "filter", body: { paid: true } }]);

  await page.getByRole("button", { name: "Add another filter" }).click();
  expect(page.getByRole("checkbox", { name: "Filter" }).elements()).toHaveLength(2);
  await save.click({ force: true });
  await expect.element(page.getByText("Required", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Remove Filter" }).last().click();

  expect(page.getByRole("checkbox", { name: "Filter" }).elements()).toHaveLength(1);
  await expect.element(page.getByRole("button", { name: "Remove Filter" })).not.toBeInTheDocument();
  expect(saved).toEqual([]);
});

test("a filter says what is wrong when the focus leaves it, and not before", async () => {
  const { page } = await open();

  await unfold(page, "Retry");
  await page.getByRole("checkbox", { name: "Filter" }).click();
  const body = page.getByRole("textbox", { name: "Filter for the body" });
  await body.click();
  expect(page.getByText("Required", { exact: true }).query()).toBeNull();
  await page.getByLabelText("Count").click();
  await expect.element(page.getByText("Required", { exact: true })).toBeVisible();

  await body.click();
  await userEvent.keyboard("nope");
  await expect.element(page.getByText("Required", { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByText("Invalid JSON", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("tab", { name: "Body , has a mistake" })).toBeVisible();
});

const AT = "2026-11-14T14:00:00.000Z";
const ORDERS = { id: "trs_1", name: "normalise-order", created_at: AT };
const TRANSFORMATIONS = "GET /2025-07-01/transformations";

test("rules that are there fold to one line each, which says what they do", async () => {
  const { page } = await open(
    [
      { type: "filter", body: { paid: true } },
      { type: "deduplicate", window: 60_000, include_fields: ["body.id"] },
      { type: "transform", transformation_id: "trs_1" },
      { type: "delay", delay: 1500 },
      RETRY,
    ],
    null,
    { "GET /2025-07-01/transformations/trs_1": ORDERS },
  );

  for (const words of [
    'body { "paid": true }',
    "same body.id, within 1 min",
    "normalise-order",
    "deliver after 1.5 s",
    "up to 6 attempts over 15 min 30 s",
  ])
    await expect.element(page.getByText(words)).toBeVisible();
  expect(page.getByRole("textbox").elements()).toEqual([]);

  await unfold(page, "Retry");
  await page.getByLabelText("Count").fill("51");
  await unfold(page, "Retry");
  await expect.element(page.getByText("has a mistake")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click({ force: true });

  await expect.element(page.getByLabelText("Count")).toHaveFocus();
  await expect.element(page.getByText("Max of 50")).toBeVisible();
});

test("transformations that cannot be loaded are said to be missing, and can be asked for again", async () => {
  const { page } = await open([{ type: "transform", transformation_id: "trs_1" }], null, {
    [TRANSFORMATIONS]: () => Response.json({}, { status: 503 }),
  });
  await unfold(page, "Transform");
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("The transformations could not be loaded. The server failed to answer.");

  api.answers[TRANSFORMATIONS] = aPageOf([ORDERS]);
  await page.getByRole("button", { name: "Try again" }).click();

  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.element(page.getByRole("combobox", { name: "Transformation" })).toHaveValue("normalise-order");
});
