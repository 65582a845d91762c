/** Shows the mark and the name. */

function Mark() {
  return (
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
  );
}

/** `narrow` shows only the mark on the narrowest screens. */
export function Brand({ narrow = false }: { narrow?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold text-base tracking-tight">
      <Mark />
      <span className={narrow ? "max-[25rem]:sr-only" : undefined}>Tollgate</span>
    </span>
  );
}
