import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Correction } from "@tessera/contract/back-office/adjustments.schemas";
import { useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { KeyValue } from "../../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../../ui/list/skeleton.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { formatFullMoment } from "../../../../ui/text/format-date.ts";
import { Money } from "../../../../ui/text/money.tsx";
import { signedAmount } from "./correction-amount.ts";
import { CorrectionChip } from "./correction-chip.tsx";
import { CorrectionDecisions } from "./correction-decisions.tsx";
import { CorrectionEffect } from "./correction-effect.tsx";
import { CorrectionForm } from "./correction-form.tsx";
import { correctionQuery } from "./corrections.queries.ts";

function Facts({ correction }: { readonly correction: Correction }) {
  const locale = useLocale();
  const { card, currency, decidedAt } = correction;
  const moment = (at: string) => formatFullMoment(new Date(at), locale);
  return (
    <dl className="mt-2">
      <KeyValue label={<Trans>Customer</Trans>}>
        <span className="break-all">{correction.customerName}</span>
      </KeyValue>
      <KeyValue label={<Trans>Amount moved</Trans>} strong>
        <Money amount={signedAmount(correction)} currency={currency} sign="always" />
      </KeyValue>
      <KeyValue label={<Trans context="customers">On</Trans>}>
        {card === undefined ? (
          <Trans>the {currency} account</Trans>
        ) : (
          <Trans>the card ending {card.last4}</Trans>
        )}
      </KeyValue>
      <KeyValue label={<Trans>Message to customer</Trans>}>{correction.reason}</KeyValue>
      <KeyValue label={<Trans>Reference</Trans>}>
        <span className="break-all">{correction.reference}</span>
      </KeyValue>
      <KeyValue label={<Trans>Proposed</Trans>}>
        {correction.proposedBy} · {moment(correction.proposedAt)}
      </KeyValue>
      {correction.status === "waiting" && (
        <KeyValue label={<Trans>Decision due</Trans>}>{moment(correction.expiresAt)}</KeyValue>
      )}
      {decidedAt !== null && (
        <KeyValue label={<Trans>Decided</Trans>}>
          {correction.decidedBy} · {moment(decidedAt)}
        </KeyValue>
      )}
      {correction.decisionNote !== null && (
        <KeyValue label={<Trans>Why</Trans>}>{correction.decisionNote}</KeyValue>
      )}
    </dl>
  );
}

function Shown({
  correction,
  onDone,
}: {
  readonly correction: Correction;
  readonly onDone: () => void;
}) {
  const [changing, setChanging] = useState(false);
  if (changing) {
    return (
      <CorrectionForm
        customerId={correction.customerId}
        base={correction}
        targets={[]}
        onDone={() => setChanging(false)}
      />
    );
  }
  return (
    <>
      <div className="mb-3">
        <CorrectionChip status={correction.status} />
      </div>
      <CorrectionEffect correction={correction} />
      <Facts correction={correction} />
      <CorrectionDecisions
        key={correction.revision}
        correction={correction}
        onChange={() => setChanging(true)}
        onDone={onDone}
      />
    </>
  );
}

interface CorrectionSheetProps {
  readonly correctionId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/**
 * Shows one adjustment: the amount, the balances before and after, the proposer and the decision.
 */
export function CorrectionSheet({ correctionId, open, onClose }: CorrectionSheetProps) {
  const { t } = useLingui();
  const { data, isError, error, refetch } = useQuery({
    ...correctionQuery(correctionId),
    enabled: open,
  });
  return (
    <Sheet open={open} onClose={onClose} title={t`Adjustment`}>
      {data !== undefined && <Shown correction={data} onDone={onClose} />}
      {data === undefined && isError && (
        <ErrorPanel
          message={messageOf(error, t`Couldn’t load the adjustment.`)}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !isError && (
        <Loading>
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
    </Sheet>
  );
}
