import { parseSearch } from "@posthorn/contract/search-codec";
import { expect, test } from "vitest";
import { hasActive } from "../../resources/list-filters/active-filters.ts";
import { requestsApiQuery } from "../../resources/requests/request-filters.ts";
import { listedBy, filtersOf, RequestsSearch, withSelection } from "./requests-url.ts";

const read = (address: string) => RequestsSearch.parse(parseSearch(address));
const NOW = new Date("2026-11-14T12:00:00.000Z");

test("an address becomes the API's query, whatever form its values have", () => {
  const search = read(
    "?source_id=src_1&rejection_cause[0]=NO_CONNECTION&rejection_cause[1]=UNKNOWN&status=rejected" +
      "&ignored_count[gte]=1&events_count[lte]=5&bulk_retry_id=bch_1&search_term=refund&body=%7B%22a%22:1%7D" +
      "&ingested_at[relative]=last_hour&next=abc&cause=FILTERED&cli_events_count[lte]=2&transformation_id[0]=trs_1",
  );

  expect(requestsApiQuery(filtersOf(search), search, NOW)).toEqual({
    source_id: ["src_1"],
    rejection_cause: ["NO_CONNECTION", "UNKNOWN"],
    status: "rejected",
    ignored_count: { gte: 1 },
    events_count: { lte: 5 },
    cli_events_count: { lte: 2 },
    cause: ["FILTERED"],
    transformation_id: ["trs_1"],
    bulk_retry_id: ["bch_1"],
    search_term: "refund",
    body: '{"a":1}',
    ingested_at: { gte: "2026-11-14T11:00:00.000Z" },
    next: "abc",
  });
});

test("junk is dropped", () => {
  const search = read(
    "?status=lost&source_id=web_1&rejection_cause=NONE&ignored_count[gte]=many&events_count[lte]=10001" +
      "&selected_request_id=evt_1&selected_entry_id=web_1&tab=nothing&cause=NONE&transformation_id=web_1&ingested_at[min]=yesterday&other=1",
  );

  expect(requestsApiQuery(filtersOf(search), search, NOW)).toEqual({});
  expect(hasActive(filtersOf(search))).toBe(false);
  expect(search).toMatchObject({
    selected_request_id: undefined,
    selected_entry_id: undefined,
    tab: undefined,
  });
});

test("the list of the CLI shows what went to a CLI, unless the person asks for other counts", () => {
  expect(listedBy(true, read("")).cli_events_count).toEqual({ gte: 1 });
  expect(listedBy(true, read("?cli_events_count[gte]=3")).cli_events_count).toEqual({ gte: 3 });
});

test("another request leaves the entry of the old one behind", () => {
  const search = read("?selected_request_id=req_1&selected_entry_id=req_1:web_2");

  expect(search.selected_entry_id).toBe("req_1:web_2");
  expect(withSelection(search, "req_1")).toBe(search);
  expect(withSelection(search, "req_2").selected_entry_id).toBeUndefined();
});
