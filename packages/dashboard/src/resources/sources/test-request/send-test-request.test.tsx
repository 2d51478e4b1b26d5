import { sourceTypeLabel } from "@posthorn/contract/source-type-labels";
import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../api/test-api.ts";
import { aConnection, aSession } from "../../connections/test-connections.ts";
import { aRequest } from "../../requests/test-requests.ts";
import { openScreen } from "../../test-screen.tsx";
import { SendTestRequest } from "./send-test-request.tsx";

const { source } = aConnection(1);
const EXAMPLES = `GET /dashboard-api/sources/${source.id}/examples`;
const SEND = `POST /dashboard-api/sources/${source.id}/test-request`;
const models = [
  { name: "invoice.paid", method: "POST", headers: { "User-Agent": "Stripe/1.0" }, body: '{\n  "a": 1\n}' },
  { name: "charge.refunded", method: "POST", headers: {}, body: '{\n  "b": 2\n}' },
];
const request = aRequest(1, { events_count: 0 });
const answered = (status: number, change: object = {}) => ({
  example: "invoice.paid",
  answer: { status, body: "" },
  request,
  ...change,
});

let api: TestApi;
afterEach(() => api.restore());

async function open(answers: Answers = {}, role: "member" | "viewer" = "member") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    [EXAMPLES]: { models, signed: true, refusal: null },
    [SEND]: answered(200),
    ...answers,
  });
  const { screen } = await openScreen("/x", (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "x",
      component: () => <SendTestRequest source={source} />,
    }),
    createRoute({ getParentRoute: () => app, path: "requests/$id" }),
  ]);
  return screen;
}

async function openDialog(answers: Answers = {}) {
  const screen = await open(answers);
  await screen.getByRole("button", { name: "Send a test request" }).click();
  const dialog = screen.getByRole("dialog", { name: "Send a test request" });
  await expect.element(dialog.getByLabelText("Example")).toBeVisible();
  return dialog;
}

test("a person chooses an example, sees it, sends it, and finds the request", async () => {
  const dialog = await openDialog({ [SEND]: answered(200, { example: "charge.refunded" }) });
  await expect
    .element(dialog)
    .toHaveTextContent("Sent with the proof that the source asks for, made from its own secret.");
  await expect
    .element(dialog.getByLabelText("Code"))
    .toHaveTextContent('POST User-Agent: Stripe/1.0 { "a": 1 }');

  await dialog.getByLabelText("Example").selectOptions("charge.refunded");
  await expect.element(dialog.getByLabelText("Code")).toHaveTextContent('POST { "b": 2 }');
  await dialog.getByRole("button", { name: "Send", exact: true }).click();

  await expect
    .element(dialog.getByRole("alert"))
    .toHaveTextContent("The source answered 200 to charge.refundedIt accepted the request.");
  await expect
    .element(dialog.getByRole("link", { name: "Open the request" }))
    .toHaveAttribute("href", `/requests/${request.id}`);
  expect(api.asked.find(({ call }) => call === SEND)?.body).toEqual({ example: "charge.refunded" });
});

test.each([
  [
    answered(401, {
      request: { ...request, status: "rejected", rejection_cause: "VERIFICATION_FAILED" },
    }),
    "The source answered 401 to invoice.paidIt rejected the request: Authentication Failed. The request says more.",
  ],
  [
    answered(200, { request: { ...request, rejection_cause: "NO_CONNECTION" } }),
    "It accepted the request, but no connection takes its requests to a destination.",
  ],
  [answered(429, { request: null }), "The source answered 429 to invoice.paidIt stored nothing."],
  [answered(200, { request: null }), "It replied to a challenge of the provider"],
])("%# the answer is told in words", async (reply, words) => {
  const dialog = await openDialog({ [SEND]: reply });

  await dialog.getByRole("button", { name: "Send", exact: true }).click();

  await expect.element(dialog.getByRole("alert")).toHaveTextContent(words);
});

test("what cannot be signed says why, and cannot be sent", async () => {
  const label = sourceTypeLabel("DISCORD");
  const refusal = `${label} signs with a private key that only ${label} has.`;
  const dialog = await openDialog({ [EXAMPLES]: { models, signed: false, refusal } });

  await expect.element(dialog).toHaveTextContent(`No example can be sent to this source${refusal}`);
  await expect
    .element(dialog.getByRole("button", { name: "Send", exact: true }))
    .toHaveAttribute("data-tooltip", refusal);
});

test("a source that accepts any sender gets it unsigned; a failure says that nothing was sent", async () => {
  const dialog = await openDialog({
    [EXAMPLES]: { models, signed: false, refusal: null },
    [SEND]: () =>
      Response.json({ code: "GONE", status: 410, message: "Resource was deleted" }, { status: 410 }),
  });
  await expect
    .element(dialog)
    .toHaveTextContent("Sent without a signature, because the source accepts any sender.");

  await dialog.getByRole("button", { name: "Send", exact: true }).click();

  await expect.element(dialog.getByRole("alert")).toHaveTextContent("The test request was not sent");
});

test("a viewer sees the button with the reason why not", async () => {
  const screen = await open({}, "viewer");

  await expect
    .element(screen.getByRole("button", { name: "Send a test request" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role"));
});
