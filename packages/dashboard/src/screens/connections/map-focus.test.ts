import { expect, test } from "vitest";
import { highlightOf, neighbourOf } from "./map-focus.ts";
import { layOut } from "./map-layout.ts";

const ends = (id: string, source: string, destination: string) => ({
  id,
  source: { id: source },
  destination: { id: destination },
});
const map = layOut([ends("a", "s1", "d1"), ends("b", "s1", "d2"), ends("c", "s2", "d1")], "source");

test("a node lights up with everything that its wires reach", () => {
  expect([...highlightOf(map, "a").nodes].toSorted()).toEqual(["a", "d1", "s1"]);
  expect([...highlightOf(map, "s1").nodes].toSorted()).toEqual(["a", "b", "d1", "d2", "s1"]);
  expect(highlightOf(map, "d1").wires.map(({ id }) => id)).toEqual(["a", "c"]);
  expect(highlightOf(map, null).nodes.size).toBe(0);
});

test("left and right follow a wire, up and down stay in the column", () => {
  expect(neighbourOf(map, "b", "ArrowLeft")).toBe("s1");
  expect(neighbourOf(map, "b", "ArrowRight")).toBe("d2");
  expect(neighbourOf(map, "s1", "ArrowRight")).toBe("a");
  expect(neighbourOf(map, "d1", "ArrowLeft")).toBe("a");
  expect(neighbourOf(map, "b", "ArrowDown")).toBe("c");
  expect(neighbourOf(map, "a", "ArrowUp")).toBeNull();
  expect(neighbourOf(map, "s1", "ArrowLeft")).toBeNull();
  expect(neighbourOf(map, "gone", "ArrowDown")).toBeNull();
});
