/** The mark and the name. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold text-base tracking-tight">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-7 text-accent">
        <rect width="32" height="32" rx="8" fill="currentColor" />
        <path
          d="M9 24V12.5a3.5 3.5 0 0 1 7 0V24m0-11.5a3.5 3.5 0 0 1 7 0V24M6.5 18h19"
          fill="none"
          stroke="var(--surface)"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      </svg>
      Tollgate
    </span>
  );
}
