import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import {
  type Card,
  REPLACEMENT_REASONS,
  type ReplacementReason,
} from "@tessera/contract/cards/cards.schemas";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import type { MoneyWrite } from "../../../../lib/api/use-money-write.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { RadioGroup } from "../../../../ui/form/radio-group.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import { ProofField } from "../../../../ui/proof/proof-field.tsx";
import { useExplained, useProof } from "../../../../ui/proof/use-proof.ts";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { hasHolds } from "../card-standing.ts";
import type { ReplaceInput } from "./use-replace-card.ts";

const REASONS: Readonly<Record<ReplacementReason, MessageDescriptor>> = {
  lost: msg`I lost the card details`,
  stolen: msg`Someone else has the card details`,
  compromised: msg`A merchant leaked the card details`,
  damaged: msg`Merchants no longer accept it`,
  expired: msg`The card is about to expire or has expired`,
};

interface ReplaceFormProps {
  readonly card: Card;
  readonly write: MoneyWrite<ReplaceInput, unknown>;
}

/** Asks for a step-up and the reason for the replacement, and explains what stays the same. */
export function ReplaceForm({ card, write }: ReplaceFormProps) {
  const { t } = useLingui();
  const expired = card.status === "expired";
  const proving = useProof();
  const { error } = write;
  const isRefused = useExplained(proving, error);
  const locked = write.sending || write.unknown;
  const initial: { readonly reason: ReplacementReason } = { reason: expired ? "expired" : "lost" };
  const form = useForm({
    initial,
    proof: proving,
    send: ({ reason }) => {
      if (!locked) {
        write.send({ reason, prove: proving.prover() });
      }
    },
  });
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <fieldset disabled={locked} className="min-w-0">
        <RadioGroup
          legend={<Trans>Reason for the replacement</Trans>}
          name="reason"
          options={REPLACEMENT_REASONS}
          value={form.draft.reason}
          onChange={(reason) => form.change({ reason })}
        >
          {(one) => t(REASONS[one])}
        </RadioGroup>
        <Kept card={card} />
        <ProofField proving={proving} />
      </fieldset>
      {isRefused && error !== null && (
        <Note tone="negative" role="alert" className="mt-4">
          {error.message === "" ? t`Unknown error` : error.message}
        </Note>
      )}
      {write.unknown && !write.sending ? (
        <Note tone="caution" role="alert" className="mt-4">
          <p>
            <Trans>
              We don’t know yet whether your card was replaced. You can safely try again; it won’t
              be replaced twice.
            </Trans>
          </p>
          <Button size="md" className="mt-2.5" onClick={write.sendAgain}>
            <Trans>Check again</Trans>
          </Button>
        </Note>
      ) : (
        <Button
          type="submit"
          kind="primary"
          block
          className="mt-5"
          loadingLabel={
            write.sending ? (write.processing ? t`Still processing` : t`Replacing`) : undefined
          }
        >
          <Trans>Replace card</Trans>
        </Button>
      )}
    </form>
  );
}

function KeptLine({ children }: { readonly children: ReactNode }) {
  return (
    <li className="flex gap-2 py-0.5">
      <Check aria-hidden="true" size={16} strokeWidth={2} className="mt-0.5 flex-none text-ink-3" />
      <span>{children}</span>
    </li>
  );
}

function Kept({ card }: { readonly card: Card }) {
  const balance = formatMoney(card.balance, card.currency);
  return (
    <div className="mt-3 mb-4">
      <h3 className="text-small font-medium text-ink-2">
        <Trans>What happens next</Trans>
      </h3>
      <ul className="mt-1">
        <KeptLine>
          <Trans>A new number, free of charge. The old one stops working immediately.</Trans>
        </KeptLine>
        <KeptLine>
          {hasHolds(card) ? (
            <Trans>
              The balance of {balance} moves to the new card. Money held by pending payments follows
              once they have settled.
            </Trans>
          ) : (
            <Trans>The balance of {balance} moves to the new card.</Trans>
          )}
        </KeptLine>
        <KeptLine>
          <Trans>
            Limits and usage, blocked hours, rules and the name carry over. The new card gets a new
            mosaic.
          </Trans>
        </KeptLine>
        <KeptLine>
          <Trans>
            Update your subscriptions with the new number. The history stays with the old card.
          </Trans>
        </KeptLine>
      </ul>
    </div>
  );
}
