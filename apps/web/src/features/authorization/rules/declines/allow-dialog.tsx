import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Grant } from "@tessera/contract/authorization/risk.schemas";
import { useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { Segmented } from "../../../../ui/form/segmented.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { ConfirmDialog } from "../../../../ui/overlay/confirm-dialog.tsx";
import { useAllow } from "./declines.mutations.ts";
import { momentAhead } from "./moment-ahead.ts";

export interface AllowDialogProps {
  readonly movementId: string;
  readonly kind: Grant["kind"];
  readonly merchant: string;
  /**
   * The formatted maximum for a one-time exception, or the formatted amount of a limit increase.
   */
  readonly amount: string | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}

const MINUTE_MS = 60_000;
const SPANS: Readonly<
  Record<Grant["kind"], readonly (readonly [minutes: string, label: MessageDescriptor])[]>
> = {
  allow_once: [
    ["15", msg`15 minutes`],
    ["60", msg`1 hour`],
    ["1440", msg`24 hours`],
  ],
  raise_until: [
    ["60", msg`1 hour`],
    ["1440", msg`24 hours`],
    ["10080", msg`7 days`],
  ],
};

/** Describes exactly what the customer is about to allow. */
function Scope({
  kind,
  merchant,
  amount,
  until,
}: Omit<AllowDialogProps, "open"> & { until: string }) {
  if (kind === "allow_once") {
    return (
      <Trans>
        This card can pay {merchant} once, up to {amount}, regardless of your rules, until {until}.
        Nothing else changes.
      </Trans>
    );
  }
  return amount === undefined ? (
    <Trans>
      Until {until}, your rule allows enough extra payments on this card for this one to go through.
      Then the usual limit applies again.
    </Trans>
  ) : (
    <Trans>
      Your rule’s limit on this card is raised by {amount} until {until}. Then the usual limit
      applies again.
    </Trans>
  );
}

/** Asks how long the permission lasts and shows exactly what it allows before it is granted. */
export function AllowDialog(props: AllowDialogProps) {
  const { movementId, kind, amount, open, onClose } = props;
  const { t } = useLingui();
  const locale = useLocale();
  const spans = SPANS[kind];
  const [minutes, setMinutes] = useState(spans[0]?.[0] ?? "15");
  const allow = useAllow(movementId, onClose);
  const now = new Date();
  const until = momentAhead(new Date(now.getTime() + Number(minutes) * MINUTE_MS), locale, now);
  const isOnce = kind === "allow_once";
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={
        isOnce ? (
          <Trans>Allow this payment once?</Trans>
        ) : amount === undefined ? (
          <Trans>Raise the limit temporarily?</Trans>
        ) : (
          <Trans>Raise the limit by {amount}?</Trans>
        )
      }
      confirmLabel={allow.unknown ? t`Check again` : isOnce ? t`Allow once` : t`Raise`}
      loadingLabel={allow.sending ? (allow.processing ? t`Processing` : t`Allowing`) : undefined}
      onConfirm={() =>
        allow.unknown ? allow.sendAgain() : allow.send({ kind, minutes: Number(minutes) })
      }
    >
      <fieldset disabled={allow.sending || allow.unknown} className="mb-3 min-w-0">
        <Segmented
          label={t`Duration`}
          options={spans.map(([value, label]) => ({ value, label: t(label) }))}
          value={minutes}
          onChange={setMinutes}
        />
      </fieldset>
      <Scope {...props} until={until} />
      {allow.unknown && (
        <Note tone="caution" role="status" className="mt-3">
          <Trans>No response. You can safely retry: the payment is allowed only once.</Trans>
        </Note>
      )}
      {allow.error !== null && (
        <Note tone="negative" role="alert" className="mt-3">
          {messageOf(allow.error, t`Unknown error`)}
        </Note>
      )}
    </ConfirmDialog>
  );
}
