/** Asks the operator to confirm an action on a user, and describes its effect. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/client";
import { actOnUser, type UserAction } from "@/api/operator";
import type { OperatorUserDetail } from "@/api/types";
import { t } from "@/lib/language";
import { displayName } from "@/lib/person";
import { Confirm } from "@/ui/later";
import { toast } from "@/ui/toast";
import { ReasonField } from "./reason-field";

type Props = { user: OperatorUserDetail; act: UserAction; onClose: () => void };

export function ActDialog({ user, act, onClose }: Props) {
  const run = useMutation(actOnUser(useApi(), useQueryClient(), user.id));
  const [reason, setReason] = useState("");
  const name = displayName(user);
  const { title, effect, action, said: message } = wordsFor(act, name, user);
  return (
    <Confirm
      title={title}
      effect={effect}
      action={action}
      busy={run.isPending}
      error={run.error}
      onClose={onClose}
      onConfirm={() =>
        run.mutate(
          { act, reason: reason.trim() },
          {
            onSuccess: () => {
              toast(message);
              onClose();
            },
          },
        )
      }
    >
      <ReasonField label={t("Reason (optional)")} value={reason} onChange={setReason} />
    </Confirm>
  );
}

function wordsFor(act: UserAction, name: string, user: OperatorUserDetail) {
  const count = user.sessions.length;
  const stop =
    user.websites === 0
      ? t("They can no longer sign in or spend.")
      : t("They can no longer sign in or spend, and their websites ({websites}) are suspended.", {
          websites: user.websites,
        });
  const sessions = count === 1 ? t("1 session ends") : t("{count} sessions end", { count });
  switch (act) {
    case "deactivate":
      return {
        title: t("Deactivate {name}?", { name }),
        effect: t("{sessions} now. {stop} Their credits are kept.", { sessions, stop }),
        action: t("Deactivate"),
        said: t("{name} is deactivated.", { name }),
      };
    case "activate":
      return {
        title: t("Activate {name}?", { name }),
        effect: t("They can sign in and spend again. They have to sign in again."),
        action: t("Activate"),
        said: t("{name} is active again.", { name }),
      };
    case "end-sessions":
      return {
        title: t("End the sessions of {name}?", { name }),
        effect: t(
          "{sessions} now, including the apps in them. They can sign in again right away.",
          { sessions },
        ),
        action: t("End sessions"),
        said: t("{name} is signed out everywhere.", { name }),
      };
  }
}
