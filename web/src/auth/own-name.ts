/** Gives the name for an id where it is the id of the signed-in person. */
import { displayName } from "@/lib/person";
import { useSession } from "./session";

/** Returns null for ids of others: the app does not know their names. */
export function useOwnName(id: string | null): string | null {
  const session = useSession();
  if (session.status !== "signed-in" || session.holder.sub !== id) return null;
  return displayName(session.holder);
}
