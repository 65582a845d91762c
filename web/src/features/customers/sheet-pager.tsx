/** Page links of the lists on a customer's page. */
import { useSearch } from "@tanstack/react-router";
import { useSite } from "@/api/site";
import { t } from "@/lib/language";
import { keptOf } from "@/lib/search";
import { paths } from "@/paths";
import { Pager } from "@/ui/pager";

type Props = { customer: string; count: number; next: string | null };

export function SheetPager({ customer, count, next }: Props) {
  const site = useSite();
  const { cursor, list, size, kind, feature, from, to } = useSearch({ strict: false });
  return (
    <Pager
      place={{ to: paths.customer(), params: { site: site.id, customer } }}
      kept={keptOf({ list, size, kind, feature, from, to })}
      cursor={cursor}
      next={next}
      status={t("{count} on this page, newest first.", { count })}
    />
  );
}
