import { Trans, useLingui } from "@lingui/react/macro";
import { MAX_LIST } from "@tessera/contract/authorization/risk.schemas";
import { useState } from "react";
import { countriesIn } from "../../../../lib/countries.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Checkbox } from "../../../../ui/form/checkbox.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";

interface CountrySheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The ISO codes of the selected countries. */
  readonly chosen: readonly string[];
  readonly onChoose: (codes: readonly string[]) => void;
}

/** Lets the user choose countries by name; selected countries come first. */
export function CountrySheet({ open, onClose, chosen, onChoose }: CountrySheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const [search, setSearch] = useState("");
  // Only the countries that were selected when the sheet opened come first, so that rows do not
  // move while the user makes a selection.
  const [first] = useState(chosen);
  const wanted = search.trim().toLocaleLowerCase(locale);
  const found = countriesIn(locale).filter(
    ({ code, name }) =>
      name.toLocaleLowerCase(locale).includes(wanted) || code.toLowerCase() === wanted,
  );
  const rows = [
    ...found.filter(({ code }) => first.includes(code)),
    ...found.filter(({ code }) => !first.includes(code)),
  ];
  const isFull = chosen.length >= MAX_LIST;
  return (
    <Sheet open={open} onClose={onClose} title={t`Countries`}>
      <Input
        type="search"
        aria-label={t`Search countries`}
        placeholder={t`Search countries`}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <ul className="mt-2 h-80 overflow-y-auto overscroll-contain">
        {rows.map(({ code, name }) => (
          <li key={code}>
            <Checkbox
              checked={chosen.includes(code)}
              disabled={isFull && !chosen.includes(code)}
              onChange={({ target }) =>
                onChoose(
                  target.checked ? [...chosen, code] : chosen.filter((other) => other !== code),
                )
              }
              className="px-1 text-body"
            >
              {name}
            </Checkbox>
          </li>
        ))}
        {rows.length === 0 && (
          <li className="py-3 text-ink-2">
            <Trans>No country matches.</Trans>
          </li>
        )}
      </ul>
      <Button kind="primary" block className="mt-4" onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    </Sheet>
  );
}
