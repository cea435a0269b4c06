import { Trans } from "@lingui/react/macro";
import type { NamedAmount } from "@tessera/contract/identity/account-closing.schemas";
import { Money } from "../../../ui/text/money.tsx";

/** Lists the remaining amounts and explains what happens to them. */
export function RemainingAmounts({ amounts }: { readonly amounts: readonly NamedAmount[] }) {
  if (amounts.length === 0) {
    return (
      <p>
        <Trans>There is no money left in your account.</Trans>
      </p>
    );
  }
  return (
    <>
      <p className="text-h2 text-ink">
        {amounts.map(({ currency, amount }, place) => (
          <span key={currency}>
            {place > 0 && " + "}
            <Money amount={amount} currency={currency} />
          </span>
        ))}
      </p>
      <p className="mt-1.5">
        <Trans>
          This amount can’t be withdrawn. It’s still yours: we record that we owe it to you, and
          support pays it out on request.
        </Trans>
      </p>
    </>
  );
}
