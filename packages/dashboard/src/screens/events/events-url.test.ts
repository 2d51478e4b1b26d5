import { parseSearch, stringifySearch } from "@posthorn/contract/search-codec";
import { expect, test } from "vitest";
import { eventsApiQuery } from "../../resources/events/event-filters.ts";
import { hasActive, looksIntoRequests } from "../../resources/list-filters/active-filters.ts";
import { withChange } from "../../ui/list/list-url.ts";
import { EventsSearch, filtersOf, listedBy, withSelection } from "./events-url.ts";

const now = new Date("2026-11-14T12:00:00Z");

function read(text: string): EventsSearch {
  return EventsSearch.parse(parseSearch(text));
}

test("scalar, indexed and percent-encoded lists open the same view", () => {
  const scalar = read("?webhook_id=web_1");
  const indexed = read("?webhook_id[0]=web_1");
  const encoded = read("?webhook_id%5B0%5D=web_1");

  expect(scalar.webhook_id).toEqual(["web_1"]);
  expect(indexed).toEqual(scalar);
  expect(encoded).toEqual(scalar);
});

test("what is not understood is dropped and the rest is kept", () => {
  const search = read(
    "?status[0]=FAILED&status[1]=EXPLODED&webhook_id=5&date[relative]=99d&date[min]=2026-11-14T10:00:00Z" +
      "&response_status[gte]=9000&response_status[lte]=404&selected_event_id=req_1&tab=nonsense&foo=bar",
  );

  expect(JSON.parse(JSON.stringify(search))).toEqual({
    status: ["FAILED"],
    date: { min: "2026-11-14T10:00:00Z" },
    response_status: { lte: 404 },
  });
});

test("a link written from a search is read back as the same search", () => {
  const search = read(
    "?status[0]=FAILED&status[1]=HOLD&source_id=src_a&destination_id=dst_b&error_code=TIMEOUT" +
      "&date[relative]=7_days&response_status[gte]=500&next=abc&selected_event_id=evt_1&tab=response",
  );

  expect(read(stringifySearch(search))).toEqual(search);
});

test("changing a filter starts at the first page and keeps the selection", () => {
  const search = withChange(read("?next=abc&prev=xyz&selected_event_id=evt_1"), { status: ["FAILED"] });

  expect(search).toMatchObject({ status: ["FAILED"], selected_event_id: "evt_1" });
  expect(search.next ?? search.prev).toBeUndefined();
});

test("selecting an event forgets the attempt, and an attempt opens with its response", () => {
  const search = read("?selected_event_id=evt_1&selected_attempt_id=atm_1&tab=request");

  expect(withSelection(search, { eventId: "evt_2" })).toMatchObject({
    selected_event_id: "evt_2",
    selected_attempt_id: undefined,
    tab: "request",
  });
  expect(withSelection(search, { eventId: "evt_2", attemptId: "atm_2" })).toMatchObject({
    selected_event_id: "evt_2",
    selected_attempt_id: "atm_2",
    tab: "response",
  });
});

test("the list of CLI events asks for them without a chip, and a chip narrows it", () => {
  expect(listedBy("cli", read("")).cli_user_id).toBe("any");
  expect(listedBy("cli", read("?cli_user_id[0]=0199a0b4")).cli_user_id).toEqual(["0199a0b4"]);
  expect(listedBy("http", read("")).cli_user_id).toBeUndefined();
});

test("the API is asked for the moment a relative range means now", () => {
  const search = read("?date[relative]=last_24_hours&status=FAILED&next=abc");

  expect(eventsApiQuery(filtersOf(search), search, now)).toEqual({
    status: ["FAILED"],
    created_at: { gte: "2026-11-13T12:00:00.000Z" },
    next: "abc",
  });
});

test("filters that have other names in the API are translated", () => {
  const cli = read('?cli_user_id=any&scheduled_attempts=false&attempts[gte]=2&body={"id":7}&issue_id=iss_1');
  const people = read("?cli_user_id[0]=0199a0b4-1111&bulk_retry_id=bch_1&search_term=refund");

  expect(eventsApiQuery(filtersOf(cli), {}, now)).toEqual({
    cli_id: { any: true },
    next_attempt_at: { any: false },
    attempts: { gte: 2 },
    body: '{"id":7}',
    issue_id: ["iss_1"],
  });
  expect(eventsApiQuery(filtersOf(people), {}, now)).toEqual({
    cli_user_id: ["0199a0b4-1111"],
    bulk_retry_id: ["bch_1"],
    search_term: "refund",
  });
  expect([cli, people, read("?status=FAILED")].map(looksIntoRequests)).toEqual([true, true, false]);
});

test("a page or a selection alone is no filter", () => {
  expect(hasActive(filtersOf(read("?next=abc&selected_event_id=evt_1&date[relative]=junk")))).toBe(false);
  expect(hasActive(filtersOf(read("?response_status[gte]=500")))).toBe(true);
});
