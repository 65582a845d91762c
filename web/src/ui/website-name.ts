/** Provides the name of the page's website, for titles and narrow screens. */
import { createContext } from "react";

/** Null on pages outside of websites; empty until the name is known. */
export const WebsiteNameContext = createContext<string | null>(null);
