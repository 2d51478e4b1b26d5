/** For which word did a person search the list beside which a payload is shown? The payload marks it. */
import { createContext } from "react";

export const SearchedWordContext = createContext<string | undefined>(undefined);
