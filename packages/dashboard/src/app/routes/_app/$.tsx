/** Every address without a page of its own, such as a link that is cut short. */
import { createFileRoute } from "@tanstack/react-router";
import { NotFound } from "../../not-found.tsx";

export const Route = createFileRoute("/_app/$")({ component: NotFound });
