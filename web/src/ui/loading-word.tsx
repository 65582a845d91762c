/** Says that what stands there is about to be replaced; a quick answer comes before it is seen. */
export function LoadingWord() {
  return (
    <span role="status" className="boot-mark font-normal text-ink-faint text-sm">
      Loading…
    </span>
  );
}
