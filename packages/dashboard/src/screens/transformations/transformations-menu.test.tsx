import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, aPageOf, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { aTransformation } from "../../resources/transformations/test-transformations.ts";
import { TransformationsScreen } from "./transformations-screen.tsx";

const used = aTransformation();
const unused = aTransformation({ id: `trs_${"2".padStart(22, "0")}`, name: "trial" });

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => app, path: "transformations/", component: TransformationsScreen }),
  ];
}

test("a row's menu deletes a transformation, unless a connection uses it", async () => {
  let models = [used, unused];
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    "GET /dashboard-api/connections-by-end": {
      sources: {},
      destinations: {},
      transformations: { [used.id]: 1 },
    },
    "GET /2025-07-01/transformations": () => aPageOf(models),
    [`DELETE /2025-07-01/transformations/${unused.id}`]: () => {
      models = [used];
      return { id: unused.id };
    },
  });
  const { screen } = await openScreen("/transformations", routes);
  const rowOf = (name: string) => screen.getByRole("row").filter({ hasText: name });

  await rowOf("normalise-order").getByRole("button", { name: "Actions" }).click();
  await expect
    .element(screen.getByRole("menu"))
    .toHaveTextContent("1 connection uses it. Remove it from their rules before you delete it.");
  await screen.getByRole("menuitem", { name: "Copy transformation ID" }).click();
  await rowOf("trial").getByRole("button", { name: "Actions" }).click();
  await screen.getByRole("menuitem", { name: "Delete" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Delete" }).click();

  await expect.element(screen.getByText("Transformation deleted")).toBeVisible();
  await expect.element(rowOf("trial")).not.toBeInTheDocument();
});
