/** `/events` */
import { createFileRoute } from "@tanstack/react-router";
import { EventsSearch } from "../../../screens/events/events-url.ts";

export const Route = createFileRoute("/_app/events")({ validateSearch: EventsSearch });
