/** The website that a page belongs to, for its title and for screens without a sidebar. */
import { createContext } from "react";

/** Null on pages of no website; empty until the name is known. */
export const PlaceContext = createContext<string | null>(null);
