import { Trans } from "@lingui/react/macro";
import { MAX_LIST } from "@tessera/contract/authorization/risk.schemas";
import { type ReactNode, useState } from "react";
import { useLocale } from "../../../../lib/locale.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Checkbox } from "../../../../ui/form/checkbox.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";

/** An ISO code with its name in the reader's language. */
interface NamedCode {
  readonly code: string;
  readonly name: string;
}

export interface ChoosingProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The ISO codes that are selected. */
  readonly chosen: readonly string[];
  readonly onChoose: (codes: readonly string[]) => void;
}

interface CodeSheetProps extends ChoosingProps {
  readonly options: readonly NamedCode[];
  readonly title: string;
  readonly searchLabel: string;
  /** Shown if no option matches the search. */
  readonly nothing: ReactNode;
  readonly labelOf: (option: NamedCode) => string;
}

/** Lets the user choose from a list of codes by name; selected ones come first. */
export function CodeSheet(props: CodeSheetProps) {
  const { open, onClose, chosen, onChoose, options, title, searchLabel, nothing, labelOf } = props;
  const locale = useLocale();
  const [search, setSearch] = useState("");
  // Only what was selected when the sheet opened comes first, so that rows do not move while the
  // user makes a selection.
  const [first] = useState(chosen);
  const wanted = search.trim().toLocaleLowerCase(locale);
  const found = options.filter(
    ({ code, name }) =>
      name.toLocaleLowerCase(locale).includes(wanted) || code.toLowerCase() === wanted,
  );
  const rows = [
    ...found.filter(({ code }) => first.includes(code)),
    ...found.filter(({ code }) => !first.includes(code)),
  ];
  const isFull = chosen.length >= MAX_LIST;
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <Input
        type="search"
        aria-label={searchLabel}
        placeholder={searchLabel}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <ul className="mt-2 h-80 overflow-y-auto overscroll-contain">
        {rows.map((option) => (
          <li key={option.code}>
            <Checkbox
              checked={chosen.includes(option.code)}
              disabled={isFull && !chosen.includes(option.code)}
              onChange={({ target }) =>
                onChoose(
                  target.checked
                    ? [...chosen, option.code]
                    : chosen.filter((other) => other !== option.code),
                )
              }
              className="px-1 text-body"
            >
              {labelOf(option)}
            </Checkbox>
          </li>
        ))}
        {rows.length === 0 && <li className="py-3 text-ink-2">{nothing}</li>}
      </ul>
      <Button kind="primary" block className="mt-4" onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    </Sheet>
  );
}
