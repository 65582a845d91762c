/** Lists passkeys with the names that the user gave them. */
import { Fingerprint } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { SignInMethod } from "@/api/account";
import type { OwnPasskey, SignInMethods } from "@/api/types";
import { rich, t } from "@/lib/language";
import { paths } from "@/paths";
import { Button, ButtonAnchor } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { atIdp } from "./at-idp";
import { Remove } from "./remove";
import { Row } from "./row";
import { Since } from "./since";

const RenamePasskeyDialog = lazy(async () => ({
  default: (await import("./rename-passkey-dialog")).RenamePasskeyDialog,
}));

type Props = { methods: SignInMethods; onRemove: (method: SignInMethod) => void };

export function Passkeys({ methods, onRemove }: Props) {
  const { passkeys, can_remove } = methods;
  const [renaming, setRenaming] = useState<OwnPasskey | null>(null);
  const add = (
    <ButtonAnchor size="small" href={atIdp(paths.ownPasskeys(), paths.signInMethods())}>
      {t("Add a passkey")}
    </ButtonAnchor>
  );
  return (
    <Card aria-labelledby="passkeys">
      <CardHeader
        id="passkeys"
        title={t("Passkeys")}
        note={t("Sign in with a fingerprint, your face or a security key.")}
        action={passkeys.length > 0 && add}
      />
      {passkeys.length === 0 ? (
        <EmptyState icon={Fingerprint} title={t("No passkey yet")} action={add}>
          {t("The fastest way to sign in, and safe from phishing.")}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-hairline">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Row
                icon={Fingerprint}
                title={passkey.name}
                note={
                  <Since word={t("Added")} since={passkey.created_at} used={passkey.last_used_at} />
                }
              >
                <div className="flex flex-wrap gap-2">
                  <Button size="small" onClick={() => setRenaming(passkey)}>
                    {rich("Rename {name}", {
                      name: <span className="sr-only">{passkey.name}</span>,
                    })}
                  </Button>
                  <Remove
                    verdict={can_remove[passkey.id]}
                    name={passkey.name}
                    onPress={() =>
                      onRemove({ kind: "passkey", id: passkey.id, name: passkey.name })
                    }
                  />
                </div>
              </Row>
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {renaming && <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(null)} />}
      </Suspense>
    </Card>
  );
}
