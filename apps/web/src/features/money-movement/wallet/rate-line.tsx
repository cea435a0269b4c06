import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshRates } from "@tessera/contract/money-movement/wallet.endpoints";
import type { RatesAnswer } from "@tessera/contract/money-movement/wallet.schemas";
import { RefreshCw } from "lucide-react";
import { Fragment, useState } from "react";
import { call } from "../../../lib/api/api-client.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { IconButton } from "../../../ui/form/icon-button.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { DateText } from "../../../ui/text/date-text.tsx";
import { currencySymbol } from "../../../ui/text/format-money.ts";
import { RateSourceName } from "../../../ui/text/rate-note.tsx";
import { ratesQuery } from "./wallet.queries.ts";

const QUOTES = ["CNY", "EUR"] as const;

/**
 * Formats the value of one dollar in the other currencies, with every decimal. Returns parts
 * between which the line may break: `["$1", "= ¥7.10428867", "= €0.8612"]`.
 */
export function dollarRates(rates: Pick<RatesAnswer, "pairs">): readonly string[] {
  const texts = QUOTES.flatMap((quote) => {
    const pair = rates.pairs.find((one) => one.base === "USD" && one.quote === quote);
    return pair === undefined ? [] : [`= ${currencySymbol(quote)}${pair.rate}`];
  });
  return ["$1", ...texts];
}

/** Refreshes the rates from their source and updates the totals. */
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
      showToast({ tone: "failure", text: messageOf(error, t`Couldn’t refresh the rates`) }),
  });
}

/** Renders the exchange rates used for totals, with their source and time and a refresh button. */
export function RateLine() {
  const { t } = useLingui();
  const { data } = useQuery(ratesQuery);
  const refresh = useRefreshRates();
  const [turns, setTurns] = useState(0);
  return (
    <div className="flex min-h-11 items-center gap-0.5 text-small text-ink-3">
      {data !== undefined && (
        <p role="status">
          {dollarRates(data).map((part) => (
            <Fragment key={part}>
              <span className="whitespace-nowrap">{part}</span>{" "}
            </Fragment>
          ))}
          <span className="inline-block">
            <RateSourceName source={data.source} /> · <DateText at={data.ratedAt} />
            {data.stale && (
              <>
                {" · "}
                <span className="text-caution">
                  <Trans>out of date</Trans>
                </span>
              </>
            )}
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
