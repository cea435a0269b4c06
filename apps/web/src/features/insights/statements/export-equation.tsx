import { Trans } from "@lingui/react/macro";
import type { ExportTotal } from "@tessera/contract/insights/statements.schemas";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Money } from "../../../ui/text/money.tsx";

function Term({
  sign,
  children,
  label,
}: {
  readonly sign?: "+" | "=";
  readonly label: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex items-baseline gap-1.5">
      {sign !== undefined && <span className="text-ink-3">{sign}</span>}
      <span>
        <span className="block font-semibold">{children}</span>
        <span className="block text-micro text-ink-3">{label}</span>
      </span>
    </div>
  );
}

/**
 * Renders the server's check that the opening balance plus all movements equals the closing
 * balance.
 */
export function ExportEquation({ total }: { readonly total: ExportTotal }) {
  const { currency, opening, movements, otherKinds, closing } = total;
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-1 py-2">
      <Term label={<Trans>opening</Trans>}>
        <Money amount={opening} currency={currency} />
      </Term>
      <Term sign="+" label={<Trans>movements</Trans>}>
        <Money amount={movements} currency={currency} />
      </Term>
      {otherKinds !== "0.00" && (
        <Term sign="+" label={<Trans>other types</Trans>}>
          <Money amount={otherKinds} currency={currency} />
        </Term>
      )}
      <Term sign="=" label={<Trans>closing</Trans>}>
        <span className="inline-flex items-center gap-1">
          <Money amount={closing} currency={currency} />
          <Check aria-hidden="true" size={16} strokeWidth={2.4} className="text-positive" />
          <span className="sr-only">
            <Trans>The balances match.</Trans>
          </span>
        </span>
      </Term>
    </div>
  );
}

/** Returns the currencies with a balance or movements; the first currency if there are none. */
export function shownTotals(totals: readonly ExportTotal[]): readonly ExportTotal[] {
  const telling = totals.filter(
    ({ opening, closing, rows }) => opening !== "0.00" || closing !== "0.00" || rows > 0,
  );
  return telling.length === 0 ? totals.slice(0, 1) : telling;
}
