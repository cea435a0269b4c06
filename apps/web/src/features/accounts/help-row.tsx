import { useLingui } from "@lingui/react/macro";
import { CircleHelp } from "lucide-react";
import { useState } from "react";
import { lazySheet } from "../../ui/lazy-part.tsx";
import { SettingsRowButton } from "../../ui/list-row.tsx";

const HelpSheet = lazySheet(async () => {
  return (await import("./help-sheet.tsx")).HelpSheet;
});

/** Opens the answers to what is asked most. */
export function HelpRow() {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <SettingsRowButton
        icon={<CircleHelp aria-hidden="true" size={20} strokeWidth={1.75} />}
        title={t`Help`}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      />
      {asked && <HelpSheet open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
