import { Trans } from "@lingui/react/macro";
import { isCurrency } from "@tessera/money";
import { ApiError } from "../../../../lib/api/api-error.ts";
import { Money } from "../../../../ui/text/money.tsx";

/** Shows the limit that a rejected adjustment exceeds; renders nothing for other errors. */
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
