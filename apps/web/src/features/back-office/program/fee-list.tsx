import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { FeeStatus, FeeVersion } from "@tessera/contract/back-office/program.schemas";
import { Check, CircleSlash, Clock, History, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { WriteNote } from "../../../ui/decision/write-note.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { DateText } from "../../../ui/text/date-text.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { formatBasisPoints } from "../../../ui/text/format-percent.ts";
import { Chip, type ChipTone } from "../../../ui/text/status-chip.tsx";
import { useCancelFees } from "./program.mutations.ts";

const ConfirmDialog = lazySheet(async () => {
  return (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog;
});

interface Look {
  readonly tone: ChipTone;
  readonly icon: LucideIcon;
  readonly text: MessageDescriptor;
}

const LOOKS: Readonly<Record<FeeStatus, Look>> = {
  in_force: { tone: "positive", icon: Check, text: msg`In force` },
  scheduled: { tone: "info", icon: Clock, text: msg`Scheduled` },
  past: { tone: "outline", icon: History, text: msg`Past` },
  cancelled: { tone: "outline", icon: CircleSlash, text: msg`Canceled` },
};

interface FeeRowProps {
  readonly fees: FeeVersion;
  /** Opens the dialog to confirm canceling a version; absent if canceling is not allowed. */
  readonly onCancel?: (() => void) | undefined;
}

function FeeRow({ fees, onCancel }: FeeRowProps) {
  const { t } = useLingui();
  const look = LOOKS[fees.status];
  const deposit = formatBasisPoints(fees.cardDepositBasisPoints);
  const withdrawal = formatBasisPoints(fees.withdrawalBasisPoints);
  const markup = formatBasisPoints(fees.foreignMarkupBasisPoints);
  const buffer = formatBasisPoints(fees.foreignBufferBasisPoints);
  const by = fees.publishedBy;
  const opening = fees.cardOpeningFees
    .map(({ amount, currency }) => formatMoney(amount, currency))
    .join(" · ");
  return (
    <li className="border-line py-2.5 not-first:border-t">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="font-semibold">
          <Trans>Version {fees.version}</Trans>
        </span>
        <Chip tone={look.tone} icon={look.icon}>
          {t(look.text)}
        </Chip>
      </p>
      <p className="text-ink-2">
        <Trans>
          Opening {opening}, adding funds {deposit}, withdrawing {withdrawal}, other currencies{" "}
          {markup}, and {buffer} held in addition
        </Trans>
      </p>
      <p className="text-small text-ink-3">
        <Trans>
          From <DateText at={fees.effectiveFrom} />, published by {by}
        </Trans>
      </p>
      {onCancel !== undefined && (
        <Button size="md" className="mt-1.5" aria-haspopup="dialog" onClick={onCancel}>
          <Trans>Cancel this version</Trans>
        </Button>
      )}
    </li>
  );
}

interface FeeListProps {
  readonly versions: readonly FeeVersion[];
  readonly canChange: boolean;
}

/** Lists all fee versions, latest start first. */
export function FeeList({ versions, canChange }: FeeListProps) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<FeeVersion>();
  const [open, setOpen] = useState(false);
  const cancel = useCancelFees(() => {
    setOpen(false);
    showToast({ tone: "success", text: t`Version canceled` });
  });
  const version = asked?.version ?? 0;
  return (
    <Panel>
      <ul>
        {versions.map((fees) => (
          <FeeRow
            key={fees.version}
            fees={fees}
            onCancel={
              canChange && fees.status === "scheduled"
                ? () => {
                    cancel.reset();
                    setAsked(fees);
                    setOpen(true);
                  }
                : undefined
            }
          />
        ))}
      </ul>
      {asked !== undefined && (
        <ConfirmDialog
          open={open}
          onClose={() => setOpen(false)}
          destructive
          title={<Trans>Cancel version {version}?</Trans>}
          dismissLabel={t`Keep it`}
          confirmLabel={t`Cancel version`}
          loadingLabel={cancel.sending ? t`Canceling` : undefined}
          onConfirm={() => cancel.send(version)}
        >
          <Trans>
            It won’t take effect on <DateText at={asked.effectiveFrom} />. The previous fees stay in
            force.
          </Trans>
          <WriteNote write={cancel} />
        </ConfirmDialog>
      )}
    </Panel>
  );
}
