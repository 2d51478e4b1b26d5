import { afterEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { answerApi, type Answers, type TestApi } from "../api/test-api.ts";
import "../../ui/styles/styles.css";
import { SignInForm } from "./sign-in-form.tsx";

const PASSWORD = "POST /auth/sign-in/email";
const CODE = "POST /auth/sign-in/second-factor";

let api: TestApi;
afterEach(() => api.restore());

async function enterPassword(answers: Answers) {
  api = answerApi(answers);
  const onSignedIn = vi.fn();
  const screen = await render(<SignInForm onSignedIn={onSignedIn} />);
  await screen.getByRole("textbox", { name: "Email" }).fill("ada@example.com");
  await screen.getByLabelText("Password").fill("right password");
  await screen.getByRole("button", { name: "Sign in" }).click();
  return { screen, onSignedIn };
}

test("the password is enough for a person without a second factor", async () => {
  const { onSignedIn } = await enterPassword({ [PASSWORD]: { user: {} } });

  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
});

test("a person with a second factor is signed in by the code, not by the password", async () => {
  const wrong = { code: "WRONG_CODE", status: 422, message: "The code is wrong" };
  const { screen, onSignedIn } = await enterPassword({
    [PASSWORD]: { second_factor: true },
    [CODE]: () => Response.json(wrong, { status: 422 }),
  });

  await screen.getByRole("textbox", { name: "Code" }).fill("000000");
  await screen.getByRole("button", { name: "Sign in" }).click();
  await expect.element(screen.getByRole("alert")).toHaveTextContent("The code is wrong");
  expect(onSignedIn).not.toHaveBeenCalled();

  api.answers[CODE] = { user: {} };
  await screen.getByRole("textbox", { name: "Code" }).fill("123456");
  await screen.getByRole("checkbox").click();
  await screen.getByRole("button", { name: "Sign in" }).click();

  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(api.asked.at(-1)).toEqual({ call: CODE, body: { code: "123456", trustBrowser: true } });
});

test("a sign-in that took too long begins again with the password", async () => {
  const message = "This sign-in took too long, or too many codes were wrong. Enter your password again.";
  const { screen } = await enterPassword({
    [PASSWORD]: { second_factor: true },
    [CODE]: () => Response.json({ code: "SIGN_IN_EXPIRED", status: 410, message }, { status: 410 }),
  });
  await screen.getByRole("textbox", { name: "Code" }).fill("123456");
  await screen.getByRole("button", { name: "Sign in" }).click();
  await expect.element(screen.getByRole("alert")).toHaveTextContent(message);

  await screen.getByRole("button", { name: "Back to the password" }).click();

  await expect.element(screen.getByLabelText("Password")).toBeVisible();
});
