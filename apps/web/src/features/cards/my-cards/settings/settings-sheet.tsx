import type { ComponentProps } from "react";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { CardOptionsSheet } from "../card-options-sheet.tsx";
import type { CardSettingName } from "../card-sheet-names.ts";
import { LabelSheet } from "./label-sheet.tsx";
import { LimitsSheet } from "./limits-sheet.tsx";

const ScheduleSheet = lazySheet(async () => {
  return (await import("../lifecycle/schedule-sheet.tsx")).ScheduleSheet;
});
const DrawSheet = lazySheet(async () => (await import("./draw-sheet.tsx")).DrawSheet);
const ReplaceSheet = lazySheet(async () => {
  return (await import("../lifecycle/replace-sheet.tsx")).ReplaceSheet;
});

interface SettingsSheetProps extends ComponentProps<typeof CardOptionsSheet> {
  readonly name: CardSettingName;
}

/** Renders a card's options or one of the sheets opened from there. */
export function SettingsSheet({ name, onShow, more, ...common }: SettingsSheetProps) {
  switch (name) {
    case "options":
      return <CardOptionsSheet {...common} onShow={onShow} more={more} />;
    case "label":
      return <LabelSheet {...common} />;
    case "limits":
      return <LimitsSheet {...common} />;
    case "draw":
      return <DrawSheet {...common} />;
    case "schedule":
      return <ScheduleSheet {...common} />;
    case "replace":
      return <ReplaceSheet {...common} />;
  }
}
