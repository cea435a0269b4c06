import { Trans } from "@lingui/react/macro";
import { isCurrency } from "@tessera/money";
import { ApiError } from "../../../../lib/api/api-error.ts";
import { Money } from "../../../../ui/text/money.tsx";

/** How high the limit is that a refused correction is above; nothing where that was not why. */
export function PassedLimit({ error }: { readonly error: Error }) {
  const limit = error instanceof ApiError ? error.limit : undefined;
  if (limit === undefined || !isCurrency(limit.currency)) {
    return null;
  }
  const { amount, currency } = limit;
  return (
    <span className="block">
      <Trans>
        The limit is <Money amount={amount} currency={currency} /> or the equivalent.
      </Trans>
    </span>
  );
}
