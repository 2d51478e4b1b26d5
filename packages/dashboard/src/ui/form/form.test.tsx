import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from "@tanstack/react-router";
import { useState } from "react";
import { toast as sonner } from "sonner";
import { expect, onTestFinished, test, vi } from "vitest";
import { page as browserPage, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import * as z from "zod/mini";
import "../styles/styles.css";
import { toast } from "../toast.ts";
import { Toaster } from "../toaster.tsx";
import { CheckboxField } from "./checkbox-field.tsx";
import { DurationField } from "./duration-field.tsx";
import type { SaveRefusal } from "./form-status.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { NumberField } from "./number-field.tsx";
import { SecretField } from "./secret-field.tsx";
import { FormSection } from "./form-section.tsx";
import { SettingsMain } from "./settings-main.tsx";
import { TextAreaField } from "./text-area-field.tsx";
import { TextField } from "./text-field.tsx";
import { useSaveForm } from "./use-save-form.ts";

const Details = z.object({
  name: z.string().check(z.minLength(1, "Required")),
  note: z.string(),
  count: z.nullable(z.number().check(z.maximum(50, "Max of 50"))),
  is_on: z.boolean(),
  wait: z.nullable(z.number()),
  secret: z.nullable(z.string()),
});
type Details = z.output<typeof Details>;

const AT_FIRST: Details = { name: "orders", note: "", count: 5, is_on: false, wait: 90_000, secret: null };

/** What the server has. `save` is what a person's save does to it. */
interface Far {
  values: Details;
  version: number;
  sent: Details[];
  answer: () => Promise<SaveRefusal | null>;
}

function farSide(change: Partial<Far> = {}): Far {
  return { values: AT_FIRST, version: 1, sent: [], answer: () => Promise.resolve(null), ...change };
}

function store(far: Far, values: Details): void {
  far.sent.push(values);
  far.values = values;
  far.version += 1;
}

function Settings({ far, title = "Details" }: { far: Far; title?: string }) {
  const [read, setRead] = useState({ stored: far.values, version: String(far.version) });
  const form = useSaveForm<Details>({
    schema: Details,
    ...read,
    save: async (values, version) => {
      const refusal = await far.answer();
      if (refusal) return refusal;
      if (version !== String(far.version)) return { title: "Changed", isConflict: true };
      store(far, values);
      setRead({ stored: values, version: String(far.version) });
      return null;
    },
    newest: () => Promise.resolve({ stored: far.values, version: String(far.version) }),
  });
  return (
    <FormSection title={title} form={form}>
      <NumberField name="count" label="Count" />
      <TextField name="name" label="Name" isRequired />
      <TextAreaField name="note" label="Note" maxCharacters={20} />
      <CheckboxField name="is_on" label="Switched on" />
      <DurationField name="wait" label="Wait" />
      <SecretField name="secret" label="Token" />
    </FormSection>
  );
}

async function open(far: Far, other?: Far) {
  const root = createRootRoute();
  const home = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => (
      <div className="flex h-screen flex-col">
        <Toaster />
        <SettingsMain>
          <LeaveGuard>
            <Settings far={far} />
            {other === undefined ? null : <Settings far={other} title="Other" />}
            <Link to="/events">Away</Link>
          </LeaveGuard>
        </SettingsMain>
      </div>
    ),
  });
  const away = createRoute({ getParentRoute: () => root, path: "/events", component: () => <p>Gone</p> });
  const router = createRouter({
    routeTree: root.addChildren([home, away]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  const page = await render(<RouterProvider router={router} />);
  await expect.element(page.getByLabelText("Name").first()).toBeVisible();
  return { page, save: page.getByRole("button", { name: "Save" }).first() };
}

test("Save stays in the window, wherever the page is scrolled to, and names its section", async () => {
  const { page } = await open(farSide(), farSide());
  await page.getByLabelText("Name").first().fill("invoices");

  const foot = page.getByRole("region", { name: "Unsaved changes in Details" });
  const save = foot.getByRole("button", { name: "Save" });
  const main = page.getByRole("main").element();
  for (const top of [0, main.scrollHeight]) {
    main.scrollTop = top;
    await expect.element(save).toBeInViewport({ ratio: 0.9 });
    expect(main.getBoundingClientRect().bottom).toBeLessThanOrEqual(
      foot.element().getBoundingClientRect().top,
    );
  }
  await expect
    .element(page.getByRole("region", { name: "Unsaved changes in Other" }))
    .not.toBeInTheDocument();
});

test.for([1440, 360])(
  "a toast covers neither Save of two sections with changes, %d px wide",
  async (width) => {
    await browserPage.viewport(width, 800);
    onTestFinished(async () => {
      sonner.dismiss();
      await browserPage.viewport(1280, 800);
    });
    const { page } = await open(farSide(), farSide());
    await page.getByLabelText("Name").first().fill("invoices");
    toast.message("Copied to clipboard", { duration: Infinity });
    await expect.poll(() => document.querySelector("[data-sonner-toast][data-mounted=true]")).not.toBeNull();

    await page.getByLabelText("Name").last().fill("refunds");

    await expect.poll(() => page.getByRole("button", { name: "Save" }).elements()).toHaveLength(2);
    const upper = page.getByRole("button", { name: "Save" }).first().element();
    await expect
      .poll(() => document.querySelector("[data-sonner-toast]")?.getBoundingClientRect().bottom)
      .toBeLessThanOrEqual(upper.getBoundingClientRect().top);
  },
);

test("Save and Discard appear with the first change, and Discard takes it back", async () => {
  const { page, save } = await open(farSide());
  await expect.element(save).not.toBeInTheDocument();

  await page.getByLabelText("Name").fill("invoices");
  await expect.element(save).not.toHaveAttribute("aria-disabled");
  await page.getByRole("button", { name: "Discard" }).click();

  await expect.element(page.getByLabelText("Name")).toHaveValue("orders");
  await expect.element(save).not.toBeInTheDocument();
  await expect.element(page.getByRole("form", { name: "Details" })).toHaveFocus();
});

test("a form with mistakes is not saved: it says so and leads to the first one on the page", async () => {
  const far = farSide();
  const { page, save } = await open(far);

  await page.getByLabelText("Name").fill("");
  await page.getByLabelText("Count").fill("51");
  await expect.element(save).toHaveAttribute("aria-disabled", "true");
  await expect.element(save).toHaveAttribute("data-tooltip", "Fix form errors");
  await page.getByLabelText("Name").click();
  await userEvent.keyboard("{Enter}");

  await expect.element(page.getByRole("alert")).toHaveTextContent("Fix form errors");
  await expect.element(page.getByLabelText("Count")).toHaveFocus();
  await expect.element(page.getByLabelText("Count")).toHaveAccessibleDescription("Max of 50");
  await expect.element(page.getByLabelText("Name")).toHaveAccessibleDescription("Required");
  expect(far.sent).toEqual([]);

  await page.getByLabelText("Count").fill("50");
  await page.getByLabelText("Name").fill("orders");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("a message that appears when a field is left does not swallow the click that left it", async () => {
  const { page } = await open(farSide());
  const box = page.getByLabelText("Switched on");

  await page.getByLabelText("Count").fill("51");
  await box.click();

  await expect.element(page.getByText("Max of 50")).toBeVisible();
  await expect.element(box).toBeChecked();
});

test("a save runs once however often it is pressed, and keeps what is typed meanwhile", async () => {
  const answered = Promise.withResolvers<null>();
  const answer = vi.fn(() => answered.promise);
  const far = farSide({ answer });
  const { page, save } = await open(far);

  await page.getByLabelText("Name").fill("invoices");
  await save.click();
  await expect.element(save).toHaveAttribute("aria-busy", "true");
  await save.click({ force: true });
  await page.getByLabelText("Name").click();
  await userEvent.keyboard("{Enter}");
  await page.getByLabelText("Note").fill("typed while saving");
  answered.resolve(null);

  await expect.element(save).not.toHaveAttribute("aria-busy");
  expect(answer).toHaveBeenCalledTimes(1);
  expect(far.sent).toEqual([{ ...AT_FIRST, name: "invoices" }]);
  await expect.element(page.getByLabelText("Note")).toHaveValue("typed while saving");
  await save.click();
  await expect.element(save).not.toBeInTheDocument();
  expect(far.values).toEqual({ ...AT_FIRST, name: "invoices", note: "typed while saving" });
});

test("the server's complaint stands on its field until that field changes", async () => {
  const refusal = { title: "Could not save", fields: [{ name: "name", message: "Is odd" }] };
  const { page, save } = await open(farSide({ answer: () => Promise.resolve(refusal) }));

  await page.getByLabelText("Name").fill("odd");
  await save.click();

  await expect.element(page.getByText("Could not save")).toBeVisible();
  await expect.element(page.getByLabelText("Name")).toHaveAccessibleDescription("Is odd");
  await expect.element(page.getByLabelText("Name")).toHaveFocus();
  await page.getByLabelText("Name").fill("even");
  await expect.element(page.getByText("Is odd")).not.toBeInTheDocument();
});

test("a change by somebody else is shown, and keeping mine loses neither side's other fields", async () => {
  const far = farSide();
  const { page, save } = await open(far);
  await page.getByLabelText("Name").fill("mine");
  far.values = { ...AT_FIRST, name: "theirs", note: "their note" };
  far.version = 2;

  await save.click();
  await expect.element(page.getByText("Somebody else changed this meanwhile")).toBeVisible();
  const rows = page
    .getByRole("row")
    .elements()
    .map((row) => row.textContent);
  expect(rows).toEqual(["FieldYoursTheirs", "Nameminetheirs", "Notenot changed by youtheir note"]);
  await expect.element(page.getByLabelText("Name")).toHaveValue("mine");
  await page.getByRole("button", { name: "Keep mine" }).click();

  await expect.element(save).not.toBeInTheDocument();
  expect(far.sent).toEqual([{ ...AT_FIRST, name: "mine", note: "their note" }]);
  await expect.element(page.getByLabelText("Note")).toHaveValue("their note");
});

test("taking theirs replaces only the fields that they changed", async () => {
  const far = farSide();
  const { page, save } = await open(far);
  await page.getByLabelText("Name").fill("mine");
  await page.getByLabelText("Note").fill("my note");
  far.values = { ...AT_FIRST, name: "theirs" };
  far.version = 2;

  await save.click();
  await page.getByRole("button", { name: "Take theirs" }).click();

  await expect.element(page.getByLabelText("Name")).toHaveValue("theirs");
  await expect.element(page.getByLabelText("Note")).toHaveValue("my note");
  await save.click();
  await expect.element(save).not.toBeInTheDocument();
  expect(far.values).toEqual({ ...AT_FIRST, name: "theirs", note: "my note" });
});

test("a change outside this form does not stop a save", async () => {
  const far = farSide();
  const { page, save } = await open(far);
  await page.getByLabelText("Name").fill("mine");
  far.version = 7;

  await save.click();

  await expect.element(save).not.toBeInTheDocument();
  expect(far.sent).toHaveLength(1);
});

test("a secret that the server keeps to itself stays as it is unless a new one is typed", async () => {
  const { page, save } = await open(farSide());
  const token = page.getByLabelText("Token", { exact: true });
  await expect.element(token).toHaveAttribute("placeholder", "Leave as is");
  await expect.element(token).toHaveAttribute("type", "password");

  await token.fill("s3cret");
  await page.getByRole("button", { name: "Reveal Token" }).click();
  await expect.element(token).toHaveAttribute("type", "text");
  await expect.element(page.getByRole("button", { name: "Copy Token" })).toBeVisible();
  await token.fill("");

  await expect.element(save).not.toBeInTheDocument();
});

test("a duration is a number and a unit, a text counts its characters", async () => {
  const far = farSide();
  const { page, save } = await open(far);
  await expect.element(page.getByLabelText("Wait", { exact: true })).toHaveValue(90);

  await page.getByLabelText("Wait", { exact: true }).fill("2");
  await page.getByLabelText("Unit of Wait").selectOptions("minutes");
  await page.getByLabelText("Note").fill("four");
  await expect.element(page.getByText("4 / 20")).toBeVisible();
  await page.getByLabelText("Switched on").click();
  await save.click();

  await expect.element(save).not.toBeInTheDocument();
  expect(far.values).toEqual({ ...AT_FIRST, wait: 120_000, note: "four", is_on: true });
});

test("two forms of a page ask once before their input is lost", async () => {
  const { page } = await open(farSide(), farSide());
  await page.getByLabelText("Name").first().fill("a");
  await page.getByLabelText("Name").last().fill("b");

  await page.getByRole("link", { name: "Away" }).click();
  await expect.element(page.getByText("Discard unsaved changes?")).toBeVisible();
  await expect
    .element(page.getByText("Are you sure you want to quit without saving your work?"))
    .toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();

  await expect.element(page.getByText("Gone")).toBeVisible();
});
