/** Shows a website as a tile with its logo or its first letter. */
import { classes } from "@/lib/classes";

type Props = {
  name: string;
  small?: boolean;
  /** A `data:` address; the app never loads pictures from other origins. */
  picture?: string | null | undefined;
};

export function WebsiteMark({ name, small = false, picture }: Props) {
  if (picture?.startsWith("data:image/")) {
    return <img src={picture} alt="" className="size-9 shrink-0 rounded-control object-contain" />;
  }
  return (
    <span
      aria-hidden
      className={classes(
        "grid shrink-0 place-items-center bg-accent-soft font-semibold text-accent-ink",
        small ? "size-6 rounded-chip text-xs" : "size-9 rounded-control",
      )}
    >
      {Array.from(name)[0]?.toUpperCase()}
    </span>
  );
}
