import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import "../styles/styles.css";
import { EntityPage, type EntityQuery } from "./entity-page.tsx";

interface Thing {
  name: string;
}

function page(query: Partial<EntityQuery<Thing>>) {
  return (
    <EntityPage<Thing>
      kind="Transformation"
      listLabel="Transformations"
      renderListLink={(props) => (
        <a href="#list" {...props}>
          {props.children}
        </a>
      )}
      query={{ data: undefined, error: null, refetch: () => undefined, ...query }}
      title={({ name }) => name}
    >
      <main>All about it</main>
    </EntityPage>
  );
}

test("the title stands once, in the bar, and names the browser's tab", async () => {
  const screen = await render(page({ data: { name: "ledger-sync" } }));

  await expect.element(screen.getByRole("heading", { level: 1, name: "ledger-sync" })).toBeVisible();
  expect(screen.getByRole("heading").elements()).toHaveLength(1);
  await expect.element(screen.getByRole("link", { name: "Transformations" })).toBeVisible();
  await expect.element(screen.getByText("All about it")).toBeVisible();
  expect(document.title).toBe("ledger-sync - Posthorn");
});

test("it says that it loads, and offers another try after a failure", async () => {
  let tries = 0;
  const screen = await render(page({}));
  await expect.element(screen.getByRole("status", { name: "Loading Transformation" })).toBeVisible();

  await screen.rerender(page({ error: { status: 503 }, refetch: () => (tries += 1) }));
  await expect.element(screen.getByRole("alert")).toHaveTextContent("The server failed to answer");
  await screen.getByRole("button", { name: "Try again" }).click();

  expect(tries).toBe(1);
});

test.each([
  [404, "Transformation not found"],
  [410, "Transformation deleted"],
])("%i has a screen of its own with the way to the list, also over older data", async (status, title) => {
  const screen = await render(page({ error: { status }, data: { name: "ledger-sync" } }));

  await expect.element(screen.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Go to transformations" })).toBeVisible();
  await expect.element(screen.getByText("All about it")).not.toBeInTheDocument();
  expect(document.title).toBe(`${title} - Posthorn`);
});
