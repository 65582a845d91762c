/** Draws the user's device as a small picture. */

type Kind = "desktop" | "phone" | "tablet" | "unknown";

/** `lit` marks the current device. */
export function DeviceDrawing({ kind, lit = false }: { kind: Kind; lit?: boolean }) {
  return (
    <svg
      viewBox="0 0 48 40"
      aria-hidden="true"
      className={lit ? "size-11 shrink-0 text-accent" : "size-11 shrink-0 text-ink-faint"}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shapes[kind]}
    </svg>
  );
}

const glass = "var(--accent-soft)";

const shapes: Record<Kind, React.ReactNode> = {
  desktop: (
    <>
      <rect x="5" y="4" width="38" height="25" rx="3" fill={glass} />
      <path d="M20 29v5m8-5v5M15 35.5h18M9 9.5h8m-8 4.5h14" />
    </>
  ),
  phone: (
    <>
      <rect x="15" y="2" width="18" height="36" rx="4" fill={glass} />
      <path d="M22 33.5h4M19.5 9.5h6m-6 4.5h9" />
    </>
  ),
  tablet: (
    <>
      <rect x="9" y="3" width="30" height="34" rx="4" fill={glass} />
      <path d="M22.5 33h3M14 9.5h8m-8 4.5h13" />
    </>
  ),
  unknown: (
    <>
      <rect x="5" y="6" width="38" height="28" rx="3" fill={glass} />
      <path d="M20.5 16a3.5 3.5 0 1 1 5.2 3c-1.1.6-1.7 1.3-1.7 2.6m0 4.2v.1" />
    </>
  ),
};
