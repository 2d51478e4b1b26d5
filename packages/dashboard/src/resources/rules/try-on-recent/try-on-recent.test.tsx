import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { answerApi, type Answers, type TestApi } from "../../api/test-api.ts";
import { aSession } from "../../connections/test-connections.ts";
import "../../../ui/styles/styles.css";
import { clockTime } from "../../../ui/time.ts";
import type { EditedRules } from "./rules-trial-query.ts";
import { TRIED } from "./test-trials.ts";
import { TryOnRecentButton, type TryOnRecentButtonProps } from "./try-on-recent-button.tsx";

const TRIAL = "POST /dashboard-api/rules-trial";
const RULES: EditedRules = [{ type: "filter", body: { kind: "order" } }];

let api: TestApi;
afterEach(() => api.restore());

function form(props: Partial<TryOnRecentButtonProps>, client: QueryClient) {
  return (
    <QueryClientProvider client={client}>
      <Suspense>
        <TryOnRecentButton sourceId="src_1" connectionId="web_1" rules={RULES} {...props} />
      </Suspense>
    </QueryClientProvider>
  );
}

async function shown(
  answers: Answers,
  props: Partial<TryOnRecentButtonProps> = {},
  role: "viewer" | "member" = "member",
) {
  api = answerApi({ "GET /dashboard-api/session": aSession(role), ...answers });
  const client = new QueryClient();
  const screen = await render(form(props, client));
  const button = screen.getByRole("button", { name: "Try on recent requests" });
  await expect.element(button).toBeVisible();
  return {
    screen,
    button,
    /** As the form would, after an edit. */
    edit: (rules: EditedRules) => screen.rerender(form({ ...props, rules }, client)),
    panel: screen.getByRole("complementary", { name: "Try on recent requests" }),
    row: (name: RegExp) => screen.getByRole("button", { name }),
  };
}

test("shows totals before and after, and each request with its outcome", async () => {
  const { screen, button, panel, row } = await shown({ [TRIAL]: TRIED });

  await button.click();

  await expect
    .element(panel.getByText("Edited rules over the last 6 requests, in 214 ms. Nothing was sent."))
    .toBeVisible();
  expect(api.asked.find(({ call }) => call === TRIAL)?.body).toEqual({
    source_id: "src_1",
    webhook_id: "web_1",
    rules: RULES,
  });
  const totals = panel.element().querySelector("dl")?.textContent;
  expect(totals).toBe(
    "Delivered5 becomes →2Changed1Filtered0 becomes →1Deduplicated0 becomes →1Failed0 becomes →1",
  );
  await expect.element(row(/POST \/orders\/1 Delivered Changed 2 added, 2 removed/)).toBeVisible();
  await expect.element(row(/\/orders\/2 Filtered body$/)).toBeVisible();
  const first = clockTime(new Date("2026-11-15T14:32:56.000Z"));
  await expect.element(row(new RegExp(`/orders/3 Deduplicated same as ${first}`))).toBeVisible();
  await expect.element(row(/\/orders\/4 Failed transform, line 9/)).toBeVisible();
  await expect.element(row(/\/orders\/6 Not tried too large/)).toBeVisible();
  await expect.element(panel.getByText("1 request could not be tried.")).toBeVisible();

  await row(/\/orders\/4/).click();

  await expect.element(screen.getByText("Error: no such kind (line 9, column 3)")).toBeVisible();
  await expect.element(screen.getByText("It is delivered as it came.")).toBeVisible();
});

test("an opened request shows the difference, part by part", async () => {
  const { button, panel, row } = await shown({ [TRIAL]: TRIED });
  await button.click();

  await row(/\/orders\/1 /).click();

  await expect.element(panel.getByText("Saved rules → edited rules")).toBeVisible();
  const body = panel.getByRole("textbox", { name: "Changes of the body" });
  await expect.element(body).toHaveTextContent(/Removed: "total_price": "129\.00".*Added: "total": 12900/);
  await panel.getByRole("tab", { name: "Headers" }).click();
  const headers = panel.getByRole("textbox", { name: "Changes of the headers" });
  await expect.element(headers).toHaveTextContent(/Removed: "x-a": "1".*Added: "x-a": "2"/);
});

test("shows only what changes, or one outcome", async () => {
  const { button, panel, row } = await shown({ [TRIAL]: TRIED });
  await button.click();
  await expect.element(row(/\/orders\/5/)).toBeVisible();

  await panel.getByRole("button", { name: "Only what changes 4" }).click();

  await expect.element(row(/\/orders\/5/)).not.toBeInTheDocument();
  expect(panel.getByRole("listitem").elements().length).toBe(4);
  await panel.getByRole("button", { name: "Failed 1" }).click();
  expect(panel.getByRole("listitem").elements().length).toBe(1);
});

test("says that the rules have changed, and runs the new ones when asked", async () => {
  const { button, panel, edit } = await shown({ [TRIAL]: TRIED });
  await button.click();
  await expect.element(panel.getByText(/Nothing was sent\.$/)).toBeVisible();

  await edit([]);

  await expect.element(panel.getByText("The rules have changed since this run")).toBeVisible();
  expect(api.asked.filter(({ call }) => call === TRIAL).length).toBe(1);
  await panel.getByRole("button", { name: "Run again" }).click();
  await expect.element(panel.getByText("The rules have changed since this run")).not.toBeInTheDocument();
  expect(api.asked.findLast(({ call }) => call === TRIAL)?.body).toMatchObject({ rules: [] });
});

test("a source without requests, a failed run, and back to the form by Escape", async () => {
  const message = "rules[0].transformation_id is not the id of a transformation";
  const refusal = Response.json({ code: "UNPROCESSABLE_ENTITY", status: 422, message }, { status: 422 });
  const { button, panel } = await shown({ [TRIAL]: refusal });
  await button.click();
  await expect.element(panel.getByText(message)).toBeVisible();
  await expect
    .element(panel.getByRole("status"))
    .toHaveTextContent("The edited rules could not be run. Nothing was sent.");

  api.answers[TRIAL] = { ...TRIED, requests: [] };
  await panel.getByRole("button", { name: "Try again" }).click();

  await expect.element(panel.getByText("No requests found")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test("is refused to viewers and while a rule is wrong, with the reason", async () => {
  const viewer = await shown({}, {}, "viewer");
  await expect
    .element(viewer.button)
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role for this."));
  await viewer.screen.unmount();
  api.restore();

  const { button, panel } = await shown({}, { disabledReason: "Fix form errors" });
  await expect.element(button).toHaveAttribute("data-tooltip", expect.stringContaining("Fix form errors"));
  await button.click({ force: true });
  await expect.element(panel).not.toBeInTheDocument();
});
