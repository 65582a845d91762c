/** The parts of an automatic top-up, in one file: only buyers who have one, or turn it on, load it. */
import { TopUpCard } from "./top-up-card";
import { TopUpDialog } from "./top-up-dialog";

export const parts = { TopUpCard, TopUpDialog };
