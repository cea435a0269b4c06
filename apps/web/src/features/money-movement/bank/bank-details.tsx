import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { BankDetails } from "@tessera/contract/money-movement/bank.schemas";
import { type ReactNode, useId, useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { CopyButton } from "../../../ui/form/copy-button.tsx";
import { FilterChip, FilterChips } from "../../../ui/form/filter-chip.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { bankDetailsQuery } from "./bank-details.queries.ts";

/** Returns a text in groups of four, as IBANs and references are written. */
function grouped(text: string): string {
  return text.replace(/(.{4})(?=.)/g, "$1 ");
}

interface LineProps {
  readonly label: ReactNode;
  readonly shown: string;
  readonly copied: string;
  readonly copyLabel: string;
  readonly isProminent?: boolean;
}

function Line({ label, shown, copied, copyLabel, isProminent = false }: LineProps) {
  return (
    <div className="flex items-center gap-2 border-line border-t px-4 py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="mb-0.5 text-small text-ink-3">{label}</p>
        <p className={isProminent ? "text-h2 break-words" : "text-body break-words"}>{shown}</p>
      </div>
      <CopyButton label={copyLabel} text={() => copied} />
    </div>
  );
}

function AccountPanel({ details }: { readonly details: BankDetails }) {
  const { t } = useLingui();
  const { holder, bank, account, isIban, bankCode, reference } = details;
  return (
    <div className="hairline mt-2.5 overflow-hidden rounded-panel bg-surface">
      <Line
        label={<Trans>Reference (required in every transfer)</Trans>}
        shown={grouped(reference)}
        copied={reference}
        copyLabel={t`Copy reference`}
        isProminent
      />
      <Line
        label={<Trans>Account holder</Trans>}
        shown={holder}
        copied={holder}
        copyLabel={t`Copy account holder`}
      />
      <Line
        label={isIban ? <Trans>IBAN</Trans> : <Trans>Account number</Trans>}
        shown={isIban ? grouped(account) : account}
        copied={account}
        copyLabel={isIban ? t`Copy IBAN` : t`Copy account number`}
      />
      {bankCode !== null && (
        <Line
          label={isIban ? <Trans>BIC</Trans> : <Trans>Bank code</Trans>}
          shown={bankCode}
          copied={bankCode}
          copyLabel={isIban ? t`Copy BIC` : t`Copy bank code`}
        />
      )}
      <Line label={<Trans>Bank</Trans>} shown={bank} copied={bank} copyLabel={t`Copy bank`} />
    </div>
  );
}

function Accounts({ accounts }: { readonly accounts: readonly BankDetails[] }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<BankDetails["currency"]>();
  const details = accounts.find(({ currency }) => currency === chosen) ?? accounts[0];
  if (details === undefined) {
    return null;
  }
  const { currency: wanted } = details;
  return (
    <>
      {accounts.length > 1 && (
        <div className="-mx-(--gutter) min-w-0">
          <FilterChips label={t`Currency`}>
            {accounts.map(({ currency }) => (
              <FilterChip
                key={currency}
                selected={currency === wanted}
                onClick={() => setChosen(currency)}
              >
                {currency}
              </FilterChip>
            ))}
          </FilterChips>
        </div>
      )}
      <AccountPanel details={details} />
      <Note className="mt-2.5">
        <Trans>
          Send {wanted} only, from an account in your name. If the reference is missing or wrong,
          your money isn’t lost, but it takes longer to credit.
        </Trans>
      </Note>
    </>
  );
}

/** Shows where to transfer money from a bank, in each currency, and the reference to write. */
export function BankDetailsPart() {
  const { t } = useLingui();
  const title = useId();
  const { data, isPending, error, refetch } = useQuery(bankDetailsQuery);
  return (
    <section aria-labelledby={title} className="mt-6">
      <h2 id={title} className="mb-2 text-h">
        <Trans>Bank transfer</Trans>
      </h2>
      {isPending && (
        <Loading>
          <Skeleton className="h-64 w-full rounded-panel" />
        </Loading>
      )}
      {data !== undefined && <Accounts accounts={data.accounts} />}
      {data === undefined && error !== null && (
        <ErrorPanel
          message={messageOf(error, t`Couldn’t load the bank details`)}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}
