/** Opens a form by a button on the page, or by an address from the command bar. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";

/** `name` is the value in the address, as in `?open=new`. */
export function useOpened(name: string): { isOpen: boolean; open: () => void; close: () => void } {
  const { open: requested } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [isPressed, setPressed] = useState(false);
  return {
    isOpen: isPressed || requested === name,
    open: () => setPressed(true),
    close() {
      setPressed(false);
      if (requested !== name) return;
      void navigate({
        to: ".",
        search: ({ open: _, ...rest }: Record<string, unknown>) => rest,
        replace: true,
        resetScroll: false,
      } as never);
    },
  };
}
