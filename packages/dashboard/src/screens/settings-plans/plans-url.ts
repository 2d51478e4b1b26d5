/**
 * What does the address of /settings/organization/plans carry? The row that an upgrade link is about.
 *
 * Every page loads the readers of all addresses, and only this one the names of its rows. So the table looks the name up, and
 * tints no row for a name that it does not have.
 */
import { fields, text, type Read } from "../../ui/read.ts";

export const PlansSearch = fields({ highlight: text() });
export type PlansSearch = Read<typeof PlansSearch>;
