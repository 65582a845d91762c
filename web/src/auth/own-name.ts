/** Returns the name for an id if it is the signed-in user's id. */
import { displayName } from "@/lib/person";
import { useSession } from "./session";

/** Returns null for other users' ids, whose names the app does not know. */
export function useOwnName(id: string | null): string | null {
  const session = useSession();
  if (session.status !== "signed-in" || session.user.sub !== id) return null;
  return displayName(session.user);
}
