import { expect, test } from "vitest";
import { openLane } from "../../store/lane.ts";
import { createIntake } from "./intake.ts";

/** Only its room is tested here, so the lane never dials. */
function intakeWithoutTraffic() {
  return createIntake({
    lanes: [openLane("postgres://nobody.invalid/none", 0)],
    owner: () => 1,
    stored: () => {},
    uncertain: () => {},
  });
}

test("one source may take up half of the room, all sources together all of it", () => {
  const intake = intakeWithoutTraffic();

  for (let count = 0; count < 1_000; count++) intake.enter("greedy");
  expect(intake.roomFor("greedy")).toBe("source over its share");
  expect(intake.roomFor("modest")).toBe("free");
  const places = Array.from({ length: 1_000 }, () => intake.enter("modest"));
  expect(intake.roomFor("third")).toBe("busy");
  places[0]?.leave();
  expect(intake.roomFor("third")).toBe("free");
  intake.stop();
});

test("bytes in flight are bounded, and freed when their request leaves", () => {
  const intake = intakeWithoutTraffic();
  const place = intake.enter("large");

  expect(place.holdBytes(95 * 1024 * 1024)).toBe(true);
  expect(intake.enter("other").holdBytes(2 * 1024 * 1024)).toBe(false);
  expect(intake.roomFor("other")).toBe("busy");
  place.leave();
  expect(intake.roomFor("other")).toBe("free");
  intake.stop();
});
