/** The user's picture opens the user menu. */
import { lazy, Suspense } from "react";
import type { SignedInUser } from "@/auth/session";
import { t } from "@/lib/language";
import { displayName, initials } from "@/lib/person";
import { Avatar } from "@/ui/avatar";
import { Disclosure } from "@/ui/disclosure";
import { Bone } from "@/ui/skeleton";

const Panel = lazy(async () => ({ default: (await import("./user-menu-panel")).UserMenuPanel }));

export function UserMenu({ user }: { user: SignedInUser }) {
  return (
    <Disclosure
      round
      label={t("Your account: {name}", { name: displayName(user) })}
      summary={<Avatar letters={initials(user)} />}
    >
      <Suspense fallback={<Bone className="h-12" />}>
        <Panel user={user} />
      </Suspense>
    </Disclosure>
  );
}
