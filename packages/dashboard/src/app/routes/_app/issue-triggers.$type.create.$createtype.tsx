/** `/issue-triggers/{type}/create/{createtype}`: a dialog over the list, which shows it. */
import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/issue-triggers/$type/create/$createtype")({});
