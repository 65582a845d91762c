/** Shows the app on the landing page, with its own components and invented data. */
import { t } from "@/lib/language";
import { Amount } from "@/ui/amount";
import { Card } from "@/ui/card";

const balances = [
  { site: "paperplane.example", value: 1240, part: "w-3/4" },
  { site: "atlas.example", value: 95, part: "w-1/4" },
];

const rows = () => [
  { what: t("Poster, large"), where: "paperplane.example", change: -5 },
  { what: t("Welcome credits"), where: "atlas.example", change: 100 },
  { what: t("Route planned"), where: "atlas.example", change: -5 },
];

export function LandingPreview() {
  return (
    <div aria-hidden className="hidden select-none gap-3 sm:grid">
      <div className="grid grid-cols-2 gap-3">
        {balances.map(({ site: websiteId, value, part }) => (
          <Card key={websiteId} className="p-4">
            <p className="truncate text-ink-soft text-sm">{websiteId}</p>
            <p className="font-semibold text-3xl tracking-tight">
              <Amount value={value} />
            </p>
            <span className="mt-3 block h-1.5 overflow-hidden rounded-full bg-well">
              <span className={`block h-full rounded-full bg-accent ${part}`} />
            </span>
          </Card>
        ))}
      </div>
      <Card className="divide-y divide-hairline">
        {rows().map(({ what, where, change }) => (
          <div key={what} className="flex items-center justify-between gap-4 px-4 py-3">
            <div>
              <p className="font-medium text-sm">{what}</p>
              <p className="text-ink-faint text-xs">{where}</p>
            </div>
            <Amount change value={change} className="font-medium text-sm" />
          </div>
        ))}
      </Card>
    </div>
  );
}
