/** What does the address of the editor carry? The input to start with, the tab, and whether the executions are open. */
import * as z from "zod/mini";
import { TRANSFORM_TABS } from "../transformations/executions-url.ts";
import { idOf, oneOf, optional } from "../../ui/list/list-url.ts";

export const EditorSearch = z.object({
  input_execution_id: optional(idOf("exe_")),
  transform_tab: optional(oneOf(TRANSFORM_TABS)),
  executions: optional(z.literal("open")),
});
export type EditorSearch = z.output<typeof EditorSearch>;
