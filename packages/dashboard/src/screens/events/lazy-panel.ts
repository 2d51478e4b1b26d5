/** When does the code of the panel load? When a person turns to a row, before the click; the list alone needs less. */
import { lazy } from "react";

export const loadPanel = () => import("../../resources/events/panel/event-panel.tsx");

export const EventPanel = lazy(async () => ({ default: (await loadPanel()).EventPanel }));
