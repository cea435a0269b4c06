import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MAX_DRAW_MERCHANTS } from "@tessera/contract/cards/card-settings.schemas";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { Plus, X } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { Button } from "../../../../ui/form/button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { FilterChip } from "../../../../ui/form/filter-chip.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { type DrawDraft, keptOf, LONGEST_NAME, suggestedMerchants } from "./draw-draft.ts";
import { MoneyField } from "./money-field.tsx";
import { pastMerchantsQuery } from "./settings.queries.ts";

interface KeptMerchantsProps {
  readonly card: Card;
  readonly draft: DrawDraft;
  readonly merchantError: string | undefined;
  readonly dailyError: string | undefined;
  readonly onChange: (change: Partial<DrawDraft>) => void;
}

/**
 * Lets the owner name merchants whose payments draw on the account under a ceiling of their own,
 * whatever the general one.
 */
export function KeptMerchants(props: KeptMerchantsProps) {
  const { card, draft, dailyError, onChange } = props;
  const { t } = useLingui();
  const today = formatMoney(card.keepAlive?.drawnToday ?? "0.00", card.currency);
  return (
    <section className="flex flex-col gap-4">
      <div>
        <h3 className="font-semibold">
          <Trans>Keep these merchants paid</Trans>
        </h3>
        <p className="text-small text-ink-2">
          <Trans>
            They draw on your account up to a maximum of their own, even if the one above is used
            up. Your limits, rules and freezes still apply. If one of them is declined, we email
            you.
          </Trans>
        </p>
      </div>
      <MerchantField {...props} />
      {keptOf(draft).length > 0 && (
        <MoneyField
          label={t`Daily maximum for these merchants together, including fees`}
          currency={card.currency}
          value={draft.keptDaily}
          error={dailyError}
          hint={card.keepAlive == null ? undefined : t`Drawn by them today: ${today}`}
          onChange={(keptDaily) => onChange({ keptDaily })}
        />
      )}
    </section>
  );
}

function MerchantField({ card, draft, merchantError, onChange }: KeptMerchantsProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const { data: past = [] } = useQuery(pastMerchantsQuery(card.id));
  const { kept, typed } = draft;
  const isFull = kept.length >= MAX_DRAW_MERCHANTS;
  const suggested = isFull ? [] : suggestedMerchants(past, draft);
  const change = (merchants: readonly string[]) => {
    onChange({ kept: merchants, typed: "" });
    input.current?.focus();
  };
  const add = (name: string) => change(keptOf({ kept, typed: name }));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // While an IME is composing text, for example Chinese, Enter only confirms the composition.
    if (event.nativeEvent.isComposing || event.key !== "Enter" || typed.trim() === "") {
      return;
    }
    event.preventDefault();
    add(typed);
  };
  return (
    <div>
      {kept.length > 0 && (
        <ul aria-label={t`Merchants to keep paid`} className="mb-3 flex flex-wrap gap-2">
          {kept.map((name) => (
            <li key={name} className="max-w-full">
              <FilterChip
                selected
                onClick={() => change(kept.filter((one) => one !== name))}
                label={t`Remove ${name}`}
                trailing={<X aria-hidden="true" size={16} strokeWidth={2} />}
              >
                <span className="truncate">{name}</span>
              </FilterChip>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={t`Add a merchant by name`}
        error={merchantError}
        hint={
          isFull ? (
            <Trans>Up to {MAX_DRAW_MERCHANTS} merchants. Remove one to add another.</Trans>
          ) : (
            <Trans>“Adobe” also matches “ADOBE *CLOUD”.</Trans>
          )
        }
      >
        {(control) => (
          <Input
            {...control}
            ref={input}
            value={typed}
            disabled={isFull}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            enterKeyHint="done"
            onChange={({ target }) => onChange({ typed: target.value })}
            onKeyDown={onKeyDown}
            trailing={
              typed.trim() === "" ? undefined : (
                <Button size="md" kind="text" onClick={() => add(typed)}>
                  <Trans>Add</Trans>
                </Button>
              )
            }
          />
        )}
      </Field>
      {suggested.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: these are suggestions, not form fields
        <div role="group" aria-label={t`Paid with this card`} className="mt-3 flex flex-wrap gap-2">
          {suggested.map((name) => (
            <FilterChip
              key={name}
              onClick={() => add(name)}
              label={t`Add ${name}`}
              leading={<Plus aria-hidden="true" size={16} strokeWidth={2} />}
            >
              <span className="truncate">{name}</span>
            </FilterChip>
          ))}
        </div>
      )}
    </div>
  );
}
