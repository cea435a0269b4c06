import { Trans, useLingui } from "@lingui/react/macro";
import type { AutoTopUp } from "@tessera/contract/cards/auto-top-up.schemas";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { type CurrencyCode, feeOf, formatAmount, parseAmount } from "@tessera/money";
import { useState } from "react";
import { useLocale } from "../../../../../lib/locale.ts";
import { tellOutcome } from "../../../../../lib/tell-outcome.ts";
import { CardThumb } from "../../../../../ui/card-face/card-thumb.tsx";
import { Button } from "../../../../../ui/form/button.tsx";
import { inWords, useForm } from "../../../../../ui/form/use-form.ts";
import { ConfirmDialog } from "../../../../../ui/overlay/confirm-dialog.tsx";
import { Sheet } from "../../../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../../../ui/overlay/toast-store.ts";
import { wireAmount } from "../../../../../ui/text/amount-text.ts";
import { formatMoney } from "../../../../../ui/text/format-money.ts";
import { formatBasisPoints } from "../../../../../ui/text/format-percent.ts";
import { cardLabel } from "../../card-label.ts";
import { SaveNote } from "../../save-note.tsx";
import { useAutoTopUp } from "./auto-top-up.queries.ts";
import { draftOf, orderOf, problemsOf, type TopUpDraft } from "./top-up-draft.ts";
import { TopUpFields } from "./top-up-fields.tsx";
import { DRAFT_PROBLEMS } from "./top-up-words.ts";

interface TopUpSheetProps {
  readonly card: Card;
  readonly state: AutoTopUp;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Lets the owner order when a card is topped up, with the fee in advance. */
export function TopUpSheet({ card, state, open, onClose }: TopUpSheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Automatic top-up`}
      subtitle={cardLabel(card, locale)}
      lead={<CardThumb cardId={card.id} type={card.type} />}
    >
      <TopUpForm card={card} state={state} onClose={onClose} />
    </Sheet>
  );
}

function TopUpForm({ card, state, onClose }: Omit<TopUpSheetProps, "open">) {
  const { t } = useLingui();
  const [basis, setBasis] = useState(state.order?.id ?? null);
  const [confirming, setConfirming] = useState(false);
  const save = useAutoTopUp(card.id);
  const { currency } = state;
  const today = new Date().toISOString().slice(0, 10);
  const form = useForm({
    initial: () => draftOf(state),
    problems: (draft) =>
      inWords(problemsOf(draft, { currency, today }), (problem) => t(DRAFT_PROBLEMS[problem])),
    send: () => setConfirming(true),
  });
  const send = (replaces: string | null) => {
    setConfirming(false);
    tellOutcome(
      save,
      { order: orderOf(form.draft, state), replaces },
      {
        onSuccess: () => showToast({ tone: "success", text: t`Automatic top-up is on` }),
        whileShown: onClose,
      },
    );
  };
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <TopUpFields state={state} draft={form.draft} form={form} />
      <FeeText state={state} draft={form.draft} />
      {save.isError && (
        <SaveNote
          error={save.error}
          onKeepMine={() => {
            setBasis(state.order?.id ?? null);
            send(state.order?.id ?? null);
          }}
          onTakeNewer={() => {
            setBasis(state.order?.id ?? null);
            form.setDraft(draftOf(state));
            save.reset();
          }}
        />
      )}
      <Button
        type="submit"
        kind="primary"
        block
        loadingLabel={save.isPending ? t`Saving` : undefined}
      >
        {state.order === null ? <Trans>Turn on</Trans> : <Trans>Save</Trans>}
      </Button>
      <Confirmation
        state={state}
        draft={form.draft}
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => send(basis)}
      />
    </form>
  );
}

const EXAMPLE_MINOR = 100_00n;

/** Returns an amount to add, its fee, and what leaves the account. */
function costOf(draft: TopUpDraft, basisPoints: number, currency: CurrencyCode) {
  const typed = draft.kind === "fixed" ? wireAmount(draft.amount) : undefined;
  const typedMinor = typed === undefined ? undefined : parseAmount(typed, currency);
  const amountMinor = typedMinor ?? EXAMPLE_MINOR;
  const feeMinor = feeOf(amountMinor, basisPoints);
  const money = (minor: bigint) => formatMoney(formatAmount(minor, currency), currency);
  return { amount: money(amountMinor), fee: money(feeMinor), total: money(amountMinor + feeMinor) };
}

function FeeText({ state, draft }: { readonly state: AutoTopUp; readonly draft: TopUpDraft }) {
  const { feeBasisPoints: basisPoints, currency } = state;
  const rate = formatBasisPoints(basisPoints);
  const { amount, fee, total } = costOf(draft, basisPoints, currency);
  return (
    <p className="text-ink-2">
      {basisPoints === 0 ? (
        <Trans>There is no fee.</Trans>
      ) : (
        <Trans>
          The fee is the same as for adding funds: {rate}. For {amount}, the fee is {fee}, and{" "}
          {total} leaves your {currency} account.
        </Trans>
      )}
    </p>
  );
}

interface ConfirmationProps {
  readonly state: AutoTopUp;
  readonly draft: TopUpDraft;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

function Confirmation({ state, draft, open, onClose, onConfirm }: ConfirmationProps) {
  const { t } = useLingui();
  const { currency, feeBasisPoints } = state;
  const most = open ? formatMoney(orderOf(draft, state).monthlyCap, currency) : "";
  const rate = formatBasisPoints(feeBasisPoints);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t`Top up this card automatically?`}
      confirmLabel={t`Agree`}
      onConfirm={onConfirm}
    >
      <Trans>
        Up to {most} a month can leave your {currency} account, fees included.
      </Trans>{" "}
      <Trans>You agree to a fee of {rate} of what is added.</Trans>
    </ConfirmDialog>
  );
}
