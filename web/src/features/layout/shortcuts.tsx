/** Lists keyboard shortcuts, with a switch for single-key ones. */
import { useState } from "react";
import { t } from "@/lib/language";
import { Button } from "@/ui/button";
import { Tick } from "@/ui/fields";
import { areSingleKeysOn, setSingleKeys } from "./single-keys";

const shortcuts = [
  { keys: [t("Ctrl"), "K"], words: t("Search, run an action or open any id (⌘K on a Mac)") },
  { keys: ["?"], words: t("Show keyboard shortcuts") },
  { keys: ["↑", "↓"], words: t("Move through search results and the days of a chart") },
  { keys: ["Enter"], words: t("Open the selected result") },
  { keys: ["Esc"], words: t("Close") },
];

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areSingleKeysOn);
  return (
    <div className="grid gap-4 p-5">
      <h2 className="font-semibold text-lg">{t("Keyboard shortcuts")}</h2>
      <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 text-sm">
        {shortcuts.map(({ keys, words }) => (
          <div key={words} className="contents">
            <dt className="flex gap-1">
              {keys.map((name) => (
                <kbd key={name} className="rounded-chip bg-well px-2 py-0.5 font-mono text-xs">
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Tick
        isSwitch
        label={t("Single-key shortcuts")}
        help={t("Turn off if you use voice control. Saved in this browser.")}
        checked={isOn}
        onChange={({ target }) => {
          setSingleKeys(target.checked);
          setOn(target.checked);
        }}
      />
      <Button onClick={onClose} className="justify-self-end">
        {t("Close")}
      </Button>
    </div>
  );
}
