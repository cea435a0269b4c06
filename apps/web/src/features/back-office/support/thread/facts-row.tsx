import { Trans, useLingui } from "@lingui/react/macro";
import type { Facts } from "@tessera/contract/back-office/support.schemas";
import { ArrowUpFromLine, CreditCard, Receipt, ScanSearch } from "lucide-react";
import { useLocale } from "../../../../lib/locale.ts";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { RowIcon } from "../../../../ui/list/list-row.tsx";
import { cardName } from "../../../../ui/mosaic/card-name.ts";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import { Chip, StatusChip } from "../../../../ui/text/status-chip.tsx";
import { ABOUT_WORDS, aboutWord, factsStatus } from "./facts-words.ts";

const ICONS = {
  card: CreditCard,
  transaction: Receipt,
  withdrawal: ArrowUpFromLine,
  review: ScanSearch,
} as const;

const WAITING: ReadonlySet<string> = new Set(["open", "in_review", "waiting_customer"]);
const GOOD: ReadonlySet<string> = new Set(["active", "approved"]);

/** Shows the subject's status. */
export function FactsStatus({ facts }: { readonly facts: Facts }) {
  const { t } = useLingui();
  const { status } = facts;
  const word = factsStatus(facts);
  return word === undefined ? (
    <StatusChip status={status} />
  ) : (
    <Chip tone={GOOD.has(status) ? "info" : WAITING.has(status) ? "caution" : "outline"}>
      <span className="px-0.5">{t(word)}</span>
    </Chip>
  );
}

/** Shows the subject's name, details and date. */
function Name({ facts }: { readonly facts: Facts }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { kind, card, title, withdrawal, case: held, at } = facts;
  const isOfCase = held !== undefined && withdrawal === undefined;
  // Card names are localized; merchant names are shown unchanged.
  const named =
    kind === "card" && card !== null ? cardName({ ...card, nickname: title }, locale) : title;
  const word = isOfCase || kind === "withdrawal" || named === null ? t(aboutWord(facts)) : named;
  const details = [
    card === null ? undefined : `${t(ABOUT_WORDS.card)} ${card.last4}`,
    isOfCase && title !== null ? title : undefined,
    withdrawal?.destination,
  ].filter((one) => one !== undefined);
  return (
    <span className="min-w-0 flex-[1_1_6rem]">
      <span className="block font-medium">
        {withdrawal !== undefined && title !== null ? <Trans>Withdrawal to {title}</Trans> : word}
      </span>
      <span className="block text-small text-ink-3">
        {details.map((one) => `${one} · `)}
        <DateText at={at} format="day" />
      </span>
    </span>
  );
}

/** Renders a conversation's subject as a row: card, name, amount and status. */
export function FactsRow({ facts }: { readonly facts: Facts }) {
  const { card, kind, amount, balance, currency } = facts;
  const shown = amount ?? balance;
  const Icon = ICONS[kind];
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-3 py-2.5">
      {card === null ? (
        <RowIcon>
          <Icon aria-hidden="true" />
        </RowIcon>
      ) : (
        <CardThumb cardId={card.id} type={card.type} />
      )}
      <Name facts={facts} />
      <span className="ml-auto flex flex-none flex-col items-end gap-0.5 text-right">
        {shown !== null && <Money amount={shown} currency={currency} className="font-semibold" />}
        <FactsStatus facts={facts} />
      </span>
    </div>
  );
}
