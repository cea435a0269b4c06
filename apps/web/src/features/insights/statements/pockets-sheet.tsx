import { Trans, useLingui } from "@lingui/react/macro";
import { CURRENCIES, type CurrencyCode } from "@tessera/money";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import type { CardChoice } from "./choices.ts";
import type { ExportDraft } from "./export-draft.ts";

type Chosen = Pick<ExportDraft, "accounts" | "cards">;

interface PocketsSheetProps extends Chosen {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly choices: readonly CardChoice[];
  readonly onChange: (chosen: Chosen) => void;
}

function toggled<T>(list: readonly T[], one: T): readonly T[] {
  return list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
}

/** Lets the user choose the accounts (by currency) and cards for a statement. */
export function PocketsSheet({ open, onClose, choices, onChange, ...chosen }: PocketsSheetProps) {
  const { t } = useLingui();
  const { accounts, cards } = chosen;
  const all = choices.map(({ id }) => id);
  const setAccounts = (next: readonly CurrencyCode[]) =>
    onChange({ cards, accounts: CURRENCIES.filter((currency) => next.includes(currency)) });
  const setCards = (next: readonly string[]) =>
    onChange({ accounts, cards: next.length === all.length ? undefined : next });
  return (
    <Sheet open={open} onClose={onClose} title={t`Accounts and cards`}>
      <fieldset className="min-w-0">
        <legend className="text-small font-medium text-ink-2">
          <Trans>Accounts</Trans>
        </legend>
        {CURRENCIES.map((currency) => (
          <Checkbox
            key={currency}
            checked={accounts.includes(currency)}
            onChange={() => setAccounts(toggled(accounts, currency))}
            className="min-h-12 text-body not-last:border-b not-last:border-line"
          >
            <Trans>{currency} account</Trans>
          </Checkbox>
        ))}
      </fieldset>
      {choices.length > 0 && (
        <fieldset className="mt-4 min-w-0">
          <legend className="text-small font-medium text-ink-2">
            <Trans>Cards</Trans>
          </legend>
          <Checkbox
            checked={cards === undefined}
            onChange={() => onChange({ accounts, cards: cards === undefined ? [] : undefined })}
            className="min-h-12 border-b border-line text-body font-medium"
          >
            <Trans>All cards, including closed ones</Trans>
          </Checkbox>
          {choices.map((card) => (
            <Checkbox
              key={card.id}
              checked={cards?.includes(card.id) ?? true}
              onChange={() => setCards(toggled(cards ?? all, card.id))}
              className="min-h-12 text-body not-last:border-b not-last:border-line"
            >
              <span className="flex items-center gap-3">
                <CardThumb cardId={card.id} type={card.type} size="sm" />
                <span className="min-w-0">
                  {card.name} <span className="text-ink-3">{card.last4}</span>
                </span>
              </span>
            </Checkbox>
          ))}
        </fieldset>
      )}
      <Button kind="primary" block className="mt-4" onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    </Sheet>
  );
}
