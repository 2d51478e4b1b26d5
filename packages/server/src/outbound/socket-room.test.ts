import { expect, test } from "vitest";
import { createSocketRoom } from "./socket-room.ts";

/** A socket closes a moment after it was destroyed, as real ones do. */
function givenRoom(most: number) {
  const room = createSocketRoom<{ name: string; destroy: () => void }>(most);
  const opened: string[] = [];
  const destroyed: string[] = [];
  const socketOf = (name: string) => ({ name, destroy: () => void destroyed.push(name) });
  return { room, opened, destroyed, socketOf, enter: (name: string) => room.enter(() => opened.push(name)) };
}

test("as many sockets as there is room for open at once, the others in the order in which they came", () => {
  const { room, opened, socketOf, enter } = givenRoom(2);

  for (const name of ["a", "b", "c", "d"]) enter(name);
  expect(opened).toEqual(["a", "b"]);
  room.left(socketOf("a"));
  expect(opened).toEqual(["a", "b", "c"]);
  room.left(null);

  expect(opened).toEqual(["a", "b", "c", "d"]);
});

test("the socket that has been idle longest is closed first, one for each that waits", () => {
  const { room, opened, destroyed, socketOf, enter } = givenRoom(3);
  const [a, b, c] = [socketOf("a"), socketOf("b"), socketOf("c")];
  for (const name of ["a", "b", "c"]) enter(name);
  for (const socket of [a, b, c]) room.isIdle(socket);
  room.isBusy(a);
  room.isIdle(a);

  enter("d");
  enter("e");

  expect(destroyed).toEqual(["b", "c"]);
  expect(opened).toEqual(["a", "b", "c"]); // a closed socket counts until it is gone
  room.left(b);
  room.left(c);
  expect(opened).toEqual(["a", "b", "c", "d", "e"]);
});

test("a socket that becomes idle while others wait is closed for them, unless it is used again at once", async () => {
  const { room, destroyed, socketOf, enter } = givenRoom(2);
  const [a, b] = [socketOf("a"), socketOf("b")];
  for (const name of ["a", "b", "c"]) enter(name);

  room.isIdle(a);
  room.isBusy(a);
  room.isIdle(b);
  await Promise.resolve();

  expect(destroyed).toEqual(["b"]);
});

test("what was withdrawn is never opened", () => {
  const { room, opened, socketOf, enter } = givenRoom(1);
  const withdrawn = () => opened.push("withdrawn");
  enter("a");
  room.enter(withdrawn);
  enter("b");

  room.withdraw(withdrawn);
  room.left(socketOf("a"));

  expect(opened).toEqual(["a", "b"]);
});
