import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { CARD_TYPES } from "@tessera/contract/cards/cards.schemas";
import { useLocale } from "../../../../lib/locale.ts";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { Checkbox } from "../../../../ui/form/checkbox.tsx";
import { FieldError } from "../../../../ui/form/field.tsx";
import { Segmented } from "../../../../ui/form/segmented.tsx";
import { cardName } from "../../../../ui/mosaic/card-name.ts";
import { ruleOf } from "../rule-draft.ts";
import { cardsOf, openCards, type RuledCard } from "../ruled-cards.ts";
import type { Editing } from "./editing.ts";

const TIERS: Readonly<Record<(typeof CARD_TYPES)[number], MessageDescriptor>> = {
  standard: msg`Standard`,
  business: msg`Business`,
  premium: msg`Premium`,
};

function CardTile({
  card,
  checked,
  onChange,
  invalid,
  otherCurrency,
}: {
  readonly card: RuledCard;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly invalid: boolean;
  /** True if the rule applies only to cards in a different currency. */
  readonly otherCurrency: boolean;
}) {
  const locale = useLocale();
  return (
    <Checkbox
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      aria-invalid={invalid ? true : undefined}
      className="min-h-14 py-2 flex-row-reverse justify-between rounded-control bg-surface px-3 hairline has-checked:shadow-[inset_0_0_0_2px_var(--accent)]"
    >
      <span className="flex min-w-0 items-center gap-2.5">
        <CardThumb cardId={card.id} type={card.type} size="sm" />
        <span className="min-w-0">
          <span className="block font-medium">{cardName(card, locale)}</span>
          <span className="block text-ink-3">
            {card.last4}
            {otherCurrency && ` · ${card.currency}`}
          </span>
        </span>
      </span>
    </Checkbox>
  );
}

function SomeCards({ draft, change, errorAt, cards }: ScopePanelProps) {
  const { cardIds } = draft;
  const reason = errorAt("scope.cardIds");
  const { currency } = ruleOf(draft);
  // Cards that have since been closed stay in the rule but are no longer listed.
  const toggle = (id: string, chosen: boolean) =>
    change({ cardIds: chosen ? [...cardIds, id] : cardIds.filter((other) => other !== id) });
  return (
    <>
      <div className="mt-2.5 grid grid-cols-[repeat(auto-fill,minmax(10.25rem,1fr))] gap-2.5">
        {openCards(cards).map((card, place) => (
          <CardTile
            key={card.id}
            card={card}
            checked={cardIds.includes(card.id)}
            onChange={(chosen) => toggle(card.id, chosen)}
            invalid={place === 0 && reason !== undefined}
            otherCurrency={currency !== undefined && card.currency !== currency}
          />
        ))}
      </div>
      {reason !== undefined && <FieldError>{reason}</FieldError>}
    </>
  );
}

interface ScopePanelProps extends Editing {
  readonly cards: readonly RuledCard[];
}

/** Lets the user choose the cards that the rule applies to. */
export function ScopePanel(props: ScopePanelProps) {
  const { draft, change, cards } = props;
  const { t } = useLingui();
  const total = openCards(cards).length;
  const rule = ruleOf(draft);
  const count = cardsOf(rule, cards).length;
  const { currency, ...anyCurrency } = rule;
  const leavesOut = count < cardsOf(anyCurrency, cards).length;
  return (
    <section className="mt-3.5">
      <div className="mb-2 flex flex-wrap justify-between gap-x-4 text-small">
        <h2 className="font-medium text-ink-3">
          <Trans>Applies to</Trans>
        </h2>
        <span className="text-ink-3">
          {t`${plural(total, { one: `${count} of # card`, other: `${count} of # cards` })}`}
        </span>
      </div>
      <Segmented
        label={t`Applies to`}
        options={[
          { value: "all", label: t`All cards` },
          { value: "some", label: t`Some cards` },
          { value: "tier", label: t`One tier` },
        ]}
        value={draft.cards}
        onChange={(scope) => change({ cards: scope })}
      />
      {draft.cards === "all" && (
        <p className="mt-2 text-small text-ink-2">
          <Trans>The rule also applies to cards you open later.</Trans>
        </p>
      )}
      {draft.cards === "some" && <SomeCards {...props} />}
      {draft.cards === "tier" && (
        <Segmented
          className="mt-2.5"
          label={t`Tier`}
          options={CARD_TYPES.map((value) => ({ value, label: t(TIERS[value]) }))}
          value={draft.tier}
          onChange={(tier) => change({ tier })}
        />
      )}
      {leavesOut && currency !== undefined && (
        <p className="mt-2 text-small text-ink-2">
          <Trans>
            Amounts are in {currency}, so the rule doesn’t apply to cards in other currencies.
          </Trans>
        </p>
      )}
    </section>
  );
}
