import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import * as z from "zod/mini";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { answerApi, type TestApi } from "../api/test-api.ts";
import { DescriptionField } from "./description-field.tsx";
import { NameField } from "./name-field.tsx";

const Values = z.object({ name: z.string(), description: z.string() });
let api: TestApi;

afterEach(() => api.restore());

function Example() {
  const form = useSaveForm({
    schema: Values,
    stored: { name: "taken", description: "" },
    save: () => Promise.resolve(null),
  });
  return (
    <Form form={form} label="Source" isGuarded={false}>
      <NameField name="name" label="Name" question={(name) => ({ kind: "source", name })} />
      <DescriptionField />
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
}

async function open() {
  api = answerApi({
    "GET /dashboard-api/name-is-used": (url: URL) => ({
      used: url.searchParams.get("name")?.startsWith("taken"),
    }),
  });
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Example />
    </QueryClientProvider>,
  );
  return { page, save: page.getByRole("button", { name: "Save" }) };
}

const MESSAGE = "Name is already used.";

test("a taken name is said while it is typed, and the form cannot be saved with it", async () => {
  const { page, save } = await open();

  await page.getByLabelText("Name").fill("taken by others");

  await expect.element(page.getByLabelText("Name")).toHaveValue("taken-by-others");
  await expect.element(page.getByText(MESSAGE)).toBeVisible();
  await expect.element(save).toHaveAttribute("aria-disabled", "true");
  await page.getByLabelText("Name").fill("free");
  await expect.element(page.getByText(MESSAGE)).not.toBeInTheDocument();
  await expect.element(save).not.toHaveAttribute("aria-disabled");
});

test("the thing's own name is not asked about", async () => {
  const { page, save } = await open();

  await page.getByLabelText("Name").fill("taken2");
  await expect.element(page.getByText(MESSAGE)).toBeVisible();
  await page.getByLabelText("Name").fill("taken");
  await page.getByLabelText("Description").fill("Ours");

  await expect.element(save).not.toHaveAttribute("aria-disabled");
  await expect.element(page.getByText("4 / 500")).toBeVisible();
  expect(api.asked.map(({ call }) => call)).not.toContain(
    "GET /dashboard-api/name-is-used?kind=source&name=taken",
  );
});
