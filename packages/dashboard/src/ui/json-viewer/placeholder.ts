/**
 * Which text stands in the place of a value that is not shown? Names, values and trees draw it quietly, so that nobody takes
 * it for the value. Undefined: every text is a value.
 */
import { createContext } from "react";

export const PlaceholderContext = createContext<string | undefined>(undefined);

export const PLACEHOLDER_CLASS = "rounded-[2px] text-(--ink-3) outline outline-(--line-strong)";
