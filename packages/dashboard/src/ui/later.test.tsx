import { Component, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
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

class Boundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null };
  static getDerivedStateFromError(error: unknown) {
    return { message: String(error) };
  }
  override render() {
    return this.state.message ?? this.props.children;
  }
}

test("code that cannot be loaded is an error of the part that needs it, and the next part tries again", async () => {
  let isReachable = false;
  const code = later(() =>
    isReachable ? Promise.resolve({ Greeting }) : Promise.reject(new Error("the network is down")),
  );
  const LateGreeting = code.component((loaded) => loaded.Greeting);
  code.load(); // says nothing: nobody needs it yet
  const first = await render(
    <Boundary>
      <LateGreeting name="Ada" />
    </Boundary>,
  );
  await expect.element(first.getByText("Error: the network is down")).toBeVisible();

  isReachable = true;
  const second = await render(<LateGreeting name="Grace" />);
  await expect.element(second.getByText("Hello Grace")).toBeVisible();
});

test("a part can say itself that its code is missing", async () => {
  const code = later<{ Greeting: typeof Greeting }>(() => Promise.reject(new Error("the network is down")));
  const LateGreeting = code.component(
    (loaded) => loaded.Greeting,
    undefined,
    ({ name, error }) => (
      <p>
        No {name}: {String(error)}
      </p>
    ),
  );
  const screen = await render(<LateGreeting name="Ada" />);
  await expect.element(screen.getByText("No Ada: Error: the network is down")).toBeVisible();
});
