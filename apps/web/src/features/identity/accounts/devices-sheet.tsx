import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { SignedInDevice } from "@tessera/contract/identity/accounts.schemas";
import { useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { DeviceRow } from "./device-row.tsx";
import { type SignOutTarget, sessionsQuery } from "./security.queries.ts";

const SignOutDialog = lazySheet(async () => {
  return (await import("./sign-out-dialog.tsx")).SignOutDialog;
});

function Devices({
  devices,
  onSignOut,
}: {
  readonly devices: readonly SignedInDevice[];
  readonly onSignOut: (target: SignOutTarget) => void;
}) {
  const others = devices.some((device) => !device.current);
  return (
    <>
      <ul>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} onSignOut={() => onSignOut(device.id)} />
        ))}
      </ul>
      {others ? (
        <Button kind="destructive" block className="mt-4" onClick={() => onSignOut("others")}>
          <Trans>Sign out all other devices</Trans>
        </Button>
      ) : (
        <p className="mt-2 text-small text-ink-3">
          <Trans>You are signed in only on this device.</Trans>
        </p>
      )}
    </>
  );
}

/** Lists the devices that are signed in and lets the user sign them out. */
export function DevicesSheet({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const sessions = useQuery({ ...sessionsQuery, enabled: open });
  const [target, setTarget] = useState<SignOutTarget>();
  const [asking, setAsking] = useState(false);
  const ask = (what: SignOutTarget) => {
    setTarget(what);
    setAsking(true);
  };
  return (
    <Sheet open={open} onClose={onClose} title={t`Signed-in devices`}>
      <p className="pb-1 text-ink-2">
        <Trans>If you don’t recognize a device, sign it out and change your password.</Trans>
      </p>
      {sessions.data && <Devices devices={sessions.data} onSignOut={ask} />}
      {sessions.data === undefined &&
        (sessions.isError ? (
          <ErrorPanel
            message={messageOf(sessions.error, t`Unknown error`)}
            onRetry={() => void sessions.refetch()}
          />
        ) : (
          <SkeletonRows count={2} />
        ))}
      {target !== undefined && (
        <SignOutDialog
          key={target}
          open={asking}
          onClose={() => setAsking(false)}
          target={target}
          device={sessions.data?.find(({ id }) => id === target)}
        />
      )}
    </Sheet>
  );
}
