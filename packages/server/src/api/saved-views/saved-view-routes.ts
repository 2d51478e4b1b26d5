/**
 * How do members save, rename and delete views, and how many rows does a view show?
 *
 * Two people may change the same view: a save that names its version is refused if the view was changed since.
 */
import { internalId, publicId } from "@posthorn/contract/ids";
import * as contract from "@posthorn/contract/saved-views";
import { CLI_VIEW_NOT_EDITABLE, VIEWS_LIMIT_REACHED } from "@posthorn/contract/texts";
import { createdAt, newId } from "../../ids.ts";
import { EVENT_CUBE, REQUEST_CUBE } from "../../metrics/cubes.ts";
import { eventConditions } from "../../store/filters/event-filters.ts";
import { requestConditions } from "../../store/filters/request-filters.ts";
import * as store from "../../store/saved-views.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { changedMeanwhile } from "../if-match.ts";
import { COUNTED_EVENT_FILTERS, countedEvents } from "../metrics/event-facts.sql.ts";
import { isHeld, keysOf } from "../metrics/held-filters.ts";
import { COUNTED_REQUEST_FILTERS, countedRequests } from "../metrics/request-facts.sql.ts";
import { refuseTakenName, type TakenName } from "../taken-name.ts";
import { countMatches } from "./count-matches.sql.ts";

function view({ id, updated_at, ...row }: store.SavedViewRow): contract.SavedView {
  return { id: publicId("saved_view", id), ...row, created_at: createdAt(id), updated_at };
}

function refused(message: string): ApiError {
  return new ApiError("UNPROCESSABLE_ENTITY", {}, { message, data: [message] });
}

/** The CLI view has an id but no row. */
function uuidOf(id: string): string {
  if (id === contract.CLI_VIEW_ID) throw refused(CLI_VIEW_NOT_EDITABLE);
  const uuid = internalId("saved_view", id);
  if (uuid === null) throw notFound(id);
  return uuid;
}

export function serveSavedViews(serve: Serve, { db }: ApiDeps): void {
  const takenBy = (asked: Parameters<typeof store.findSavedViewNamed>[1]): TakenName => ({
    resource_type: "saved_view",
    async findTaken() {
      const id = await store.findSavedViewNamed(db, asked);
      return id && publicId("saved_view", id);
    },
  });

  serve(contract.listSavedViews, async ({ team_id, query }) => ({
    models: (await store.readSavedViews(db, team_id, query.resource)).map(view),
  }));

  serve(contract.createSavedView, async ({ team_id, body }) => {
    const row = await refuseTakenName(takenBy({ team_id, ...body }), () =>
      store.insertSavedView(db, { id: newId(), team_id, ...body }),
    );
    if (row === "full") throw refused(VIEWS_LIMIT_REACHED);
    return view(row);
  });

  serve(contract.updateSavedView, async ({ team_id, id, body, ifUnchangedSince }) => {
    const key = { team_id, id: uuidOf(id) };
    const before = await store.findSavedView(db, key);
    if (!before) throw notFound(id);
    const named = { team_id, resource: before.resource, name: body.name ?? before.name };
    return view(
      await refuseTakenName(takenBy(named), async () => {
        const row = await store.updateSavedView(db, key, body, ifUnchangedSince);
        if (row) return row;
        const now = await store.findSavedView(db, key);
        throw now ? changedMeanwhile(now) : notFound(id);
      }),
    );
  });

  serve(contract.deleteSavedView, async ({ team_id, id }) => {
    if (!(await store.deleteSavedView(db, { team_id, id: uuidOf(id) }))) throw notFound(id);
    return { id };
  });

  serve(contract.countEvents, async ({ team_id, query }) => {
    const { created_at: date, include: _data, progressive: _pace, ...filters } = query;
    return countMatches(db, {
      table: "events",
      filters,
      conditions: eventConditions(team_id, query),
      date,
      cube: EVENT_CUBE,
      counters: isHeld(keysOf(filters), COUNTED_EVENT_FILTERS)
        ? (plan) => countedEvents(team_id, filters, plan, [])
        : null,
    });
  });
  serve(contract.countRequests, async ({ team_id, query }) => {
    const { ingested_at, created_at, include: _data, progressive: _pace, ...filters } = query;
    const isOneDate = ingested_at === undefined || created_at === undefined;
    return countMatches(db, {
      table: "requests",
      filters,
      conditions: requestConditions(team_id, query),
      date: ingested_at ?? created_at,
      cube: REQUEST_CUBE,
      counters:
        isOneDate && isHeld(keysOf(filters), COUNTED_REQUEST_FILTERS)
          ? (plan) => countedRequests(team_id, filters, { plan, dimensions: [] }, false)
          : null,
    });
  });
}
