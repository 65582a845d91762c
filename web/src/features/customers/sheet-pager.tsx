/** Page links of the lists on a customer's page. */
import { useSearch } from "@tanstack/react-router";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { withoutEmpty } from "@/lib/search";
import { paths } from "@/paths";
import { Pager } from "@/ui/pager";

type Props = { customer: string; count: number; next: string | null };

export function SheetPager({ customer, count, next }: Props) {
  const scope = useWebsiteScope();
  const { cursor, list, size, kind, feature, from, to } = useSearch({ strict: false });
  return (
    <Pager
      link={{ to: paths.customer(), params: { site: scope.id, customer } }}
      parameters={withoutEmpty({ list, size, kind, feature, from, to })}
      cursor={cursor}
      next={next}
      status={t("{count} on this page, newest first.", { count })}
    />
  );
}
