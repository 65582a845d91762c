/** Shows badges for a deactivated user and for an operator. */
import type { OperatorUser } from "@/api/types";
import { t } from "@/lib/language";
import { Badge } from "@/ui/badge";

export function UserBadges({ user }: { user: Pick<OperatorUser, "is_active" | "is_operator"> }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {user.is_active ? (
        <Badge>{t("Active")}</Badge>
      ) : (
        <Badge tone="warn">{t("Deactivated")}</Badge>
      )}
      {user.is_operator && <Badge tone="good">{t("Operator")}</Badge>}
    </span>
  );
}
