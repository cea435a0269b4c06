import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MAX_DRAW_MERCHANTS } from "@tessera/contract/cards/card-settings.schemas";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { type CurrencyCode, feeOf, formatAmount } from "@tessera/money";
import { useState } from "react";
import { useLocale } from "../../../../lib/locale.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { Button } from "../../../../ui/form/button.tsx";
import { Checkbox } from "../../../../ui/form/checkbox.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { TextArea } from "../../../../ui/form/text-area.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { ConfirmDialog } from "../../../../ui/overlay/confirm-dialog.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { formatBasisPoints } from "../../../../ui/text/format-percent.ts";
import { cardLabel } from "../card-label.ts";
import { cardQuery } from "../cards.queries.ts";
import { SaveNote } from "../save-note.tsx";
import { areMerchants, type DrawDraft, draftOf, drawOf, isAmount, keptOf } from "./draw-draft.ts";
import { KeptMerchants } from "./kept-merchants.tsx";
import { MoneyField } from "./money-field.tsx";
import { useDraw } from "./settings.mutations.ts";

interface DrawSheetProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Lets the owner set what a card draws on the account if its own balance does not suffice. */
export function DrawSheet({ card, open, onClose }: DrawSheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Draw on the account`}
      subtitle={cardLabel(card, locale)}
      lead={<CardThumb cardId={card.id} type={card.type} />}
    >
      <DrawForm card={card} onClose={onClose} />
    </Sheet>
  );
}

const EXAMPLE_MINOR = 100_00n;

/** Returns an example of the fee: an amount that is drawn, and the fee on it. */
function exampleOf(basisPoints: number, currency: CurrencyCode) {
  const money = (minor: bigint) => formatMoney(formatAmount(minor, currency), currency);
  return { drawn: money(EXAMPLE_MINOR), fee: money(feeOf(EXAMPLE_MINOR, basisPoints)) };
}

function DrawForm({ card, onClose }: Omit<DrawSheetProps, "open">) {
  const { t } = useLingui();
  // The `card` prop never changes after the sheet opens, so read the current version here.
  const newest = useQuery(cardQuery(card.id)).data ?? card;
  const [revision, setRevision] = useState(card.revision);
  const [confirming, setConfirming] = useState(false);
  const save = useDraw(card.id);
  const isOn = newest.draw != null || newest.keepAlive != null;
  const send = (draft: DrawDraft | null, of: number) =>
    tellOutcome(
      save,
      { ...(draft === null ? OFF : drawOf(draft, newest)), revision: of },
      {
        onSuccess: ({ draw, keepAlive }) => {
          const text =
            draw == null && keepAlive == null
              ? t`This card no longer draws on the account`
              : t`This card draws on the account`;
          showToast({ tone: "success", text });
        },
        whileShown: onClose,
      },
    );
  const form = useForm({
    initial: () => draftOf(card),
    problems: (draft) => ({
      daily: draft.isGeneral && !isAmount(draft.daily, card) && t`Enter an amount above zero.`,
      merchants:
        draft.isGeneral &&
        !areMerchants(draft) &&
        t`Enter 1 to ${MAX_DRAW_MERCHANTS} names, one per line.`,
      kept: !draft.isGeneral && keptOf(draft).length === 0 && t`Name at least one merchant.`,
      keptDaily:
        keptOf(draft).length > 0 &&
        !isAmount(draft.keptDaily, card) &&
        t`Enter an amount above zero.`,
    }),
    send: () => setConfirming(true),
  });
  const confirm = () => {
    setConfirming(false);
    send(form.draft, revision);
  };
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <Explanation card={newest} />
      <General
        card={newest}
        draft={form.draft}
        dailyError={form.errorAt("daily")}
        merchantsError={form.errorAt("merchants")}
        onChange={form.change}
      />
      <KeptMerchants
        card={newest}
        draft={form.draft}
        merchantError={form.errorAt("kept")}
        dailyError={form.errorAt("keptDaily")}
        onChange={form.change}
      />
      {save.isError && (
        <SaveNote
          error={save.error}
          onKeepMine={() => {
            setRevision(newest.revision);
            send(form.draft, newest.revision);
          }}
          onTakeNewer={() => {
            setRevision(newest.revision);
            form.setDraft(draftOf(newest));
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
        {isOn ? <Trans>Save</Trans> : <Trans>Turn on</Trans>}
      </Button>
      {isOn && (
        <Button kind="fill" block onClick={() => send(null, newest.revision)}>
          <Trans>Turn off</Trans>
        </Button>
      )}
      <Confirmation
        card={newest}
        draft={form.draft}
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={confirm}
      />
    </form>
  );
}

const OFF = { draw: null, keepAlive: null } as const;

interface GeneralProps {
  readonly card: Card;
  readonly draft: DrawDraft;
  readonly dailyError: string | undefined;
  readonly merchantsError: string | undefined;
  readonly onChange: (change: Partial<DrawDraft>) => void;
}

/** Renders the general setting: the most in a day, and optionally the only merchants. */
function General({ card, draft, dailyError, merchantsError, onChange }: GeneralProps) {
  const { t } = useLingui();
  return (
    <>
      <Checkbox
        checked={draft.isGeneral}
        onChange={({ target }) => onChange({ isGeneral: target.checked })}
      >
        <Trans>Draw for any payment above the balance</Trans>
      </Checkbox>
      {draft.isGeneral && (
        <>
          <DailyField
            card={card}
            value={draft.daily}
            error={dailyError}
            onChange={(daily) => onChange({ daily })}
          />
          <Checkbox
            multiline
            checked={draft.isListed}
            onChange={({ target }) => onChange({ isListed: target.checked })}
          >
            <span className="block font-medium">
              <Trans>Only for these merchants</Trans>
            </span>
            <span className="block text-ink-2">
              <Trans>Payments to all others need the card’s own balance.</Trans>
            </span>
          </Checkbox>
          {draft.isListed && (
            <Field
              label={t`Merchants`}
              error={merchantsError}
              hint={t`One name per line. “Adobe” also matches “ADOBE *CLOUD”.`}
            >
              {(control) => (
                <TextArea
                  {...control}
                  rows={3}
                  value={draft.merchants}
                  onChange={({ target }) => onChange({ merchants: target.value })}
                />
              )}
            </Field>
          )}
        </>
      )}
    </>
  );
}

function Explanation({ card }: Pick<DrawSheetProps, "card">) {
  const { currency, depositFeeBasisPoints: basisPoints } = card;
  const rate = formatBasisPoints(basisPoints);
  const { drawn, fee } = exampleOf(basisPoints, currency);
  return (
    <>
      <p className="text-ink-2">
        <Trans>
          If a payment is above this card’s balance, the rest is held on your {currency} account.
          Refunds go to the card.
        </Trans>
      </p>
      <p className="text-ink-2">
        {basisPoints === 0 ? (
          <Trans>There is no fee.</Trans>
        ) : (
          <Trans>
            The fee is the same as for adding funds: {rate} of the amount drawn ({fee} for {drawn}).
            It is charged when the payment settles.
          </Trans>
        )}
      </p>
    </>
  );
}

interface DailyFieldProps {
  readonly card: Card;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (typed: string) => void;
}

function DailyField({ card, value, error, onChange }: DailyFieldProps) {
  const { t } = useLingui();
  const { currency, draw } = card;
  const today = formatMoney(draw?.drawnToday ?? "0.00", currency);
  return (
    <MoneyField
      label={t`Daily maximum, including fees`}
      currency={currency}
      value={value}
      error={error}
      hint={draw == null ? undefined : t`Drawn today: ${today}`}
      onChange={onChange}
    />
  );
}

interface ConfirmationProps {
  readonly card: Card;
  readonly draft: DrawDraft;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

function Confirmation({ card, draft, open, onClose, onConfirm }: ConfirmationProps) {
  const { t } = useLingui();
  const { currency, depositFeeBasisPoints: basisPoints } = card;
  const { draw, keepAlive } = open ? drawOf(draft, card) : OFF;
  const rate = formatBasisPoints(basisPoints);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t`Draw on the account?`}
      confirmLabel={t`Agree`}
      onConfirm={onConfirm}
    >
      {draw !== null && (
        <>
          <Trans>
            Payments with this card can take up to {formatMoney(draw.daily, currency)} a day from
            your {currency} account.
          </Trans>{" "}
        </>
      )}
      {keepAlive !== null && (
        <>
          <Trans>
            Its merchants to keep paid can take up to {formatMoney(keepAlive.daily, currency)} a day
            from your {currency} account under a maximum of their own.
          </Trans>{" "}
        </>
      )}
      <Trans>You agree to a fee of {rate} of the amount drawn.</Trans>
    </ConfirmDialog>
  );
}
