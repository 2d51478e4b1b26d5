import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import {
  anExecution,
  aRun,
  aTransformation,
  PASSES_ON,
  TRANSFORMATION_ID,
} from "../../resources/transformations/test-transformations.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { TransformationEditScreen, TransformationNewScreen } from "./editor-screens.tsx";
import { EditorSearch } from "../../resources/transformation-editor/editor-url.ts";

const ONE = `/2025-07-01/transformations/${TRANSFORMATION_ID}`;
const EXECUTIONS = `/dashboard-api/transformations/${TRANSFORMATION_ID}/executions`;
const RUN = "PUT /dashboard-api/transformations/run";
const CREATE = "POST /2025-07-01/transformations";
const UPDATE = `PUT ${ONE}`;
let api: TestApi;

afterEach(() => api.restore());

async function openEditor(path = `/transformations/${TRANSFORMATION_ID}/edit`, answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    "GET /dashboard-api/name-is-used": (url: URL) => ({ used: url.searchParams.get("name") === "taken" }),
    "GET /2025-07-01/connections": aPageOf([aConnection(1)]),
    "GET /dashboard-api/requests": aPageOf([]),
    [`GET ${ONE}`]: aTransformation(),
    [`GET ${EXECUTIONS}`]: aPageOf([anExecution(7)]),
    [`GET ${EXECUTIONS}/${anExecution(7).id}`]: anExecution(7),
    [RUN]: aRun(),
    [CREATE]: aTransformation(),
    [UPDATE]: aTransformation({ updated_at: "2026-11-14T15:00:00.000Z" }),
    ...answers,
  });
  const { screen, router } = await openScreen(path, (app) => {
    const common = { getParentRoute: () => app, validateSearch: EditorSearch };
    return [
      createRoute({ ...common, path: "transformations/$id/edit", component: TransformationEditScreen }),
      createRoute({ ...common, path: "transformations/new", component: TransformationNewScreen }),
      createRoute({
        getParentRoute: () => app,
        path: "transformations/$id",
        component: () => <p>The overview</p>,
      }),
      createRoute({ getParentRoute: () => app, path: "transformations", component: () => <p>The list</p> }),
    ];
  });
  const code = screen.getByRole("textbox", { name: "Code", exact: true });
  await expect.element(screen.getByRole("heading", { level: 1 })).toBeVisible();
  const runNow = () => screen.getByRole("button", { name: "Run transformation" }).click();
  return { screen, router, code, runNow };
}

const sent = (call: string) => api.asked.filter((one) => one.call === call).map(({ body }) => body);

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, status, message }, { status });
}

test("the code is tried on the newest execution's input, and the output is shown", async () => {
  const { screen, router, code, runNow } = await openEditor();
  await expect.element(screen.getByText(anExecution(7).id)).toBeVisible();
  await expect.element(code).toHaveTextContent("addHandler");

  await runNow();

  await expect.element(screen.getByText("Code successfully executed.").first()).toBeVisible();
  await expect.element(screen.getByRole("tab", { name: "Output" })).toHaveAttribute("aria-selected", "true");
  await expect.element(screen.getByRole("textbox", { name: "Output" })).toHaveTextContent('"seen": true');
  await expect.element(screen.getByRole("tab", { name: /^Diff/ })).toHaveTextContent("+2 −1");
  await expect.element(screen.getByRole("list", { name: "Console lines" })).toHaveTextContent("order 7");
  expect(router.state.location.search).toEqual({ transform_tab: "output" });
  expect(sent(RUN)).toEqual([
    {
      code: PASSES_ON,
      env: { SHOP: "north" },
      webhook_id: aConnection(1).id,
      request: {
        headers: { "content-type": "application/json" },
        body: { order: 7 },
        path: "/orders",
        query: "",
      },
    },
  ]);
});

test("before the first run there is no output and no difference", async () => {
  const { screen } = await openEditor();

  await screen.getByRole("tab", { name: "Output" }).click();
  await expect.element(screen.getByText("No output yet")).toBeVisible();
  await screen.getByRole("tab", { name: "Diff" }).click();

  await expect.element(screen.getByText("No output yet")).toBeVisible();
});

test("a warning, an error and a refused run each have their text", async () => {
  const { screen, runNow } = await openEditor();

  api.answers[RUN] = aRun({ log_level: "warn" });
  await runNow();
  await expect.element(screen.getByText("Code executed but logged a warning.").first()).toBeVisible();

  api.answers[RUN] = aRun({ log_level: "error" });
  await runNow();
  await expect.element(screen.getByText("Code executed but threw an error.").first()).toBeVisible();

  api.answers[RUN] = refusal(503, "UNAVAILABLE", "Temporarily unavailable, try again");
  await runNow();
  await expect
    .element(screen.getByText("Code failed to execute. Error: Temporarily unavailable, try again."))
    .toBeVisible();
});

test("an error of the code leads to its line", async () => {
  const failed = aRun({
    request: null,
    log_level: "fatal",
    console: [{ type: "error", message: "TypeError: no (line 2, column 3)" }],
    failure_position: { line: 2, column: 3 },
  });
  const { screen, code, runNow } = await openEditor(undefined, { [RUN]: failed });

  await runNow();

  await expect.element(screen.getByText("The code gave no output. The console says why.")).toBeVisible();
  await expect.element(code).toHaveTextContent("✗ TypeError: no");
  await screen.getByRole("button", { name: "line 2" }).click();
  await expect.element(code).toHaveFocus();
});

test("without code or a request there is no run", async () => {
  const { screen, code } = await openEditor();
  const input = screen.getByRole("textbox", { name: "Input" });

  for (const [text, problem] of [
    ["{", /Line 1.*/],
    ["[]", /Input must be a valid JSON object that represents an input request/],
    ['{"headers":{}}', /Missing input body to run code\./],
  ] as const) {
    await input.fill(text);
    await input.click();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect
      .element(screen.getByText("Input is invalid and transformation cannot be run.").first())
      .toBeVisible();
    await expect.element(screen.getByText(problem).first()).toBeVisible();
  }
  await code.fill(" ");
  await screen.getByRole("button", { name: "Run transformation" }).click();
  await expect.element(screen.getByText("Code is empty and cannot be run.")).toBeVisible();
  expect(sent(RUN)).toEqual([]);
});

test("changes are saved once, and the editor closes", async () => {
  const { screen, code } = await openEditor();
  const confirm = screen.getByRole("button", { name: "Confirm changes" });
  await expect.element(confirm).toHaveAttribute("data-tooltip", "Nothing has changed");

  await code.fill('addHandler("transform", (request) => request);');
  await screen.getByRole("button", { name: /^Variables/ }).click();
  await screen.getByRole("button", { name: "Add variable" }).click();
  await screen.getByLabelText("Name of variable 2").fill("KEY");
  await screen.getByLabelText("Value of variable 2").fill("secret");
  await userEvent.keyboard("{Escape}");
  await confirm.click();

  await expect.element(screen.getByText("The overview")).toBeVisible();
  expect(sent(UPDATE)).toEqual([
    {
      name: "normalise-order",
      code: 'addHandler("transform", (request) => request);',
      env: { SHOP: "north", KEY: "secret" },
    },
  ]);
});

test("variables have valid names, and the only row stays", async () => {
  const { screen } = await openEditor();
  await screen.getByRole("button", { name: /^Variables/ }).click();

  await expect.element(screen.getByRole("button", { name: "Delete variable 1" })).toBeDisabled();
  await screen.getByRole("button", { name: "Add variable" }).click();
  await expect.element(screen.getByRole("button", { name: "Delete variable 1" })).toBeEnabled();
  await screen.getByLabelText("Name of variable 2").fill("SHOP");
  await expect.element(screen.getByText("Name is already used.")).toBeVisible();
  await screen.getByLabelText("Name of variable 2").fill("1st");
  await expect
    .element(screen.getByText("Use letters, digits and underscores, and no digit first"))
    .toBeVisible();
  await userEvent.keyboard("{Escape}");
  await screen.getByRole("button", { name: "Confirm changes" }).click();

  await expect.element(screen.getByText("Fix form errors")).toBeVisible();
  expect(sent(UPDATE)).toEqual([]);
});

test("if somebody else saved meanwhile, both versions are shown and nothing typed is lost", async () => {
  const { screen, code } = await openEditor(undefined, {
    [UPDATE]: refusal(412, "CHANGED_MEANWHILE", "It was changed after you loaded it."),
  });
  await code.fill("// mine");
  api.answers[`GET ${ONE}`] = aTransformation({ code: "// theirs", updated_at: "2026-11-14T16:00:00.000Z" });
  await screen.getByRole("button", { name: "Confirm changes" }).click();

  await expect.element(screen.getByText("Somebody else changed this meanwhile")).toBeVisible();
  await expect.element(screen.getByRole("cell", { name: "// theirs" })).toBeVisible();
  await expect.element(code).toHaveTextContent("// mine");

  api.answers[UPDATE] = aTransformation({ code: "// mine" });
  await screen.getByRole("button", { name: "Keep mine" }).click();
  await expect.element(screen.getByText("The overview")).toBeVisible();
  expect(sent(UPDATE).at(-1)).toMatchObject({ code: "// mine" });
});

test("a new transformation asks for its name before it is saved", async () => {
  const { screen, router } = await openEditor("/transformations/new");
  await screen.getByRole("button", { name: "Confirm changes" }).click();

  const name = screen.getByRole("textbox", { name: "Name" });
  await name.fill("taken");
  await expect.element(screen.getByText("Name is already used.")).toBeVisible();
  await name.fill("my-orders");
  await expect.element(screen.getByText("Name is already used.")).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Save" }).click();

  await expect.element(screen.getByText("The overview")).toBeVisible();
  expect(router.state.location.pathname).toBe(`/transformations/${TRANSFORMATION_ID}`);
  expect(sent(CREATE)).toEqual([{ name: "my-orders", code: PASSES_ON, env: {} }]);
});

test("a transformation that cannot be created says so, and stays in the editor", async () => {
  const { screen } = await openEditor("/transformations/new", {
    [CREATE]: refusal(422, "UNPROCESSABLE_ENTITY", "No"),
  });
  await screen.getByRole("button", { name: "Edit name" }).click();
  await screen.getByRole("textbox", { name: "Name" }).fill("my-orders");
  await screen.getByRole("button", { name: "Done" }).click();
  await expect.element(screen.getByRole("heading", { name: "my-orders" })).toBeVisible();
  await screen.getByRole("button", { name: "Confirm changes" }).click();

  await expect.element(screen.getByText("Failed to create transformation")).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "my-orders" })).toBeVisible();
});

test("another input is taken by its id, or said to be missing", async () => {
  const { screen } = await openEditor();
  const missing = `req_${"9".padStart(22, "0")}`;
  await screen.getByRole("button", { name: "Change input" }).click();

  await screen.getByLabelText("ID of a request, event or execution").fill(missing);
  await screen.getByRole("button", { name: "Apply" }).click();
  await expect.element(screen.getByText(`Could not find data for ID ${missing}`)).toBeVisible();

  await screen.getByRole("button", { name: /Info$/ }).click();
  await expect.element(screen.getByText(`Request data applied for ID ${anExecution(7).id}`)).toBeVisible();
  await expect.element(screen.getByRole("textbox", { name: "Input" })).toHaveTextContent('"order": 7');
});

test("leaving unsaved work asks once", async () => {
  const { screen, code } = await openEditor();
  await code.fill("// mine");

  await screen.getByRole("button", { name: "Cancel" }).click();
  await expect.element(screen.getByText("Discard unsaved changes?")).toBeVisible();
  await screen.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(code).toHaveTextContent("// mine");

  await screen.getByRole("button", { name: "Cancel" }).click();
  await screen.getByRole("button", { name: "Discard" }).click();
  await expect.element(screen.getByText("The overview")).toBeVisible();
});

test("the executions open in a window, and one of them becomes the input", async () => {
  const { screen, router } = await openEditor();
  await screen.getByRole("button", { name: "View execution list" }).click();

  const window = screen.getByRole("dialog", { name: "Executions of the transformation" });
  await window.getByRole("link", { name: /Nov 14/ }).click();
  await expect.element(window.getByRole("tree")).toBeVisible();
  await window.getByRole("button", { name: "Use as input" }).click();

  await expect.element(window).not.toBeInTheDocument();
  await expect.element(screen.getByText(`Request data applied for ID ${anExecution(7).id}`)).toBeVisible();
  expect(router.state.location.search).toEqual({ transform_tab: "input" });
});

test("what does not exist says so", async () => {
  const { screen } = await openEditor(undefined, { [`GET ${ONE}`]: undefined });

  await expect.element(screen.getByRole("heading", { name: "Transformation not found" })).toBeVisible();
});

test("a viewer reads the code, and sees why it cannot be run or saved", async () => {
  const { screen, code } = await openEditor(undefined, { "GET /dashboard-api/session": aSession("viewer") });
  await expect.element(code).toHaveTextContent("addHandler");
  await expect.element(code).toHaveAttribute("aria-readonly", "true");
  await expect
    .element(screen.getByRole("textbox", { name: "Input" }))
    .toHaveAttribute("aria-readonly", "true");
  await expect.element(screen.getByText(/You need the member role/)).toBeVisible();
  await screen.getByRole("button", { name: /^Variables/ }).click();
  await expect.element(screen.getByLabelText("Value of variable 1")).toHaveAttribute("readonly");
  await expect.element(screen.getByRole("button", { name: "Delete variable 1" })).toBeDisabled();

  for (const name of ["Edit name", "Add variable"])
    await expect.element(screen.getByRole("button", { name })).toBeDisabled();
  for (const name of ["Run transformation", "Confirm changes"])
    await expect
      .element(screen.getByRole("button", { name }))
      .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role"));
});
