/** The user's picture opens the user menu. */
import { lazy, Suspense } from "react";
import type { Holder } from "@/auth/session";
import { t } from "@/lib/language";
import { displayName, initials } from "@/lib/person";
import { Avatar } from "@/ui/avatar";
import { Disclosure } from "@/ui/disclosure";
import { Bone } from "@/ui/skeleton";

const Panel = lazy(async () => ({ default: (await import("./user-menu-panel")).UserMenuPanel }));

export function UserMenu({ holder }: { holder: Holder }) {
  return (
    <Disclosure
      round
      label={t("Your account: {name}", { name: displayName(holder) })}
      summary={<Avatar letters={initials(holder)} />}
    >
      <Suspense fallback={<Bone className="h-12" />}>
        <Panel holder={holder} />
      </Suspense>
    </Disclosure>
  );
}
