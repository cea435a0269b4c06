import { Trans, useLingui } from "@lingui/react/macro";
import type { BankEntryDetail } from "@tessera/contract/money-movement/bank.schemas";
import { useState } from "react";
import { WriteNote } from "../../../ui/decision/write-note.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { formatMoney } from "../../../ui/text/format-money.ts";
import styles from "./bank.module.css";
import { useMatchTrade } from "./bank.mutations.ts";

const ConfirmDialog = lazySheet(async () => {
  return (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog;
});

type Trade = BankEntryDetail["trades"][number];

/** Lists recorded trades that a transaction may be the bank’s side of, most likely first. */
export function TradeList({ entry }: { readonly entry: BankEntryDetail }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<Trade>();
  const [open, setOpen] = useState(false);
  const match = useMatchTrade(entry.id, () => {
    setOpen(false);
    showToast({ tone: "success", text: t`Matched with the trade` });
  });
  const name = chosen?.bankReference ?? "";
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-2">
        <Trans>Trades with this amount</Trans>
      </h2>
      {entry.trades.map((trade) => (
        <Button
          key={trade.tradeId}
          kind={trade.isNamed ? "fill" : "outline"}
          aria-haspopup="dialog"
          className={styles.gap}
          onClick={() => {
            match.reset();
            setChosen(trade);
            setOpen(true);
          }}
        >
          <TradeName trade={trade} />
        </Button>
      ))}
      {chosen !== undefined && (
        <ConfirmDialog
          open={open}
          onClose={() => setOpen(false)}
          title={<Trans>Match with the trade {name}?</Trans>}
          confirmLabel={t`Match`}
          loadingLabel={match.sending ? t`Matching` : undefined}
          onConfirm={() => match.send(chosen.tradeId)}
        >
          <Trans>
            This explains the transaction as the bank’s side of the trade. No money moves.
          </Trans>
          <WriteNote write={match} className={styles.gap} />
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function TradeName({ trade }: { readonly trade: Trade }) {
  const { bankReference, otherAmount, otherCurrency, recordedAt, isNamed } = trade;
  const other = formatMoney(otherAmount, otherCurrency);
  const day = recordedAt.slice(0, 10);
  return isNamed ? (
    <Trans>
      {bankReference} for {other}, {day}, which the bank names
    </Trans>
  ) : (
    <Trans>
      {bankReference} for {other}, {day}
    </Trans>
  );
}
