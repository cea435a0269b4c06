import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { proposeBankTrade } from "@tessera/contract/money-movement/exchange.endpoints";
import type { ProposeBankTradeBody } from "@tessera/contract/money-movement/exchange.schemas";
import { CURRENCIES, type CurrencyCode, parseAmount } from "@tessera/money";
import { call } from "../../../lib/api/api-client.ts";
import { usePendingKey } from "../../../lib/api/pending-key.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { tryUntilKnown } from "../../../lib/api/try-until-known.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { KeyValue } from "../../../ui/layout/panel.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { ReasonedProof } from "../../../ui/proof/reasoned-proof.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { TextField } from "./text-field.tsx";

interface TradeDraft {
  readonly sold: string;
  readonly soldCurrency: CurrencyCode;
  readonly bought: string;
  readonly boughtCurrency: CurrencyCode;
  readonly bankReference: string;
}

/** Proposes a trade, exactly once; another administrator has to approve it. */
function useProposeTrade() {
  const queries = useQueryClient();
  const key = usePendingKey();
  return async (body: ProposeBankTradeBody, proof: string): Promise<void> => {
    try {
      await tryUntilKnown(key, (idempotencyKey) =>
        call(proposeBankTrade, { body, proof, idempotencyKey }),
      );
    } finally {
      void queries.invalidateQueries({ queryKey: QUERY_ROOTS.operators });
    }
  };
}

function isPositive(text: string, currency: CurrencyCode): boolean {
  return (parseAmount(text, currency) ?? 0n) > 0n;
}

function useTradeForm() {
  const { t } = useLingui();
  return useForm({
    initial: {
      ...{ sold: "", soldCurrency: "EUR", bought: "", boughtCurrency: "USD", bankReference: "" },
    } as TradeDraft,
    problems: (draft) => ({
      sold: !isPositive(draft.sold, draft.soldCurrency) && t`Enter an amount such as 12.34.`,
      bought: !isPositive(draft.bought, draft.boughtCurrency) && t`Enter an amount such as 12.34.`,
      boughtCurrency:
        draft.boughtCurrency === draft.soldCurrency && t`Choose two different currencies.`,
      bankReference: draft.bankReference.trim() === "" && t`Enter the bank’s reference.`,
    }),
    send: () => undefined,
  });
}

type TradeForm = ReturnType<typeof useTradeForm>;

function Side({ form, side }: { readonly form: TradeForm; readonly side: "sold" | "bought" }) {
  const { draft, change, errorAt } = form;
  const of = side === "sold" ? "soldCurrency" : "boughtCurrency";
  return (
    <>
      <TextField
        label={
          side === "sold" ? <Trans>Sold to the bank</Trans> : <Trans>Bought from the bank</Trans>
        }
        mode="decimal"
        maxLength={15}
        value={draft[side]}
        error={errorAt(side)}
        onChange={(value) => change({ [side]: value })}
      />
      <Field
        label={<Trans>Currency</Trans>}
        error={side === "bought" ? errorAt("boughtCurrency") : undefined}
      >
        {(control) => (
          <Select
            {...control}
            value={draft[of]}
            onChange={({ target }) => change({ [of]: target.value as CurrencyCode })}
          >
            {CURRENCIES.map((currency) => (
              <option key={currency}>{currency}</option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

function Summary({ draft }: { readonly draft: TradeDraft }) {
  return (
    <dl>
      <KeyValue label={<Trans>Sold to the bank</Trans>}>
        <Money amount={draft.sold} currency={draft.soldCurrency} />
      </KeyValue>
      <KeyValue label={<Trans>Bought from the bank</Trans>}>
        <Money amount={draft.bought} currency={draft.boughtCurrency} />
      </KeyValue>
      <KeyValue label={<Trans>Bank reference</Trans>}>{draft.bankReference}</KeyValue>
    </dl>
  );
}

interface BankTradeSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Lets an administrator propose to record a trade with a bank that offsets an open position. */
export function BankTradeSheet({ open, onClose }: BankTradeSheetProps) {
  const { t } = useLingui();
  const propose = useProposeTrade();
  const form = useTradeForm();
  const { sold, soldCurrency, bought, boughtCurrency, bankReference } = form.draft;
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Record a bank trade</Trans>}>
      <ReasonedProof
        reason={{
          label: t`Reason`,
          hint: t`The other administrators see it, and it is kept in the audit log.`,
          missing: t`Give a short reason.`,
        }}
        continueLabel={t`Continue`}
        check={() => {
          form.submit();
          return form.isRight;
        }}
        summary={<Summary draft={form.draft} />}
        confirmLabel={t`Propose`}
        onProven={async (proof, reason) => {
          await propose(
            {
              sold: { amount: sold, currency: soldCurrency },
              bought: { amount: bought, currency: boughtCurrency },
              ...{ bankReference: bankReference.trim(), reason },
            },
            proof,
          );
          showToast({ tone: "success", text: t`Proposed to the other administrators` });
          onClose();
        }}
      >
        <p className="text-ink-2">
          <Trans>
            Enter a trade that the bank has confirmed. It changes the open positions once another
            administrator approves it under Operators, within seven days.
          </Trans>
        </p>
        <Side form={form} side="sold" />
        <Side form={form} side="bought" />
        <TextField
          label={<Trans>Bank reference</Trans>}
          maxLength={80}
          value={bankReference}
          error={form.errorAt("bankReference")}
          onChange={(value) => form.change({ bankReference: value })}
        />
      </ReasonedProof>
    </Sheet>
  );
}
