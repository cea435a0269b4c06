import { useLingui } from "@lingui/react/macro";
import { KeyRound, MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { lazySheet } from "../../ui/lazy-part.tsx";
import { SettingsRowButton } from "../../ui/list-row.tsx";

const ICON = { "aria-hidden": true, size: 20, strokeWidth: 1.75 } as const;
const PasswordSheet = lazySheet(async () => {
  return (await import("./password-sheet.tsx")).PasswordSheet;
});
const DevicesSheet = lazySheet(async () => {
  return (await import("./devices-sheet.tsx")).DevicesSheet;
});

/** The way to a new password and to where the reader is signed in. */
export function SecurityRows() {
  const { t } = useLingui();
  const [asked, setAsked] = useState<"password" | "devices">();
  const [open, setOpen] = useState(false);
  const show = (what: "password" | "devices") => {
    setAsked(what);
    setOpen(true);
  };
  const close = () => setOpen(false);
  return (
    <>
      <SettingsRowButton
        icon={<KeyRound {...ICON} />}
        title={t`Change password`}
        onClick={() => show("password")}
      />
      <SettingsRowButton
        icon={<MonitorSmartphone {...ICON} />}
        title={t`Signed-in devices`}
        onClick={() => show("devices")}
      />
      {asked === "password" && <PasswordSheet open={open} onClose={close} />}
      {asked === "devices" && <DevicesSheet open={open} onClose={close} />}
    </>
  );
}
