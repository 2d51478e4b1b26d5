/** An id or a name that is typed or pasted into the palette opens what it names. */
import { publicId } from "@posthorn/contract/ids";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { answerApi, aPageOf, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { CommandPalette } from "./command-palette.tsx";

const UUID = "01999999-9999-7999-8999-999999999999";

let api: TestApi | undefined;
afterEach(() => api?.restore());

const nothing = () => undefined;

async function openPalette() {
  const session = aSession("owner");
  const [project] = session.projects;
  const [organization] = session.organizations;
  if (!project || !organization) throw new Error("A session has a project");
  return openScreen("/", (app: AnyRoute) => [
    createRoute({
      getParentRoute: () => app,
      path: "/",
      component: () => (
        <CommandPalette
          session={{ ...session, project, organization }}
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

const CONNECTION = aConnection(1, { id: publicId("connection", UUID), name: "nightly" });

const idOf = (kind: "source" | "destination" | "transformation") => publicId(kind, UUID);

/** The server finds by name, as the real one does. */
const called = (name: string, model: object) => (url: URL) =>
  aPageOf(name.includes(url.searchParams.get("search") ?? "") ? [{ ...model, name }] : []);

function answerNames(): void {
  api = answerApi({
    "GET /dashboard-api/sources": called("stripe-eu", { ...CONNECTION.source, id: idOf("source") }),
    "GET /dashboard-api/destinations": called("ledger", {
      ...CONNECTION.destination,
      id: idOf("destination"),
    }),
    "GET /dashboard-api/transformations": called("to-ledger", { id: idOf("transformation") }),
    "GET /dashboard-api/connections": (url) =>
      aPageOf(url.searchParams.get("search") === "stripe orders" ? [CONNECTION] : []),
  });
}

test("a name finds sources, destinations and transformations, and leads there", async () => {
  answerNames();
  const { screen, router } = await openPalette();

  await screen.getByRole("combobox").fill("ledger");
  await expect.element(screen.getByRole("option", { name: "to-ledger" })).toBeVisible();
  expect(
    screen
      .getByRole("option")
      .elements()
      .map((option) => option.textContent),
  ).toEqual(["ledger", "to-ledger"]);
  await userEvent.keyboard("{Enter}");

  await expect.element(screen.getByText("Opened")).toBeVisible();
  expect(router.state.location.href).toBe(`/destinations/${idOf("destination")}`);
});

test("a connection is found by words of both its ends", async () => {
  answerNames();
  const { screen, router } = await openPalette();

  await screen.getByRole("combobox").fill("stripe orders");
  await screen.getByRole("option", { name: "stripe → orders-api · nightly" }).click();

  await expect.element(screen.getByText("Opened")).toBeVisible();
  expect(router.state.location.href).toBe(`/connections/${CONNECTION.id}`);
});

test("names that cannot be searched are not said to be missing", async () => {
  api = answerApi({});
  const { screen } = await openPalette();

  await screen.getByRole("combobox").fill("ledger");

  await expect.element(screen.getByText("Names could not be searched")).toBeVisible();
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
