import { Trans, useLingui } from "@lingui/react/macro";
import type { CurrencyCode } from "@tessera/money";
import type { ReactNode } from "react";
import { useOffers } from "../../../lib/api/offering.ts";
import { useLocale } from "../../../lib/locale.ts";
import { noonOf } from "../../../lib/time/noon-of.ts";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";

/** Renders a placeholder the size of a chart. */
export function FigureSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-11 w-full rounded-small" />
      <Skeleton className="mt-4 h-24 w-full" />
      <Skeleton className="mt-4 h-32 w-full" />
    </Loading>
  );
}

/** Renders the error for a chart whose data failed to load. */
export function FigureFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useLingui();
  return <ErrorPanel aboutMoney message={t`Couldn’t load these figures`} onRetry={onRetry} />;
}

/** Renders the first and the last day below a chart. */
export function DayAxis({ days }: { readonly days: readonly { readonly day: string }[] }) {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return (
    <p className="mt-1.5 flex justify-between text-micro text-ink-3">
      <span>{first !== undefined && <DateText at={noonOf(first)} format="day" />}</span>
      <span>{last !== undefined && <DateText at={noonOf(last)} format="relative" />}</span>
    </p>
  );
}

/** Renders a note below amounts that include converted currencies. */
export function ConvertedNote({ children }: { readonly children?: ReactNode }) {
  return (
    <p className="mt-2 text-micro text-ink-3">
      {children ?? <Trans>Other currencies are converted at today’s rates.</Trans>}
    </p>
  );
}

/**
 * Lists the currencies left out for lack of exchange rates; renders nothing if no currency was left
 * out.
 */
export function UnconvertedNote({ currencies }: { readonly currencies: readonly CurrencyCode[] }) {
  const offersRates = useOffers("rates");
  const locale = useLocale();
  if (currencies.length === 0) {
    return null;
  }
  const list = new Intl.ListFormat(locale).format(currencies);
  return (
    <p className="mt-2 text-small text-ink-2">
      {offersRates ? (
        <Trans>There are no exchange rates yet, so amounts in {list} aren’t included.</Trans>
      ) : (
        <Trans>Exchange rates aren’t available, so amounts in {list} aren’t included.</Trans>
      )}
    </p>
  );
}
