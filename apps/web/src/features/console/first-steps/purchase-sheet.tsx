import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { DECLINES } from "@tessera/contract/errors/declines";
import { playPurchase } from "@tessera/contract/simulator/sandbox.endpoints";
import type { NetworkAnswer } from "@tessera/contract/simulator/sandbox.schemas";
import { useState } from "react";
import { call } from "../../../lib/api/api-client.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { MONEY_ROOTS } from "../../../lib/api/query-keys.ts";
import { useMoneyWrite } from "../../../lib/api/use-money-write.ts";
import { type Locale, useLocale } from "../../../lib/locale.ts";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { cardName } from "../../../ui/mosaic/card-name.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { formatMoney } from "../../../ui/text/format-money.ts";

const AMOUNTS = ["5.00", "12.00", "30.00"] as const;
type Amount = (typeof AMOUNTS)[number];

function declineText(code: string, locale: Locale): string | undefined {
  const known: Readonly<Record<string, (typeof DECLINES)[keyof typeof DECLINES]>> = DECLINES;
  const decline = Object.hasOwn(known, code) ? known[code] : undefined;
  return decline?.explained === true ? decline.message[locale] : undefined;
}

function usePurchase(card: Card, onPaid: (answer: NetworkAnswer) => void) {
  const client = useQueryClient();
  return useMoneyWrite({
    write: (amount: Amount, idempotencyKey) =>
      call(playPurchase, { params: { id: card.id }, body: { amount }, idempotencyKey }),
    onDone: (answer) => {
      for (const queryKey of MONEY_ROOTS) {
        void client.invalidateQueries({ queryKey });
      }
      if (answer.approved) {
        onPaid(answer);
      }
    },
  });
}

function Outcome({ purchase }: { readonly purchase: ReturnType<typeof usePurchase> }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { answer, error, unknown } = purchase;
  if (unknown) {
    return (
      <Note tone="caution" role="status" className="mt-4">
        <Trans>No response yet. You can safely check again; you won’t be charged twice.</Trans>
      </Note>
    );
  }
  if (error !== null) {
    return (
      <Note tone="negative" role="alert" className="mt-4">
        {messageOf(error, t`Unknown error`)}
      </Note>
    );
  }
  return answer?.approved === false ? (
    <Note tone="negative" role="alert" className="mt-4">
      <Trans>The payment was declined. Nothing was charged.</Trans>{" "}
      {declineText(answer.code, locale)}
    </Note>
  ) : null;
}

interface PurchaseSheetProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Renders a demo payment at a fictitious store. Sandbox only. */
export function PurchaseSheet({ card, open, onClose }: PurchaseSheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const [amount, setAmount] = useState<Amount>("12.00");
  const money = (value: string) => formatMoney(value, card.currency);
  const purchase = usePurchase(card, (answer) => {
    showToast({ tone: "success", text: t`${money(answer.amount)} paid` });
    onClose();
  });
  const total = money(amount);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Pay at the test shop`}
      subtitle={cardName(card, locale)}
      lead={<CardThumb cardId={card.id} type={card.type} />}
    >
      <p className="pt-1 pb-4 text-ink-2">
        <Trans>
          A simulated shop requests this amount from the card network, as a real one would. The
          sandbox uses play money.
        </Trans>
      </p>
      <Segmented
        label={t`Amount`}
        options={AMOUNTS.map((value) => ({ value, label: money(value) }))}
        value={amount}
        onChange={setAmount}
      />
      <Outcome purchase={purchase} />
      <Button
        kind="primary"
        block
        className="mt-5"
        loadingLabel={
          purchase.sending ? (purchase.processing ? t`Processing` : t`Paying`) : undefined
        }
        onClick={() => (purchase.unknown ? purchase.sendAgain() : purchase.send(amount))}
      >
        {purchase.unknown ? <Trans>Check again</Trans> : <Trans>Pay {total}</Trans>}
      </Button>
    </Sheet>
  );
}
