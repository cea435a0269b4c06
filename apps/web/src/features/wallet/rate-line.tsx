import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshRates } from "@tessera/contract/wallet/wallet.endpoints";
import type { RatesAnswer } from "@tessera/contract/wallet/wallet.schemas";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { call } from "../../lib/api-client.ts";
import { messageOf } from "../../lib/api-error.ts";
import { QUERY_ROOTS } from "../../lib/query-keys.ts";
import { DateText } from "../../ui/date-text.tsx";
import { currencySymbol } from "../../ui/format-money.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { ratesQuery } from "./wallet.queries.ts";

const DECIMALS = 4;
const QUOTES = ["CNY", "EUR"] as const;

/** What one dollar is in the other currencies: `$1 = ¥7.1043 = €0.8612`. */
export function dollarRates(rates: Pick<RatesAnswer, "pairs">): string {
  const texts = QUOTES.flatMap((quote) => {
    const pair = rates.pairs.find((one) => one.base === "USD" && one.quote === quote);
    if (pair === undefined) {
      return [];
    }
    const [whole = "0", fraction = ""] = pair.rate.split(".");
    const shown = fraction.slice(0, DECIMALS).padEnd(DECIMALS, "0");
    return [`${currencySymbol(quote)}${whole}.${shown}`];
  });
  return ["$1", ...texts].join(" = ");
}

/** Asks the rate source again; totals follow the new rates. */
function useRefreshRates() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(refreshRates),
    onSuccess: (rates) => {
      client.setQueryData(ratesQuery.queryKey, rates);
      void client.invalidateQueries({ queryKey: [...QUERY_ROOTS.wallet, "totals"] });
    },
    onError: (error) =>
      showToast({ tone: "failure", text: messageOf(error, t`The rates could not be refreshed`) }),
  });
}

/** The rates that totals are shown at, when they were asked for, and asking again. */
export function RateLine() {
  const { t } = useLingui();
  const { data } = useQuery(ratesQuery);
  const refresh = useRefreshRates();
  const [turns, setTurns] = useState(0);
  return (
    <div className="flex min-h-11 items-center gap-0.5 text-small text-ink-3">
      {data !== undefined && (
        <p role="status">
          <span className="whitespace-nowrap">{dollarRates(data)}</span> ·{" "}
          <span className="whitespace-nowrap">
            <Trans>
              Updated <DateText at={data.refreshedAt} />
            </Trans>
          </span>
        </p>
      )}
      <IconButton
        label={t`Refresh rates`}
        className="-ml-1 [&>svg]:text-accent-ink"
        aria-busy={refresh.isPending}
        onClick={() => {
          if (!refresh.isPending) {
            setTurns((before) => before + 1);
            refresh.mutate();
          }
        }}
      >
        <RefreshCw
          key={turns}
          aria-hidden="true"
          size={18}
          strokeWidth={1.75}
          className={turns > 0 ? "[animation:spin_900ms_var(--ease-out)]" : undefined}
        />
      </IconButton>
    </div>
  );
}
