import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { later } from "./later.tsx";

function Greeting({ name }: { name: string }) {
  return <p>Hello {name}</p>;
}

const box = document.createElement("div");
const root = createRoot(box);
afterEach(() => root.render(null));

test("code that is there is drawn at once, without a frame of something else", async () => {
  const arrival = Promise.withResolvers<{ Greeting: typeof Greeting }>();
  const code = later(() => arrival.promise);
  const LateGreeting = code.component((loaded) => loaded.Greeting);
  code.load();
  const first = await render(<LateGreeting name="Ada" />);
  arrival.resolve({ Greeting });
  await expect.element(first.getByText("Hello Ada")).toBeVisible();

  flushSync(() => root.render(<LateGreeting name="Grace" />));
  expect(box.textContent).toBe("Hello Grace");
});

test("until the code is there, something else stands in its place with the same props", async () => {
  const arrival = Promise.withResolvers<{ Greeting: typeof Greeting }>();
  const code = later(() => arrival.promise);
  const LateGreeting = code.component(
    (loaded) => loaded.Greeting,
    ({ name }) => <p>Looking for {name}</p>,
  );
  const screen = await render(<LateGreeting name="Ada" />);
  await expect.element(screen.getByText("Looking for Ada")).toBeVisible();
  arrival.resolve({ Greeting });
  await expect.element(screen.getByText("Hello Ada")).toBeVisible();
  await expect.element(screen.getByText("Looking for Ada")).not.toBeInTheDocument();
});

test("code that is asked for twice is fetched once", async () => {
  let fetches = 0;
  const code = later(() => {
    fetches += 1;
    return Promise.resolve({ Greeting });
  });
  const LateGreeting = code.component((loaded) => loaded.Greeting);
  code.load();
  code.load();
  const screen = await render(
    <>
      <LateGreeting name="Ada" />
      <LateGreeting name="Grace" />
    </>,
  );
  await expect.element(screen.getByText("Hello Grace")).toBeVisible();
  expect(fetches).toBe(1);
});

/** A part whose code can be loaded once `network.isUp`. */
function unreachablePart() {
  const network = { isUp: false };
  const code = later(() =>
    network.isUp ? Promise.resolve({ Greeting }) : Promise.reject(new Error("the network is down")),
  );
  return { network, code };
}

function givenOffline(): void {
  const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => isOnline.mockRestore());
}

function Looking() {
  return <p>Looking</p>;
}

test("a part that cannot be loaded without a network says so in its place, and loads by itself when there is one", async () => {
  givenOffline();
  const { network, code } = unreachablePart();
  const LateGreeting = code.component((loaded) => loaded.Greeting, Looking);
  code.load(); // says nothing: nobody needs it yet
  const screen = await render(
    <>
      <input aria-label="Note" />
      <LateGreeting name="Ada" />
    </>,
  );
  await screen.getByLabelText("Note").fill("typed before");
  const said = screen.getByRole("alert");
  await expect.element(said).toHaveTextContent("This part could not be loaded. You are offline.");
  await expect.element(screen.getByText("Looking")).not.toBeInTheDocument();

  await said.getByRole("button", { name: "Try again" }).click();
  await expect.element(said).toHaveTextContent("You are offline.");
  network.isUp = true;
  window.dispatchEvent(new Event("online"));

  await expect.element(screen.getByText("Hello Ada")).toBeVisible();
  await expect.element(said).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText("Note")).toHaveValue("typed before");
});

test("a window or a menu that cannot be loaded says so in a box over the page", async () => {
  givenOffline();
  const { network, code } = unreachablePart();
  const LateGreeting = code.component((loaded) => loaded.Greeting);
  const screen = await render(<LateGreeting name="Ada" />);
  await expect.element(screen.getByRole("alert")).toHaveTextContent("You are offline.");
  expect(screen.container.textContent).toBe("");

  network.isUp = true;
  await screen.getByRole("button", { name: "Try again" }).click();

  await expect.element(screen.getByText("Hello Ada")).toBeVisible();
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
});

test("a part that can do without its code shows what it has, until the network is back", async () => {
  givenOffline();
  const { network, code } = unreachablePart();
  const LateGreeting = code.component(
    (loaded) => loaded.Greeting,
    Looking,
    ({ name }) => <p>{name}</p>,
  );
  const screen = await render(<LateGreeting name="Ada" />);
  await expect.element(screen.getByText("Ada", { exact: true })).toBeVisible();

  network.isUp = true;
  window.dispatchEvent(new Event("online"));

  await expect.element(screen.getByText("Hello Ada")).toBeVisible();
});

test.for([
  {
    answer: () => Promise.resolve(new Response(null, { status: 404 })),
    text: /probably updated/,
    act: "Reload",
  },
  { answer: () => Promise.reject(new TypeError()), text: /The server did not answer/, act: "Try again" },
  {
    answer: () => Promise.resolve(new Response(null, { status: 502 })),
    text: /not answer/,
    act: "Try again",
  },
])(
  "a part that cannot be loaded with a network says $text and offers $act",
  async ({ answer, text, act }) => {
    const realFetch = window.fetch;
    window.fetch = answer;
    onTestFinished(() => {
      window.fetch = realFetch;
    });
    const LateGreeting = unreachablePart().code.component((loaded) => loaded.Greeting, Looking);

    const screen = await render(<LateGreeting name="Ada" />);

    await expect.element(screen.getByRole("alert")).toHaveTextContent(text);
    await expect.element(screen.getByRole("button", { name: act })).toBeVisible();
  },
);
