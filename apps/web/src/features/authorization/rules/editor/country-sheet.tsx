import { Trans, useLingui } from "@lingui/react/macro";
import { countriesIn } from "../../../../lib/countries.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { type ChoosingProps, CodeSheet } from "./code-sheet.tsx";

/** Lets the user choose countries by name. */
export function CountrySheet(props: ChoosingProps) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <CodeSheet
      {...props}
      options={countriesIn(locale)}
      title={t`Countries`}
      searchLabel={t`Search countries`}
      nothing={<Trans>No country matches.</Trans>}
      labelOf={({ name }) => name}
    />
  );
}
