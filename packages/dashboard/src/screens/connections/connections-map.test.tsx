import type { Connection } from "@posthorn/contract/connections";
import { createRoute } from "@tanstack/react-router";
import { createRef } from "react";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { aConnection } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { ConnectionGroups } from "./connection-groups.tsx";
import { ConnectionsMap } from "./connections-map.tsx";
import type { Grouping } from "./connections-url.ts";

const at = "2026-11-14T14:00:00.000Z";
const first = aConnection(1);

/** The second shares the source of the first, the third its destination. */
const connections: Connection[] = [
  { ...first, name: "payments" },
  { ...aConnection(2), name: "ledger-sync", source: first.source, paused_at: at },
  { ...aConnection(3), name: "orders", destination: first.destination, disabled_at: at },
];

async function openMap(View: typeof ConnectionsMap, grouping: Grouping = "source") {
  return openScreen("/", (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "/",
      component: () => (
        <View
          connections={connections}
          days={new Map()}
          requestCounts={{ [first.source.id]: 12_841 }}
          heldCounts={{ [aConnection(2).id]: 28 }}
          cliSessionCounts={undefined}
          grouping={grouping}
          selectedId={undefined}
          isStale={false}
          boxRef={createRef()}
          onOpenMenu={() => undefined}
        />
      ),
    }),
    ...["sources/$id", "connections/$id", "destinations/$id", "events"].map((path) =>
      createRoute({ getParentRoute: () => app, path, component: () => <p>{path}</p> }),
    ),
  ]);
}

/** The pointer stays where an earlier test left it, which may be on a wire. */
beforeEach(() =>
  userEvent.hover(page.elementLocator(document.documentElement), { position: { x: 0, y: 0 } }),
);

const lit = (container: HTMLElement) => container.querySelectorAll("svg[aria-hidden] > g.stroke-2").length;

test("sources, connections and destinations are lists of real links", async () => {
  const { screen } = await openMap(ConnectionsMap);
  const linksIn = (name: string) =>
    screen
      .getByRole("list", { name })
      .getByRole("link")
      .elements()
      .map((link) => link.getAttribute("href"));

  await expect.element(screen.getByRole("link", { name: "payments: stripe to orders-api" })).toBeVisible();
  expect(linksIn("Sources")).toEqual([
    `/sources/${first.source.id}`,
    `/sources/${connections[2]?.source.id}`,
  ]);
  expect(linksIn("Connections").filter((href) => href?.startsWith("/connections/"))).toEqual(
    connections.map(({ id }) => `/connections/${id}`),
  );
  expect(linksIn("Destinations")).toHaveLength(2);
});

test("the focus lights up the wires of a node, and arrows lead along them", async () => {
  const { screen, router } = await openMap(ConnectionsMap);
  await expect.element(screen.getByRole("link", { name: "payments: stripe to orders-api" })).toBeVisible();
  const source = screen.getByRole("list", { name: "Sources" }).getByRole("link").first();
  expect(lit(screen.container)).toBe(0);

  await userEvent.tab();
  await userEvent.tab();
  await expect.element(source).toHaveFocus();
  await expect.poll(() => lit(screen.container)).toBe(2);
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(screen.getByRole("link", { name: /^payments:/ })).toHaveFocus();
  await expect.poll(() => lit(screen.container)).toBe(1);
  await userEvent.keyboard("{ArrowDown}{ArrowRight}");
  await expect
    .element(screen.getByRole("list", { name: "Destinations" }).getByRole("link").nth(1))
    .toHaveFocus();
  await userEvent.keyboard("{Enter}");

  await expect
    .poll(() => router.state.location.pathname)
    .toBe(`/destinations/${connections[1]?.destination.id}`);
});

test("paused is dashed amber, disabled is dotted, and both say so in words", async () => {
  const { screen } = await openMap(ConnectionsMap);
  await expect.element(screen.getByText("Paused · 28 held", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("Disabled", { exact: true })).toBeVisible();

  const looks = [...screen.container.querySelectorAll("svg[aria-hidden] > g")].map((wires) => [
    wires.getAttribute("class"),
    wires.querySelector("path")?.getAttribute("stroke-dasharray"),
  ]);

  expect(looks).toEqual([
    ["stroke-wire", null],
    ["stroke-wire", "1 4"],
    ["stroke-hold", "5 4"],
  ]);
});

test("a source says how much it received, and its URL is one press away", async () => {
  const { screen } = await openMap(ConnectionsMap);
  const sources = screen.getByRole("list", { name: "Sources" });

  await expect.element(sources.getByText("Webhook · 12,841 requests")).toBeVisible();
  await expect.element(sources.getByText("Webhook · 0 requests")).toBeVisible();
  await userEvent.hover(sources.getByRole("link").first());
  await expect.element(sources.getByRole("button", { name: "Copy source URL" })).toBeVisible();
});

test("on a narrow screen the same connections are cards under their source", async () => {
  const { screen } = await openMap(ConnectionGroups);

  await expect.element(screen.getByRole("heading", { name: "stripe" }).first()).toBeVisible();
  expect(screen.getByRole("heading").elements()).toHaveLength(2);
  expect(screen.getByRole("link", { name: "orders-api", exact: true }).elements()).toHaveLength(3);
});
