import { Trans, useLingui } from "@lingui/react/macro";
import type { SignedInDevice } from "@tessera/contract/identity/accounts.schemas";
import { Monitor, Smartphone } from "lucide-react";
import { deviceWords, isHandheld } from "../../../lib/device-words.ts";
import { Button } from "../../../ui/form/button.tsx";
import { ListRow, RowIcon } from "../../../ui/list/list-row.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";

/** Shows the network that the user signed in from; no geolocation service is queried. */
function Place({ network }: { readonly network: string | null }) {
  return network === null ? <Trans>Local network</Trans> : <Trans>Network {network}</Trans>;
}

/** Renders one device with its last activity and a button to sign it out. */
export function DeviceRow({
  device,
  onSignOut,
}: {
  readonly device: SignedInDevice;
  readonly onSignOut: () => void;
}) {
  const { t } = useLingui();
  const name = deviceWords(device, t);
  const Icon = isHandheld(device) ? Smartphone : Monitor;
  return (
    <li className="border-b border-line last:border-0">
      <ListRow
        lead={
          <RowIcon>
            <Icon aria-hidden="true" strokeWidth={1.75} />
          </RowIcon>
        }
        title={name}
        meta={
          <>
            <Place network={device.network} />
            {" · "}
            {device.current ? <Trans>Active now</Trans> : <DateText at={device.lastSeenAt} />}
          </>
        }
        status={
          device.current ? (
            <Chip tone="info">
              <Trans>This device</Trans>
            </Chip>
          ) : (
            <Button
              kind="text"
              size="md"
              className="-mr-4"
              aria-label={t`Sign out ${name}`}
              onClick={onSignOut}
            >
              <Trans>Sign out</Trans>
            </Button>
          )
        }
      />
    </li>
  );
}
