/** An operator sees the product as somebody else does: whom, and how the API is told. A reload forgets it. */
import { createContext, use, useSyncExternalStore } from "react";
import { t } from "@/lib/language";
import { Problem } from "@/lib/problem";
import type { ApiFetch } from "./api-fetch";
import type { Holder } from "./session";

/** What the API gives to whoever begins a view. */
export type View = {
  /** What the header says. */
  view: string;
  user: { id: string; name: string | null; email: string | null };
};

/** Whom this page sees as. */
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

/** fetch for the product API, as whoever is seen. The API says when that is over. */
export function asViewed(views: Views, send: ApiFetch): ApiFetch {
  return async (request) => {
    const view = views.current();
    if (view === null) return send(request);
    request.headers.set("tollgate-view-as", view.view);
    const answer = await send(request);
    if (views.current() === view && (await isOver(answer))) views.leave();
    return answer;
  };
}

async function isOver(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  const type = typeof body === "object" && body !== null && "type" in body ? body.type : null;
  return typeof type === "string" && /\/problems\/view-ended$/.test(type);
}

/** fetch for the account API, which knows of no views: all that it tells is the operator's own. */
export function onlyOwn(views: Views, send: ApiFetch): ApiFetch {
  return async (request) => {
    if (views.current() === null) return send(request);
    throw new Problem(
      "refused",
      t("Not shown"),
      t("This is about an account itself, and only the person sees it."),
    );
  };
}

/** The person as pages know one who is signed in. */
export function holderOf({ user }: View): Holder {
  return { sub: user.id, name: user.name, email: user.email, emailVerified: false };
}

export const ViewsContext = createContext<Views>(createViews());

export function useViews(): Views {
  return use(ViewsContext);
}

/** Null while one is oneself. */
export function useView(): View | null {
  const views = useViews();
  return useSyncExternalStore(views.subscribe, views.current);
}
