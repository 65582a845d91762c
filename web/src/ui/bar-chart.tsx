/** Draws stacked bars for each day as SVG, which users read by pointer or arrow keys. */
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { compactAmount, formatAmount } from "@/lib/amount";
import { longDay, shortDay } from "@/lib/days";
import { type Series, sum, ticksOf } from "@/lib/usage";

type Props = { label: string; days: string[]; series: Series[]; scale: number };

const top = 10;
const floor = 196;
const height = 220;
/** A phone has room for this many labels below the bars. */
const maxLabels = 5;

export function BarChart({ label, days, series, scale }: Props) {
  const [at, setAt] = useState<number | null>(null);
  const totals = days.map((_, day) => sum(series.map(({ values }) => values[day] ?? 0)));
  const ticks = ticksOf(Math.max(0, ...totals));
  const highest = ticks.at(-1) ?? 1;
  const y = (value: number) => floor - ((floor - top) * value) / highest;
  const last = days.length - 1;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") setAt(null);
    const to = dayOf(event.key, at ?? last, last);
    if (to === null) return;
    event.preventDefault();
    setAt(to);
  }

  function onPointer({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const slot = Math.floor(((clientX - left) / width) * days.length);
    setAt(Math.max(0, Math.min(last, slot)));
  }

  return (
    <div className="flex">
      <svg
        aria-hidden="true"
        width="40"
        height={height}
        className="shrink-0 text-ink-faint text-xs"
      >
        {ticks.map((tick) => (
          <text key={tick} x="32" y={y(tick) + 4} textAnchor="end" fill="currentColor">
            {compactAmount(tick, scale)}
          </text>
        ))}
      </svg>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={(at ?? last) + 1}
        aria-valuetext={wordsOf(at ?? last, { days, series, totals, scale })}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(null)}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setAt(null)}
        className="relative min-w-0 flex-1 rounded-chip"
      >
        <svg aria-hidden="true" width="100%" height={height} className="block">
          {ticks.map((tick) => (
            <rect key={tick} y={y(tick)} width="100%" height="1" className="fill-hairline" />
          ))}
          {at !== null && (
            <rect
              x={`${(100 * at) / days.length}%`}
              y={top}
              width={`${100 / days.length}%`}
              height={floor - top}
              opacity="0.6"
              className="fill-hairline"
            />
          )}
          <Bars days={days} series={series} y={y} />
          <Labels days={days} />
        </svg>
        {at !== null && (
          <Tooltip at={at} days={days} series={series} totals={totals} scale={scale} />
        )}
      </div>
    </div>
  );
}

/** Returns the day that a key selects, or null for another key. */
function dayOf(key: string, at: number, last: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 7,
    PageUp: at + 7,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  return to === undefined ? null : Math.max(0, Math.min(last, to));
}

type BarsProps = Pick<Props, "days" | "series"> & { y: (value: number) => number };

function Bars({ days, series, y }: BarsProps) {
  const slot = 100 / days.length;
  return days.map((day, at) => {
    let below = 0;
    return series.map(({ name, values }, which) => {
      const value = values[at] ?? 0;
      if (value <= 0) return null;
      const foot = y(below);
      below += value;
      const head = y(below);
      return (
        <rect
          key={`${day} ${name}`}
          x={`${slot * (at + 0.14)}%`}
          y={head}
          width={`${slot * 0.72}%`}
          // Leaves 1 pixel between two series; the smallest bar stays visible.
          height={Math.max(foot - head - (which > 0 ? 1 : 0), 1)}
          rx="1.5"
          fill="currentColor"
          className={`series-${which}`}
        />
      );
    });
  });
}

function Labels({ days }: { days: string[] }) {
  const every = Math.ceil(days.length / maxLabels);
  return days.map((day, at) =>
    at % every === Math.floor(every / 2) ? (
      <text
        key={day}
        x={`${(100 * (at + 0.5)) / days.length}%`}
        y={height - 4}
        textAnchor="middle"
        fill="currentColor"
        className="text-ink-faint text-xs"
      >
        {shortDay(day)}
      </text>
    ) : null,
  );
}

type ChartData = Pick<Props, "days" | "series" | "scale"> & { totals: number[] };

function wordsOf(at: number, { days, series, totals, scale }: ChartData): string {
  const parts = series
    .filter(({ values }) => (values[at] ?? 0) > 0)
    .map(({ name, values }) => `${name} ${formatAmount(values[at] ?? 0, { scale })}`);
  const total = formatAmount(totals[at] ?? 0, { scale });
  return [`${longDay(days[at] ?? "")}: ${total}`, ...parts].join(", ");
}

/** Appears next to the day, on the side with more room; the slider's value has the same text. */
function Tooltip({ at, days, series, totals, scale }: ChartData & { at: number }) {
  const share = (100 * (at + 0.5)) / days.length;
  const side = share < 50 ? { left: `${share + 3}%` } : { right: `${103 - share}%` };
  return (
    <div
      aria-hidden
      style={side}
      className="pointer-events-none absolute top-0 z-10 rounded-control border border-hairline-strong bg-surface p-3 text-xs shadow-drawer"
    >
      <p className="whitespace-nowrap text-ink-faint">{longDay(days[at] ?? "")}</p>
      <p className="font-semibold text-base tabular-nums">
        {formatAmount(totals[at] ?? 0, { scale })}
      </p>
      {series.map(({ name, values }, which) =>
        (values[at] ?? 0) > 0 ? (
          <p key={name} className="flex items-center gap-1.5 whitespace-nowrap">
            <SeriesMark which={which} />
            {name}
            <span className="ml-auto pl-4 tabular-nums">
              {formatAmount(values[at] ?? 0, { scale })}
            </span>
          </p>
        ) : null,
      )}
    </div>
  );
}

/** Shows the colour of a series next to its name. */
export function SeriesMark({ which }: { which: number }) {
  return (
    <svg aria-hidden="true" width="9" height="9" className={`shrink-0 series-${which}`}>
      <rect width="9" height="9" rx="2.5" fill="currentColor" />
    </svg>
  );
}
