/** Draws what was received and earned in each month as two bars. The table of the card has the same figures as text. */
import { compactAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { decimalsOf } from "@/lib/money";
import { ticksOf } from "@/lib/usage";
import { SeriesMark } from "@/ui/bar-chart";
import { monthLabel, type Statement } from "./revenue-statements";

/** Series differ in lightness too. */
const series = [
  { member: "payments_minor", label: t("Received"), which: 0 },
  { member: "earned_minor", label: t("Earned"), which: 2 },
] as const;

const top = 10;
const floor = 156;
const height = 180;
/** A phone has room for this many labels below the bars. */
const maxLabels = 4;

type Props = {
  statement: Statement;
  /** Every month, also one without money. */
  months: string[];
};

export function RevenueChart({ statement: { currency, months: found }, months }: Props) {
  const sumsOf = new Map(found.map(({ period, sums }) => [period, sums]));
  const bars = months.map((month) => {
    const sums = sumsOf.get(month);
    // A month in which more was reversed than used has earned less than nothing; the table says how much.
    return { month, values: series.map(({ member }) => Math.max(0, sums?.[member] ?? 0)) };
  });
  const ticks = ticksOf(Math.max(0, ...bars.flatMap(({ values }) => values)));
  const highest = ticks.at(-1) ?? 1;
  const y = (value: number) => floor - ((floor - top) * value) / highest;
  const slot = 100 / bars.length;
  const every = Math.ceil(bars.length / maxLabels);
  const scale = decimalsOf(currency);
  return (
    <div className="px-5 pt-2 pb-3">
      <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
        {series.map(({ member, label, which }) => (
          <li key={member} className="flex items-center gap-1.5">
            <SeriesMark which={which} />
            {label}
          </li>
        ))}
      </ul>
      <div
        role="img"
        aria-label={t("Received and earned by month in {currency}; the table has the figures", {
          currency: currency.toUpperCase(),
        })}
        className="flex"
      >
        <svg
          aria-hidden="true"
          width="44"
          height={height}
          className="shrink-0 text-ink-faint text-xs"
        >
          {ticks.map((tick) => (
            <text key={tick} x="36" y={y(tick) + 4} textAnchor="end" fill="currentColor">
              {compactAmount(tick, scale)}
            </text>
          ))}
        </svg>
        <svg aria-hidden="true" width="100%" height={height} className="min-w-0 flex-1">
          {ticks.map((tick) => (
            <rect key={tick} y={y(tick)} width="100%" height="1" className="fill-hairline" />
          ))}
          {bars.map(({ month, values }, at) => (
            <g key={month}>
              {values.map((value, which) =>
                value > 0 ? (
                  <rect
                    key={series[which]?.member}
                    x={`${slot * (at + 0.14 + 0.37 * which)}%`}
                    y={Math.min(y(value), floor - 1)}
                    width={`${slot * 0.34}%`}
                    height={Math.max(floor - y(value), 1)}
                    rx="1.5"
                    fill="currentColor"
                    className={`series-${series[which]?.which}`}
                  />
                ) : null,
              )}
              {at % every === Math.floor(every / 2) && (
                <text
                  x={`${slot * (at + 0.5)}%`}
                  y={height - 4}
                  textAnchor="middle"
                  fill="currentColor"
                  className="text-ink-faint text-xs"
                >
                  {monthLabel(month)}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </div>
  );
}
