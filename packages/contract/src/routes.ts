/** Which endpoints make up the public API? The route table; the server refuses to start with one unserved. */
import { getAttempt, listAttempts } from "./attempts.ts";
import { createCliSession } from "./cli-sessions.ts";
import * as bookmarks from "./bookmarks.ts";
import { BULK_ENDPOINTS } from "./bulk.ts";
import * as connections from "./connections.ts";
import * as destinations from "./destinations.ts";
import type { Endpoint } from "./endpoint.ts";
import { cancelEvent, getEvent, getEventRawBody, listEvents, muteEvent, retryEvent } from "./events.ts";
import * as outcomes from "./request-events.ts";
import { getRequest, getRequestRawBody, listRequests } from "./requests.ts";
import * as sources from "./sources.ts";
import * as transformations from "./transformations.ts";

export const PUBLIC_ENDPOINTS: readonly Endpoint[] = [
  sources.listSources,
  sources.createSource,
  sources.upsertSource,
  sources.countSources,
  sources.getSource,
  sources.updateSource,
  sources.deleteSource,
  sources.disableSource,
  sources.enableSource,
  sources.archiveSource,
  sources.unarchiveSource,
  destinations.listDestinations,
  destinations.createDestination,
  destinations.upsertDestination,
  destinations.countDestinations,
  destinations.getDestination,
  destinations.updateDestination,
  destinations.deleteDestination,
  destinations.disableDestination,
  destinations.enableDestination,
  destinations.archiveDestination,
  destinations.unarchiveDestination,
  connections.listConnections,
  connections.createConnection,
  connections.upsertConnection,
  connections.countConnections,
  connections.getConnection,
  connections.updateConnection,
  connections.deleteConnection,
  connections.disableConnection,
  connections.enableConnection,
  connections.archiveConnection,
  connections.unarchiveConnection,
  connections.pauseConnection,
  connections.unpauseConnection,
  transformations.listTransformations,
  transformations.createTransformation,
  transformations.upsertTransformation,
  transformations.countTransformations,
  transformations.runTransformation,
  transformations.getTransformation,
  transformations.updateTransformation,
  transformations.deleteTransformation,
  transformations.listExecutions,
  transformations.getExecution,
  listRequests,
  getRequest,
  getRequestRawBody,
  outcomes.listRequestEvents,
  outcomes.listIgnoredEvents,
  outcomes.retryRequest,
  listEvents,
  getEvent,
  getEventRawBody,
  retryEvent,
  cancelEvent,
  muteEvent,
  listAttempts,
  getAttempt,
  createCliSession,
  bookmarks.listBookmarks,
  bookmarks.createBookmark,
  bookmarks.getBookmark,
  bookmarks.updateBookmark,
  bookmarks.deleteBookmark,
  bookmarks.getBookmarkRawBody,
  bookmarks.triggerBookmark,
  ...BULK_ENDPOINTS,
];
