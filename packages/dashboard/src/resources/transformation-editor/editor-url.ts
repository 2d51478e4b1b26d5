/** What does the address of the editor carry? The input to start with, the tab, and whether the executions are open. */
import { TRANSFORM_TABS } from "../transformations/executions-url.ts";
import { idOf } from "../../ui/list/list-url.ts";
import { fields, oneOf, type Read } from "../../ui/read.ts";

export const EditorSearch = fields({
  input_execution_id: idOf("exe_"),
  transform_tab: oneOf(TRANSFORM_TABS),
  executions: oneOf(["open"]),
});
export type EditorSearch = Read<typeof EditorSearch>;
