/** The viewed user: starting or ending a view opens the first page of that user. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useView, type View } from "@/auth/view";
import { paths } from "@/paths";

type Seen = { view: View | null; isOnTheWay: boolean };

/** Between two users nothing is rendered, so that no page gets another user's responses. */
export function useSeen(): Seen {
  const wanted = useView();
  const [view, setView] = useState(wanted);
  const navigate = useNavigate();
  // The view is stored outside of React, and the address follows it.
  useEffect(() => {
    if (wanted === view) return;
    const way =
      view === null || wanted !== null
        ? navigate({ to: paths.home() })
        : navigate({ to: paths.operatorUser(), params: { user: view.user.id } });
    const arrive = () => setView(wanted);
    void way.then(arrive, arrive);
  }, [wanted, view, navigate]);
  return { view, isOnTheWay: wanted !== view };
}
