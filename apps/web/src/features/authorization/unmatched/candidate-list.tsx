import { Trans, useLingui } from "@lingui/react/macro";
import type {
  MatchCandidate,
  UnmatchedDetail,
} from "@tessera/contract/authorization/network.schemas";
import { Check } from "lucide-react";
import { useState } from "react";
import { WriteNote } from "../../../ui/decision/write-note.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { DateText } from "../../../ui/text/date-text.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { Money } from "../../../ui/text/money.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import styles from "./network.module.css";
import { useMatch } from "./unmatched.mutations.ts";

const ConfirmDialog = lazySheet(async () => {
  return (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog;
});

interface CandidateProps {
  readonly candidate: MatchCandidate;
  readonly currency: string;
  /** Opens the dialog that confirms the match; undefined for operators with read-only access. */
  readonly onChoose: (() => void) | undefined;
}

function Candidate({ candidate, currency, onChoose }: CandidateProps) {
  const {
    merchant,
    createdAt,
    pending,
    authorised: authorized,
    merchantPending,
    sameMerchant,
    sameAmount,
  } = candidate;
  return (
    <li className={styles.candidate}>
      <span>
        <span className="block font-medium">{merchant.name}</span>
        <span className="block text-small text-ink-3">
          <DateText at={createdAt} /> ·{" "}
          <Trans>
            <Money amount={pending} currency={currency} /> of{" "}
            <Money amount={authorized} currency={currency} /> pending
          </Trans>
          {merchantPending !== null && ` · ${merchantPending.amount} ${merchantPending.currency}`}
        </span>
        <span className={styles.hints}>
          {sameMerchant && (
            <Chip tone="positive" icon={Check}>
              <Trans>Same merchant</Trans>
            </Chip>
          )}
          {sameAmount && (
            <Chip tone="positive" icon={Check}>
              <Trans>Same amount</Trans>
            </Chip>
          )}
        </span>
      </span>
      {onChoose !== undefined && (
        <Button size="md" aria-haspopup="dialog" onClick={onChoose}>
          <Trans>Match</Trans>
        </Button>
      )}
    </li>
  );
}

/** States exactly how much money a match would move. */
function Consequence({
  message,
  candidate,
}: {
  readonly message: UnmatchedDetail;
  readonly candidate: MatchCandidate;
}) {
  const { currency } = message;
  const pending = formatMoney(candidate.pending, currency);
  const amount = message.amount === null ? pending : formatMoney(message.amount, currency);
  const name = candidate.merchant.name;
  switch (message.kind) {
    case "clearing":
      return (
        <Trans>
          This charges {amount} to the card for {name}. {pending} of that amount is pending. This
          can’t be undone.
        </Trans>
      );
    case "reversal":
      return (
        <Trans>
          The {amount} held for {name} is released to the card. This can’t be undone.
        </Trans>
      );
    case "advice":
      return (
        <Trans>
          From now on, {amount} is held for {name} instead of {pending}. This can’t be undone.
        </Trans>
      );
  }
}

interface CandidateListProps {
  readonly message: UnmatchedDetail;
  readonly canDecide: boolean;
}

/** Lists the authorizations that a message may belong to, most likely first. */
export function CandidateList({ message, canDecide }: CandidateListProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<MatchCandidate>();
  const [open, setOpen] = useState(false);
  const match = useMatch(message.id, () => {
    setOpen(false);
    showToast({ tone: "success", text: t`Message matched` });
  });
  return (
    <Panel>
      <h2 className="font-semibold">
        <Trans>Possible authorizations</Trans>
      </h2>
      {message.candidates.length === 0 && (
        <p className="py-3 text-ink-2">
          <Trans>This card has no pending authorizations in this currency.</Trans>
        </p>
      )}
      <ul>
        {message.candidates.map((candidate) => (
          <Candidate
            key={candidate.authorizationId}
            candidate={candidate}
            currency={message.currency}
            onChoose={
              canDecide
                ? () => {
                    match.reset();
                    setChosen(candidate);
                    setOpen(true);
                  }
                : undefined
            }
          />
        ))}
      </ul>
      {chosen !== undefined && (
        <ConfirmDialog
          open={open}
          onClose={() => setOpen(false)}
          title={<Trans>Match this message?</Trans>}
          confirmLabel={t`Match`}
          loadingLabel={match.sending ? t`Matching` : undefined}
          onConfirm={() => match.send(chosen)}
        >
          <Consequence message={message} candidate={chosen} />
          <WriteNote className={styles.gap} write={match} />
        </ConfirmDialog>
      )}
    </Panel>
  );
}
