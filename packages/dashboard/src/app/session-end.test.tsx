import { updateSource } from "@posthorn/contract/sources";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  RouterProvider,
} from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import * as z from "zod/mini";
import { call, onSignedOut } from "../resources/api/call.ts";
import { chooseCurrentProject } from "../resources/api/current-project.ts";
import { refusalOf } from "../resources/api/save-refusal.ts";
import { answerApi, type TestApi } from "../resources/api/test-api.ts";
import { aSession } from "../resources/connections/test-connections.ts";
import { sessionQuery } from "../resources/session/session-queries.ts";
import { FormMessages } from "../ui/form/form-messages.tsx";
import { Form } from "../ui/form/form.tsx";
import { SubmitButton } from "../ui/form/submit-button.tsx";
import { TextField } from "../ui/form/text-field.tsx";
import { useSaveForm } from "../ui/form/use-save-form.ts";
import "../ui/styles/styles.css";
import { endSession } from "./session-end.ts";
import { SignedInShell } from "./shell/signed-in-shell.tsx";

const SAVE = "PUT /2025-07-01/sources/src_1";
const SIGN_IN = "POST /auth/sign-in/email";
const SESSION = "GET /dashboard-api/session";
const ended = () =>
  Response.json({ code: "UNAUTHORIZED", status: 401, message: "Unauthorized" }, { status: 401 });

const NameForm = z.object({ name: z.string() });
const STORED = { name: "stripe" };

function NamePage() {
  const form = useSaveForm({
    schema: NameForm,
    stored: STORED,
    isNew: true,
    save: (body) => refusalOf(call(updateSource, { params: { id: "src_1" }, body }), { failed: "Not saved" }),
  });
  return (
    <main>
      <Form form={form} label="Settings">
        <FormMessages />
        <TextField name="name" label="Name" />
        <SubmitButton>Save</SubmitButton>
      </Form>
    </main>
  );
}

let api: TestApi;
let forget: () => void;
afterEach(() => {
  api.restore();
  forget();
  chooseCurrentProject(null);
});

async function openPage() {
  await page.viewport(1280, 800);
  const session = aSession("owner");
  api = answerApi({ [SESSION]: session, [SAVE]: ended, [SIGN_IN]: {} });
  chooseCurrentProject("tm_1");
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute();
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({
        getParentRoute: () => root,
        path: "/",
        beforeLoad: () =>
          queryClient.ensureQueryData(sessionQuery).catch(() => {
            // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
            throw redirect({ to: "/sign-in" });
          }),
        component: () => (
          <SignedInShell>
            <NamePage />
          </SignedInShell>
        ),
      }),
      createRoute({ getParentRoute: () => root, path: "sign-in", component: () => <p>Sign in here</p> }),
    ]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  forget = onSignedOut(() => endSession(queryClient, router));
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByLabelText("Name", { exact: true })).toHaveValue("stripe");
  return { screen, session };
}

const saves = () => api.asked.filter(({ call: asked }) => asked === SAVE).map(({ body }) => body);

test("a session that ends under typed text is renewed above it, and the save goes through", async () => {
  const { screen, session } = await openPage();
  await screen.getByLabelText("Name", { exact: true }).fill("stripe-eu");
  await screen.getByRole("button", { name: "Save" }).click();

  const dialog = screen.getByRole("dialog", { name: "Your session has ended" });
  await expect.element(dialog.getByLabelText("Email")).toHaveValue(session.user.email);
  await expect.element(dialog.getByLabelText("Email")).toHaveAttribute("readonly");
  await expect.element(dialog.getByLabelText("Password")).toHaveFocus();

  api.answers[SIGN_IN] = () => ended();
  await dialog.getByLabelText("Password").fill("wrong");
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect.element(dialog.getByText("Email or password is wrong")).toBeVisible();

  api.answers[SIGN_IN] = {};
  api.answers[SAVE] = {};
  await dialog.getByLabelText("Password").fill("right");
  await dialog.getByRole("button", { name: "Sign in" }).click();

  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(saves).toEqual([{ name: "stripe-eu" }, { name: "stripe-eu" }]);
  await expect.element(screen.getByLabelText("Name", { exact: true })).toHaveValue("stripe-eu");
  expect(screen.getByRole("alert").elements()).toEqual([]);
});

test("a person who closes the question keeps the text, and is asked again by the next save", async () => {
  const { screen } = await openPage();
  await screen.getByLabelText("Name", { exact: true }).fill("stripe-eu");
  await screen.getByRole("button", { name: "Save" }).click();
  const dialog = screen.getByRole("dialog", { name: "Your session has ended" });

  await dialog.getByRole("button", { name: "Close" }).click();

  await expect.element(screen.getByText("Not saved: Unauthorized")).toBeVisible();
  await expect.element(screen.getByLabelText("Name", { exact: true })).toHaveValue("stripe-eu");
  await screen.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
});

test("a page without typed text gives way to the sign-in", async () => {
  const { screen } = await openPage();
  api.answers[SESSION] = ended;

  await screen.getByRole("button", { name: "Save" }).click();

  await expect.element(screen.getByText("Sign in here")).toBeVisible();
});
