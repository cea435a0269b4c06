import { useLingui } from "@lingui/react/macro";
import { CURRENCIES } from "@tessera/money";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { setDisplayCurrency, useDisplayCurrency } from "./display-currency.ts";

const OPTIONS = CURRENCIES.map((value) => ({ value, label: value }));

/** Lets the user choose the currency for totals. No balance is converted. */
export function CurrencyChoice() {
  const { t } = useLingui();
  const currency = useDisplayCurrency();
  return (
    <Segmented
      label={t`Show totals in`}
      options={OPTIONS}
      value={currency}
      onChange={setDisplayCurrency}
      className="w-[186px] flex-none"
    />
  );
}
