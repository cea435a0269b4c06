import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { getRates } from "@tessera/contract/money-movement/wallet.endpoints";
import { CURRENCIES } from "@tessera/money";
import { call } from "../../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";
import { currenciesIn } from "../../../../lib/currencies.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { type ChoosingProps, CodeSheet } from "./code-sheet.tsx";

const ratesQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.wallet, "rates"],
  queryFn: ({ signal }) => call(getRates, { signal }),
});

/**
 * Lets the user choose currencies by name: those with a rate, in which a payment can be approved,
 * and those that the rule has already.
 */
export function CurrencySheet(props: ChoosingProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { data } = useQuery(ratesQuery);
  const rated: readonly string[] = data?.currencies ?? CURRENCIES;
  const options = currenciesIn(locale).filter(
    ({ code }) => rated.includes(code) || props.chosen.includes(code),
  );
  return (
    <CodeSheet
      {...props}
      options={options}
      title={t`Currencies`}
      searchLabel={t`Search currencies`}
      nothing={<Trans>No currency matches.</Trans>}
      labelOf={({ code, name }) => `${code} · ${name}`}
    />
  );
}
