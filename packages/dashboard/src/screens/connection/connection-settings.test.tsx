import { afterEach, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { COURSE_TITLE } from "../../resources/rules/request-course.tsx";
import { openScreen } from "../../resources/test-screen.tsx";
import { connectionRoutes } from "./test-connection-routes.tsx";

const RETRY = {
  type: "retry",
  strategy: "exponential",
  interval: 30_000,
  count: 5,
  response_status_codes: null,
} as const;
const connection = aConnection(1, { name: "charges", description: "All of them", rules: [RETRY] });
const PATH = `/2025-07-01/connections/${connection.id}`;

let api: TestApi;
afterEach(() => api.restore());

/** The server's connection, which saves change and another person may change. */
async function openSettings(answers: Answers = {}, role: "member" | "viewer" = "member") {
  const far = { ...connection };
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/name-is-used": (url: URL) => ({ used: url.searchParams.get("name") === "taken" }),
    "GET /dashboard-api/requests": aPageOf([]),
    "GET /2025-07-01/transformations": aPageOf([]),
    [`GET ${PATH}`]: () => ({ ...far }),
    [`PUT ${PATH}`]: (_url: URL, body: unknown) =>
      Object.assign(far, body, { updated_at: `${far.updated_at}+` }) && { ...far },
    ...answers,
  });
  const { screen, router } = await openScreen(`/connections/${connection.id}/settings`, connectionRoutes);
  await expect.element(screen.getByLabelText("Connection name")).toBeVisible();
  return { screen, router, far };
}

function failure(): Response {
  return Response.json({}, { status: 500 });
}

function sent(): unknown[] {
  return api.asked.filter(({ call }) => call === `PUT ${PATH}`).map(({ body }) => body);
}

test("details and rules are saved apart, each with its own Save", async () => {
  const { screen } = await openSettings();
  const save = screen.getByRole("button", { name: "Save" });
  await expect.element(save).not.toBeInTheDocument();

  await screen.getByLabelText("Connection name").fill("");
  await screen
    .getByRole("region", { name: "Unsaved changes in Details" })
    .getByRole("button", { name: "Save" })
    .click();
  await expect.element(screen.getByText("Connection saved")).toBeVisible();
  await expect.element(save).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Retry settings" }).click();
  await screen.getByLabelText("Count").fill("3");
  await screen
    .getByRole("region", { name: "Unsaved changes in Rules" })
    .getByRole("button", { name: "Save" })
    .click();

  await expect.element(save).not.toBeInTheDocument();
  expect(sent()).toEqual([{ name: null, description: "All of them" }, { rules: [{ ...RETRY, count: 3 }] }]);
});

test("the second save of a connection that changed meanwhile says so and loses nothing", async () => {
  const { screen, far } = await openSettings();
  const changed = { code: "CHANGED_MEANWHILE", status: 412, message: "It was changed after you loaded it" };
  api.answers[`PUT ${PATH}`] = () => Response.json(changed, { status: 412 });
  Object.assign(far, { description: "Somebody's words", updated_at: "2026-11-15T00:00:00.000Z" });

  await screen.getByLabelText("Description").fill("My words");
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByText("Somebody else changed this meanwhile")).toBeVisible();
  await expect.element(screen.getByRole("cell", { name: "Somebody's words" })).toBeVisible();
  await expect.element(screen.getByLabelText("Description")).toHaveValue("My words");
  api.answers[`PUT ${PATH}`] = (_url: URL, body: unknown) => ({ ...far, ...Object(body) });
  await screen.getByRole("button", { name: "Keep mine" }).click();

  await expect.element(screen.getByText("Connection saved")).toBeVisible();
  expect(sent().at(-1)).toEqual({ name: "charges", description: "My words" });
});

test("a refusal is said beside the form, with the server's first message", async () => {
  const refusal = { code: "UNPROCESSABLE_ENTITY", status: 422, message: "No", data: ["name is odd"] };
  const { screen } = await openSettings({ [`PUT ${PATH}`]: () => Response.json(refusal, { status: 422 }) });

  await screen.getByLabelText("Connection name").fill("odd");
  await screen.getByRole("button", { name: "Save" }).click();

  await expect
    .element(screen.getByText("An error occurred while saving the connection: name is odd"))
    .toBeVisible();
  await expect.element(screen.getByLabelText("Connection name")).toHaveAccessibleDescription("Is odd");
});

test("a name that another connection of the source has cannot be saved", async () => {
  const { screen } = await openSettings();

  await screen.getByLabelText("Connection name").fill("taken");

  await expect.element(screen.getByText("Name is already used.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "true");
});

test("beside the rules stands what they do to a request, as they are edited; a narrow page has no room for it", async () => {
  const { screen } = await openSettings();
  const course = screen.getByRole("list", { name: COURSE_TITLE });
  await expect
    .element(course)
    .toHaveTextContent(
      "stripe receives it, answers 200Retry 6 attempts, then Failedorders-api https://orders.acme.dev/hooks",
    );

  await screen.getByRole("checkbox", { name: "Delay" }).click();
  await screen.getByRole("checkbox", { name: "Retry" }).click();
  await expect.element(course).toHaveTextContent(/answers 200Delay waits 1 minorders-api/);
  await expect
    .element(screen.getByText("Runs these rules over the last 100 requests of stripe. Nothing is sent."))
    .toBeVisible();
  await page.viewport(360, 800);
  onTestFinished(() => page.viewport(1280, 800));

  await expect.element(course).not.toBeInTheDocument();
});

test("a viewer reads the settings, and sees why nothing in them can be changed", async () => {
  const { screen, far } = await openSettings({}, "viewer");
  const reason = "You need the member role for this.";

  await expect.element(screen.getByRole("note")).toHaveTextContent(reason);
  await expect.element(screen.getByLabelText("Description")).toHaveAttribute("readonly");
  await screen.getByRole("button", { name: "Retry settings" }).click();
  await expect.element(screen.getByLabelText("Count")).toHaveAttribute("readonly");
  await expect.element(screen.getByRole("checkbox", { name: "Delay" })).toBeDisabled();
  await expect.element(screen.getByRole("button", { name: "Move Filter" })).toBeDisabled();
  await screen.getByLabelText("Connection name").click();
  await userEvent.keyboard("mine{Enter}");

  await expect.element(screen.getByLabelText("Connection name")).toHaveValue("charges");
  for (const name of ["Pause", "Disable", "Delete…"])
    await expect
      .element(screen.getByRole("main").getByRole("button", { name, exact: false }).first())
      .toHaveAttribute("data-tooltip", expect.stringContaining(reason));
  expect([far.name, sent()]).toEqual(["charges", []]);
});

test("a viewer reads the filter, and cannot write into its editor", async () => {
  const filtered = { ...connection, rules: [{ type: "filter", body: { paid: true } }] };
  const { screen } = await openSettings({ [`GET ${PATH}`]: filtered }, "viewer");

  await screen.getByRole("button", { name: "Filter settings" }).click();
  await expect
    .element(screen.getByRole("textbox", { name: "Filter for the body" }))
    .toHaveAttribute("aria-readonly", "true");
  await expect
    .element(screen.getByRole("button", { name: "Open filter editor" }))
    .toHaveAttribute("aria-disabled", "true");
});

test("an unpause that fails says so, and the connection is paused again", async () => {
  const { screen } = await openSettings({
    [`GET ${PATH}`]: { ...connection, paused_at: connection.created_at },
    [`PUT ${PATH}/unpause`]: failure,
  });

  await screen.getByRole("main").getByRole("button", { name: "Unpause…" }).click();
  await screen
    .getByRole("dialog", { name: "Unpause connection" })
    .getByRole("button", { name: "Unpause" })
    .click();

  await expect.element(screen.getByText("Failed to enable connection")).toBeVisible();
  await expect.element(screen.getByRole("main").getByRole("button", { name: "Unpause…" })).toBeVisible();
});

test("an enable that fails says so, and the connection is disabled again", async () => {
  const { screen } = await openSettings({
    [`GET ${PATH}`]: { ...connection, disabled_at: connection.created_at },
    [`PUT ${PATH}/enable`]: failure,
  });

  await screen.getByRole("main").getByRole("button", { name: "Enable" }).click();

  await expect.element(screen.getByText("Failed to enable connection")).toBeVisible();
  await expect.element(screen.getByRole("main").getByRole("button", { name: "Enable" })).toBeVisible();
});

test("disabling says what stops, and a change that fails has its own words", async () => {
  const { screen } = await openSettings({ [`PUT ${PATH}/disable`]: failure });

  await screen.getByRole("main").getByRole("button", { name: "Disable…" }).click();
  const question = screen.getByRole("dialog", { name: "Disable connection" });
  await expect
    .element(question)
    .toHaveTextContent(
      "By disabling this connection, all existing events will stop delivery and future events won't be processed. Are you sure?",
    );
  await question.getByRole("button", { name: "Disable" }).click();

  await expect.element(screen.getByText("Failed to enable connection")).toBeVisible();
});

test("a transformation is written in a window over the form, and is chosen then", async () => {
  const LIST = "GET /2025-07-01/transformations";
  const at = connection.created_at;
  const created = { id: "trs_2", name: "to-cents", code: "", env: null, created_at: at, updated_at: at };
  const { screen } = await openSettings({
    "GET /2025-07-01/transformations/trs_2": created,
    "POST /2025-07-01/transformations": () => {
      api.answers[LIST] = aPageOf([created]);
      return created;
    },
  });
  await screen.getByLabelText("Description").fill("Typed before");
  await screen.getByRole("checkbox", { name: "Transform" }).click();
  await screen.getByRole("button", { name: "Create transformation" }).click();

  const editor = screen.getByRole("dialog", { name: "New transformation" });
  await editor.getByRole("button", { name: "Confirm changes" }).click();
  expect(screen.getByText("Required", { exact: true }).query()).toBeNull(); // the rule is not left yet
  const naming = screen.getByRole("dialog", { name: "Name the transformation" });
  await naming.getByRole("textbox", { name: "Name" }).fill("to-cents");
  await naming.getByRole("button", { name: "Save" }).click();

  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(screen.getByRole("combobox", { name: "Transformation" })).toHaveValue("to-cents");
  await expect.element(screen.getByRole("button", { name: "Create transformation" })).toHaveFocus();
  await expect.element(screen.getByLabelText("Description")).toHaveValue("Typed before");
  await screen
    .getByRole("region", { name: "Unsaved changes in Rules" })
    .getByRole("button", { name: "Save" })
    .click();
  await expect.poll(sent).toEqual([{ rules: [{ type: "transform", transformation_id: "trs_2" }, RETRY] }]);
});
