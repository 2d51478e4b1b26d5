/** An id that is typed or pasted into the palette opens what it names. */
import { publicId } from "@posthorn/contract/ids";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { answerApi, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { CommandPalette } from "./command-palette.tsx";

const UUID = "01999999-9999-7999-8999-999999999999";

let api: TestApi | undefined;
afterEach(() => api?.restore());

const nothing = () => undefined;

async function openPalette() {
  const session = aSession("owner");
  const [project] = session.projects;
  if (!project) throw new Error("A session has a project");
  return openScreen("/", (app: AnyRoute) => [
    createRoute({
      getParentRoute: () => app,
      path: "/",
      component: () => (
        <CommandPalette
          session={{ ...session, project }}
          onClose={nothing}
          onSwitchProject={nothing}
          onShowShortcuts={nothing}
          onShowApiInputs={nothing}
        />
      ),
    }),
    createRoute({ getParentRoute: () => app, path: "$", component: () => <p>Opened</p> }),
  ]);
}

test("the id of an event opens its page", async () => {
  const { screen, router } = await openPalette();
  const id = publicId("event", UUID);

  await screen.getByRole("combobox").fill(id);
  await expect.element(screen.getByRole("option")).toHaveTextContent(`Open event ${id}`);
  await userEvent.keyboard("{Enter}");

  await expect.element(screen.getByText("Opened")).toBeVisible();
  expect(router.state.location.href).toBe(`/events/${id}`);
});

test("for an execution the server says where it is", async () => {
  const id = publicId("execution", UUID);
  api = answerApi({
    [`GET /dashboard-api/places/${id}`]: { kind: "execution", transformation_id: "trs_1" },
  });
  const { screen, router } = await openPalette();

  await screen.getByRole("combobox").fill(id);
  await userEvent.keyboard("{Enter}");

  await expect.element(screen.getByText("Opened")).toBeVisible();
  expect(router.state.location.href).toBe(`/transformations/trs_1/executions?selected_execution_id=${id}`);
});

test("an id that names nothing is said to be unknown", async () => {
  const id = publicId("bulk_operation", UUID);
  api = answerApi({});
  const { screen } = await openPalette();

  await screen.getByRole("combobox").fill(id);
  await userEvent.keyboard("{Enter}");

  await expect.element(screen.getByText(`Could not find ${id}`)).toBeVisible();
});
