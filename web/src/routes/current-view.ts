/** The viewed user: starting or ending a view opens the first page of that user. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useView, type View } from "@/auth/view";
import { paths } from "@/paths";

type CurrentView = { view: View | null; isChanging: boolean };

/** Between two users nothing is rendered, so that no page gets another user's responses. */
export function useCurrentView(): CurrentView {
  const current = useView();
  const [view, setView] = useState(current);
  const navigate = useNavigate();
  // The view is stored outside of React, and the address follows it.
  useEffect(() => {
    if (current === view) return;
    const way =
      view === null || current !== null
        ? navigate({ to: paths.home() })
        : navigate({ to: paths.operatorUser(), params: { user: view.user.id } });
    const arrive = () => setView(current);
    void way.then(arrive, arrive);
  }, [current, view, navigate]);
  return { view, isChanging: current !== view };
}
