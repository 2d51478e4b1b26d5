/** When does the code of the panel load? When a person turns to a row, before the click; the list alone needs less. */
import { later } from "../../ui/later.tsx";

const panel = later(() => import("../../resources/events/panel/event-panel.tsx"));

export const loadPanel = panel.load;
export const EventPanel = panel.component((loaded) => loaded.EventPanel);
