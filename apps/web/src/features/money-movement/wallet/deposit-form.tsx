import { Trans, useLingui } from "@lingui/react/macro";
import { DEPOSIT_BOUNDS } from "@tessera/contract/constants";
import type { DepositAsset } from "@tessera/contract/money-movement/wallet.schemas";
import { CURRENCIES, type CurrencyCode, isCurrency } from "@tessera/money";
import { AmountInput } from "../../../ui/form/amount-input.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { FilterChip } from "../../../ui/form/filter-chip.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { groupedAmount, wireAmount } from "../../../ui/text/amount-text.ts";
import type { useCreateDeposit } from "./deposit.mutations.ts";
import { type DepositAmountVerdict, judgeDepositAmount } from "./deposit-amount.ts";
import { type DepositNetwork, NETWORK_FACTS } from "./deposit-networks.ts";
import { DepositWriteNote } from "./deposit-write-note.tsx";
import { useDepositChoices } from "./use-deposit-networks.ts";

const QUICK_AMOUNTS = ["100", "500", "1000", "5000"] as const;
const CURRENCY_OPTIONS = CURRENCIES.map((value) => ({ value, label: value }));

interface DepositDraft {
  readonly typed: string;
  readonly asset: DepositAsset;
  readonly network: DepositNetwork;
  readonly currency: CurrencyCode;
}

function firstDraft(wanted: string | undefined): DepositDraft {
  const currency = wanted !== undefined && isCurrency(wanted) ? wanted : "USD";
  return { typed: "", asset: "USDT", network: "TRC20", currency };
}

interface BoundsProps {
  readonly verdict: DepositAmountVerdict;
  readonly asset: DepositAsset;
}

function Bounds({ verdict, asset }: BoundsProps) {
  const min = groupedAmount(DEPOSIT_BOUNDS.min);
  const max = groupedAmount(DEPOSIT_BOUNDS.max);
  if (verdict === "too-little") {
    return (
      <Trans>
        The minimum deposit is {min} {asset}
      </Trans>
    );
  }
  if (verdict === "too-much") {
    return (
      <Trans>
        The maximum deposit is {max} {asset}
      </Trans>
    );
  }
  return (
    <Trans>
      {min} to {max} {asset}
    </Trans>
  );
}

function QuickAmounts({ onChoose }: { readonly onChoose: (amount: string) => void }) {
  const { t } = useLingui();
  return (
    <fieldset aria-label={t`Quick amounts`} className="flex min-w-0 flex-wrap justify-center gap-2">
      {QUICK_AMOUNTS.map((amount) => (
        <FilterChip key={amount} onClick={() => onChoose(amount)}>
          {groupedAmount(amount)}
        </FilterChip>
      ))}
    </fieldset>
  );
}

interface DepositFormProps {
  readonly create: ReturnType<typeof useCreateDeposit>;
  /** The account that is selected first, if the link to this form named one. */
  readonly currency?: string | undefined;
}

/** Renders the form for a deposit: amount, network and account. */
export function DepositForm({ create, currency: wanted }: DepositFormProps) {
  const { t } = useLingui();
  const { assets, networksOf } = useDepositChoices();
  const form = useForm({
    initial: firstDraft(wanted),
    send: ({ currency }) => {
      if (amount !== undefined && verdict === "fine") {
        create.send({ asset, network, amount, currency });
      }
    },
    write: { error: create.error },
  });
  const { draft, change } = form;
  const { typed, currency } = draft;
  // What is chosen first may not be offered.
  const asset = assets.some(({ value }) => value === draft.asset)
    ? draft.asset
    : (assets[0]?.value ?? draft.asset);
  const networks = networksOf(asset);
  const isOffered = networks.some(({ value }) => value === draft.network);
  const network = isOffered ? draft.network : (networks[0]?.value ?? draft.network);
  const amount = wireAmount(typed);
  const verdict = judgeDepositAmount(amount);
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate className="flex flex-col gap-5">
      <fieldset disabled={create.sending || create.unknown} className="flex min-w-0 flex-col gap-5">
        <div>
          <AmountInput
            label={t`Amount in ${asset}`}
            symbol=""
            unit={asset}
            value={typed}
            onChange={(next) => change({ typed: next })}
            helper={<Bounds verdict={verdict} asset={asset} />}
            refused={verdict === "too-little" || verdict === "too-much"}
            autoFocus
          />
          <QuickAmounts onChoose={(next) => change({ typed: next })} />
        </div>
        {assets.length > 1 && (
          <div>
            <p aria-hidden="true" className="mb-1.5 text-small font-medium text-ink-2">
              <Trans>Asset</Trans>
            </p>
            <Segmented
              label={t`Asset`}
              options={assets}
              value={asset}
              onChange={(next) => change({ asset: next })}
            />
          </div>
        )}
        <div>
          <p aria-hidden="true" className="mb-1.5 text-small font-medium text-ink-2">
            <Trans>Network</Trans>
          </p>
          <Segmented
            label={t`Network`}
            options={networks}
            value={network}
            onChange={(next) => change({ network: next })}
          />
          <p className="mt-1.5 text-small text-ink-3">{NETWORK_FACTS[network].chain}</p>
        </div>
        <div>
          <p aria-hidden="true" className="mb-1.5 text-small font-medium text-ink-2">
            <Trans>Credit to account</Trans>
          </p>
          <Segmented
            label={t`Credit to account`}
            options={CURRENCY_OPTIONS}
            value={currency}
            onChange={(next) => change({ currency: next })}
          />
        </div>
      </fieldset>
      <DepositWriteNote create={create} />
      {(!create.unknown || create.sending) && (
        <Button
          type="submit"
          kind="primary"
          block
          disabled={verdict !== "fine"}
          loadingLabel={
            create.sending
              ? create.processing
                ? t`Still processing`
                : t`Getting deposit address`
              : undefined
          }
        >
          <Trans>Get deposit address</Trans>
        </Button>
      )}
    </form>
  );
}
