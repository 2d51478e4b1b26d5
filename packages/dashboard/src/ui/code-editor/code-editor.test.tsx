import { EditorView } from "@codemirror/view";
import { useLayoutEffect, useRef, useState } from "react";
import { expect, test } from "vitest";
import { userEvent, type Locator } from "vitest/browser";
import { render } from "vitest-browser-react";
import "../styles/styles.css";
import { Dialog } from "../dialog.tsx";
import { CodeEditor, CodeEditorFrom, type LoadEditor } from "./code-editor.tsx";
import { Editor } from "./editor.tsx";
import type { CodeEditorProps, EditorControls } from "./editor-types.ts";

function Example({ initial = "", ...props }: Partial<CodeEditorProps> & { initial?: string }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <CodeEditor label="Filter" language="json" height={200} {...props} value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue('{"set": true}')}>
        Set
      </button>
      <output aria-label="Value">{value}</output>
    </>
  );
}

/** Suggestions, brackets and search come with the first focus. */
async function beginToWrite(editor: Locator) {
  await editor.click();
  await expect.element(editor).toHaveAttribute("aria-autocomplete", "list");
}

const LOADS_NOTHING: LoadEditor = () => Promise.reject(new Error("the server is gone"));

test("a JSON error is named with line and column, and goes away with the error", async () => {
  const page = await render(<Example initial={'{\n  "a": 1\n  "b": 2\n}'} />);
  const editor = page.getByRole("textbox", { name: "Filter" });

  await expect.element(page.getByText(/^Line 3, column 3: Invalid JSON/)).toBeVisible();
  await expect.element(editor).toHaveAttribute("aria-invalid", "true");
  await expect.element(editor).toHaveAccessibleDescription(/Line 3, column 3/);
  await page.getByRole("button", { name: "Go to line" }).click();
  await expect.element(editor).toHaveFocus();
  await page.getByRole("button", { name: "Set" }).click();

  await expect.element(page.getByText(/Invalid JSON/)).not.toBeInTheDocument();
  await expect.element(editor).not.toHaveAttribute("aria-invalid");
  await expect.element(page.getByLabelText("Value")).toHaveTextContent('{"set": true}');
});

test("typing reports the text, and undo also takes back a value that was set from outside", async () => {
  const page = await render(<Example />);
  const editor = page.getByRole("textbox", { name: "Filter" });

  await beginToWrite(editor);
  await userEvent.keyboard('{{"a": 1');
  await expect.element(page.getByLabelText("Value")).toHaveTextContent('{"a": 1}');
  await page.getByRole("button", { name: "Set" }).click();
  await expect.element(editor).toHaveTextContent('{"set": true}');
  await editor.click();
  await userEvent.keyboard("{Control>}z{/Control}");

  await expect.element(page.getByLabelText("Value")).toHaveTextContent('{"a": 1}');
});

/** Writes "b" while the page shows the "a" before it, which is as early as a person can. */
function TypedAtOnce() {
  const [value, setValue] = useState("");
  useLayoutEffect(() => {
    if (value === "a") write("b");
  }, [value]);
  return <Editor label="Filter" language="json" height={200} value={value} onChange={setValue} />;
}

function shownView(): EditorView {
  const view = EditorView.findFromDOM(document.querySelector<HTMLElement>(".cm-editor") ?? document.body);
  if (!view) throw new Error("There is no editor");
  return view;
}

function write(text: string): void {
  const view = shownView();
  view.dispatch(view.state.replaceSelection(text));
}

test("a letter that follows at once stays, and the cursor behind it", async () => {
  const page = await render(<TypedAtOnce />);
  const editor = page.getByRole("textbox", { name: "Filter" });

  write("a");
  await expect.element(editor).toHaveTextContent("ab");
  await expect.poll(() => shownView().state.selection.main.head).toBe(2);
  write("c");

  await expect.element(editor).toHaveTextContent("abc");
});

test("Tab indents; after Escape, Tab leaves, and that is said", async () => {
  const page = await render(<Example initial="{}" />);
  const editor = page.getByRole("textbox", { name: "Filter" });

  await editor.click();
  await expect.element(editor).toHaveAccessibleDescription(/press Escape, then Tab/);
  await userEvent.keyboard("{Home}{Tab}");
  await expect.element(page.getByLabelText("Value")).toHaveTextContent(/\{\}/);
  await expect.element(editor).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByText("Press Tab to leave the editor.")).toBeVisible();
  await userEvent.keyboard("{Tab}");

  await expect.element(editor).not.toHaveFocus();
  await expect.element(page.getByRole("button", { name: "Set" })).toHaveFocus();
});

test("the first Escape stays in the editor, a second one closes the dialog around it", async () => {
  let closed = 0;
  const page = await render(
    <Dialog isOpen onClose={() => (closed += 1)} title="Edit">
      <Example initial="{}" />
    </Dialog>,
  );
  const editor = page.getByRole("textbox", { name: "Filter" });

  await beginToWrite(editor);
  await userEvent.keyboard("{Control>}f{/Control}");
  await expect.element(page.getByPlaceholder("Find")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(editor).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByText("Press Tab to leave the editor.")).toBeVisible();
  expect(closed).toBe(0);
  await userEvent.keyboard("{Escape}");

  await expect.poll(() => closed).toBe(1);
});

test("suggestions come from the sources, with their sentence, and are inserted as written", async () => {
  const page = await render(
    <Example
      initial=""
      completionSources={[
        ({ position, isExplicit }) =>
          isExplicit
            ? {
                from: position,
                options: [
                  { label: "$gte", info: "The value is this one or greater.", template: '"$gte": ${1:0}' },
                ],
              }
            : null,
      ]}
    />,
  );

  await beginToWrite(page.getByRole("textbox", { name: "Filter" }));
  await userEvent.keyboard("{Control>} {/Control}");
  await expect.element(page.getByText("The value is this one or greater.")).toBeVisible();
  await page.getByRole("option", { name: "$gte" }).click();

  await expect.element(page.getByLabelText("Value")).toHaveTextContent('"$gte": 0');
});

test("the screen's own checks follow the syntax, its keys come first, and it can reveal a line", async () => {
  let runs = 0;
  function WithControls() {
    const controls = useRef<EditorControls>(null);
    return (
      <>
        <Example
          language="javascript"
          initial={"const a = 1;\nreturn a;"}
          controls={controls}
          lintSources={[
            (text) => [
              {
                from: text.indexOf("return"),
                to: text.indexOf("return") + 6,
                severity: "warning",
                message: "return is outside of a function",
              },
            ],
          ]}
          keys={{ "Mod-Enter": () => (runs += 1) }}
          marks={[{ line: 2, tone: "bad", note: "fails here" }]}
        />
        <button type="button" onClick={() => controls.current?.reveal(2, 3)}>
          Reveal
        </button>
      </>
    );
  }
  const page = await render(<WithControls />);

  await expect.element(page.getByText("Line 2, column 1: return is outside of a function")).toBeVisible();
  await expect.element(page.getByRole("note", { name: "fails: fails here" })).toBeVisible();
  await page.getByRole("button", { name: "Reveal" }).click();
  await userEvent.keyboard("{Control>}{Enter}{/Control}x");

  expect(runs).toBe(1);
  await expect.element(page.getByLabelText("Value")).toHaveTextContent("const a = 1; rexturn a;");
});

test("a read-only editor keeps its text, and Tab passes it", async () => {
  const page = await render(
    <>
      <CodeEditor label="Input" language="json" height={120} value='{"a": 1}' />
      <button type="button">After</button>
    </>,
  );
  const editor = page.getByRole("textbox", { name: "Input" });

  await editor.click();
  await expect.element(editor).toHaveAttribute("aria-readonly", "true");
  await userEvent.keyboard("x{Tab}");

  await expect.element(page.getByRole("button", { name: "After" })).toHaveFocus();
  await expect.element(editor).toHaveTextContent('{"a": 1}');
});

test("a change of theme repaints the same editor in readable colours", async () => {
  const page = await render(<Example initial='{"a": "b"}' />);
  const editor = page.getByRole("textbox", { name: "Filter" });
  await expect.element(editor).toBeVisible();
  const before = editor.element();
  const colour = () => getComputedStyle(before).color;
  const light = colour();

  document.documentElement.classList.add("dark");

  try {
    await expect.poll(colour).not.toBe(light);
    expect(editor.element()).toBe(before);
  } finally {
    document.documentElement.classList.remove("dark");
  }
});

test("the skeleton has the size of the editor", async () => {
  const arrival = Promise.withResolvers<{ Editor: typeof Editor }>();
  const load = () => arrival.promise;
  const page = await render(
    <div data-testid="around">
      <CodeEditorFrom
        load={load}
        label="Filter"
        language="json"
        height={180}
        value="{}"
        onChange={() => {}}
      />
    </div>,
  );
  const around = page.getByTestId("around");
  await expect.element(page.getByRole("status", { name: "Loading Filter" })).toBeInTheDocument();
  const height = around.element().getBoundingClientRect().height;

  arrival.resolve({ Editor });

  await expect.element(page.getByRole("textbox", { name: "Filter" })).toBeVisible();
  expect([height, around.element().getBoundingClientRect().height]).toEqual([180, 180]);
});

test("without its code, a plain text field has the same value and checks, and another try may succeed", async () => {
  let isGone = true;
  const load: LoadEditor = () => (isGone ? LOADS_NOTHING() : Promise.resolve({ Editor }));
  function Plain() {
    const [value, setValue] = useState('{"a": }');
    return (
      <CodeEditorFrom
        load={load}
        label="Filter"
        language="json"
        height={200}
        value={value}
        onChange={setValue}
      />
    );
  }
  const page = await render(<Plain />);
  const field = page.getByRole("textbox", { name: "Filter" });

  await expect.element(page.getByText(/The code editor could not be loaded/)).toBeVisible();
  await expect.element(page.getByText(/^Line 1, column 7: Invalid JSON/)).toBeVisible();
  await field.fill('{"a": 2}');
  await expect.element(page.getByText(/Invalid JSON/)).not.toBeInTheDocument();
  isGone = false;
  await page.getByRole("button", { name: "Try again" }).click();

  await expect.element(page.getByText(/could not be loaded/)).not.toBeInTheDocument();
  await expect.element(field).toHaveTextContent('{"a": 2}');
});
