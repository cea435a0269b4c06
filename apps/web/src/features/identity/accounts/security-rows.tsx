import { useLingui } from "@lingui/react/macro";
import { KeyRound, MonitorSmartphone, UserRound } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../../lib/session/session-store.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { SettingsRowButton } from "../../../ui/list/list-row.tsx";
import { FactorRow } from "./factors/factor-row.tsx";

const ICON = { "aria-hidden": true, size: 20, strokeWidth: 1.75 } as const;
const UsernameSheet = lazySheet(async () => {
  return (await import("./username-sheet.tsx")).UsernameSheet;
});
const PasswordSheet = lazySheet(async () => {
  return (await import("./password-sheet.tsx")).PasswordSheet;
});
const DevicesSheet = lazySheet(async () => {
  return (await import("./devices-sheet.tsx")).DevicesSheet;
});

type Asked = "username" | "password" | "devices";

/** Links to the username and password settings and to the device list. */
export function SecurityRows({
  onRenamed,
}: {
  /** Called after the username has been changed. */
  readonly onRenamed: (from: string, to: string) => void;
}) {
  const { t } = useLingui();
  const { user } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState(false);
  const show = (what: Asked) => {
    setAsked(what);
    setOpen(true);
  };
  const close = () => setOpen(false);
  return (
    <>
      {user?.role === "customer" && (
        <SettingsRowButton
          icon={<UserRound {...ICON} />}
          title={t`Username`}
          value={user.username}
          onClick={() => show("username")}
        />
      )}
      <SettingsRowButton
        icon={<KeyRound {...ICON} />}
        title={t`Change password`}
        onClick={() => show("password")}
      />
      <FactorRow />
      <SettingsRowButton
        icon={<MonitorSmartphone {...ICON} />}
        title={t`Signed-in devices`}
        onClick={() => show("devices")}
      />
      {asked === "username" && <UsernameSheet open={open} onClose={close} onRenamed={onRenamed} />}
      {asked === "password" && <PasswordSheet open={open} onClose={close} />}
      {asked === "devices" && <DevicesSheet open={open} onClose={close} />}
    </>
  );
}
