/** An operator views the product as another user; a reload ends the view. */
import { createContext, use, useSyncExternalStore } from "react";
import { t } from "@/lib/language";
import { Problem } from "@/lib/problem";
import type { ApiFetch } from "./api-fetch";
import type { SignedInUser } from "./session";

/** The API's response when an operator starts a view. */
export type View = {
  /** The value of the request header. */
  view: string;
  user: { id: string; name: string | null; email: string | null };
};

/** The current view of this page. */
export type Views = {
  current: () => View | null;
  subscribe: (listener: () => void) => () => void;
  begin: (view: View) => void;
  leave: () => void;
};

export function createViews(): Views {
  let view: View | null = null;
  const listeners = new Set<() => void>();

  function set(next: View | null) {
    if (next === view) return;
    view = next;
    for (const listener of listeners) listener();
  }

  return {
    current: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: (next) => set(next),
    leave: () => set(null),
  };
}

/** fetch for the product API with the current view; ends the view when the API rejects it. */
export function asViewed(views: Views, send: ApiFetch): ApiFetch {
  return async (request) => {
    const view = views.current();
    if (view === null) return send(request);
    request.headers.set("tollgate-view-as", view.view);
    const response = await send(request);
    if (views.current() === view && (await isOver(response))) views.leave();
    return response;
  };
}

async function isOver(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const type = typeof body === "object" && body !== null && "type" in body ? body.type : null;
  return typeof type === "string" && /\/problems\/view-ended$/.test(type);
}

/** fetch for the account API, which has no views: it would return the operator's own data. */
export function onlyOwn(views: Views, send: ApiFetch): ApiFetch {
  return async (request) => {
    if (views.current() === null) return send(request);
    throw new Problem(
      "refused",
      t("Not shown"),
      t("Only the user of this account sees this page."),
    );
  };
}

/** Returns the viewed user as a signed-in user. */
export function userOfView({ user }: View): SignedInUser {
  return { sub: user.id, name: user.name, email: user.email, emailVerified: false };
}

export const ViewsContext = createContext<Views>(createViews());

export function useViews(): Views {
  return use(ViewsContext);
}

/** Null outside of a view. */
export function useView(): View | null {
  const views = useViews();
  return useSyncExternalStore(views.subscribe, views.current);
}
