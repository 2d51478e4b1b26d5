import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { answerApi, type TestApi } from "../api/test-api.ts";
import { aConnection } from "../connections/test-connections.ts";
import { openScreen } from "../test-screen.tsx";
import { ApiInputsDialog } from "./api-inputs-dialog.tsx";

let api: TestApi | undefined;
afterEach(() => api?.restore());

test("the calls have the values of the project, for each of the three", async () => {
  const connection = aConnection(1);
  const page = { models: [connection], pagination: {}, count: 1 };
  api = answerApi({ "GET /2025-07-01/connections": page });
  const { screen } = await openScreen("/", (app: AnyRoute) => [
    createRoute({
      getParentRoute: () => app,
      path: "/",
      component: () => <ApiInputsDialog onClose={vi.fn()} />,
    }),
  ]);

  await expect.element(screen.getByRole("heading", { name: "API inputs" })).toBeVisible();
  await expect.element(screen.getByText(`webhook_id=${connection.id}`)).toBeVisible();
  await screen.getByRole("tab", { name: "SDK" }).click();
  await expect.element(screen.getByText(`webhookId: "${connection.id}"`)).toBeVisible();
  await screen.getByRole("tab", { name: "Terraform" }).click();
  await expect.element(screen.getByText(`api_base = "${location.origin}"`)).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Terraform provider" })).toBeVisible();
});
