/** Who is seen, and where: entering or leaving a view begins at a page of the one who is seen then. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useView, type View } from "@/auth/view";
import { paths } from "@/paths";

type Seen = { view: View | null; isOnTheWay: boolean };

/** On the way from one to the other nothing is shown, so that nobody's page is filled with somebody else's answers. */
export function useSeen(): Seen {
  const wanted = useView();
  const [view, setView] = useState(wanted);
  const navigate = useNavigate();
  // The view is kept beside React, and the address follows it.
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
