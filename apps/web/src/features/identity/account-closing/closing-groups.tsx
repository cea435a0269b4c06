import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { CaseKind } from "@tessera/contract/back-office/reviews.schemas";
import {
  CLOSING_EFFECTS,
  type ClosingEntry,
  type ClosingGroup,
  type ClosingKind,
} from "@tessera/contract/identity/account-closing.schemas";
import { Panel } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { startLinkClass } from "../../../ui/text/text-link.ts";
import { CASE_TITLES, EFFECT_TITLES, KIND_WORDS } from "./closing-words.ts";

/** The page where each type of item can be resolved; absent if there is nothing to do. */
const PLACES: Readonly<Partial<Record<ClosingKind, LinkProps>>> = {
  security_hold: { to: "/customer-service" },
  blocked_account: { to: "/customer-service" },
  debt: { to: "/cards" },
  frozen_by_operator: { to: "/customer-service" },
  withdrawable: { to: "/wallet/withdraw", search: {} },
  card_payment: { to: "/transactions" },
  withdrawal: { to: "/wallet/transaction-history" },
  deposit: { to: "/wallet/transaction-history" },
  application: { to: "/pending-reviews" },
  review: { to: "/pending-reviews" },
  card: { to: "/cards" },
  conversation: { to: "/customer-service" },
};

function GoLink({ kind }: { readonly kind: ClosingKind }) {
  const { t } = useLingui();
  const place = PLACES[kind];
  if (place === undefined) {
    return null;
  }
  const names: Readonly<Partial<Record<ClosingKind, string>>> = {
    security_hold: t`Contact support`,
    blocked_account: t`Contact support`,
    debt: t`See your cards`,
    frozen_by_operator: t`Contact support`,
    withdrawable: t`Withdraw`,
    card_payment: t`See the payments`,
    withdrawal: t`See the withdrawals`,
    deposit: t`See the deposits`,
    application: t`See the applications`,
    review: t`See the requests`,
    card: t`See your cards`,
    conversation: t`See the conversations`,
  };
  return (
    <Link {...place} className={startLinkClass}>
      {names[kind]}
    </Link>
  );
}

function useEntryTitle(kind: ClosingKind) {
  const { t, i18n } = useLingui();
  return ({ title, last4, currency }: ClosingEntry): string => {
    if (kind === "application" || kind === "review") {
      return i18n._(CASE_TITLES[title as CaseKind]);
    }
    if (last4 !== undefined && (title === "" || kind === "card")) {
      return title === "" ? t`Card ending ${last4}` : `${title} · ${last4}`;
    }
    if (title === "") {
      return currency === undefined ? t`Your account` : t`${currency} account`;
    }
    return last4 === undefined ? title : `${title} · ${last4}`;
  };
}

function Entries({ kind, entries }: Pick<ClosingGroup, "kind" | "entries">) {
  const titleOf = useEntryTitle(kind);
  return (
    <ul className="mt-2">
      {entries.map((entry) => (
        <li
          // The id is not unique: a card may appear once per merchant, and an account has no id.
          key={`${entry.id} ${entry.title} ${entry.currency} ${entry.until}`}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2"
        >
          <span className="min-w-0 break-words">{titleOf(entry)}</span>
          <span className="ml-auto text-right text-ink-2">
            {entry.amount !== undefined && entry.currency !== undefined && (
              <Money amount={entry.amount} currency={entry.currency} />
            )}
            {entry.until !== undefined && (
              <span className="ml-2 text-small text-ink-3">
                <DateText at={entry.until} format="day" />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Group({ group }: { readonly group: ClosingGroup }) {
  const { t, i18n } = useLingui();
  const { kind, count, entries } = group;
  const { title, text, icon: Icon } = KIND_WORDS[kind];
  const rest = count - entries.length;
  return (
    <Panel className="mt-2.5">
      <div className="flex gap-3">
        <Icon aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 flex-none" />
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">
            {i18n._(title)} <span className="font-normal text-ink-3">{count}</span>
          </h3>
          <p className="text-small text-ink-2">{i18n._(text)}</p>
          <Entries kind={kind} entries={entries} />
          {rest > 0 && (
            <p className="text-small text-ink-3">
              {t`${plural(rest, { one: "# more", other: "# more" })}`}
            </p>
          )}
          <GoLink kind={kind} />
        </div>
      </div>
    </Panel>
  );
}

/** Lists the items that block the account closure, then the items that the closure would end. */
export function ClosingGroups({ groups }: { readonly groups: readonly ClosingGroup[] }) {
  const { i18n } = useLingui();
  if (groups.length === 0) {
    return (
      <p className="mt-4 text-ink-2">
        <Trans>Nothing is pending, and you have no open cards.</Trans>
      </p>
    );
  }
  return CLOSING_EFFECTS.map((effect) => {
    const some = groups.filter((group) => group.effect === effect);
    return some.length === 0 ? null : (
      <section key={effect} className="mt-5">
        <h2 className="text-h">{i18n._(EFFECT_TITLES[effect])}</h2>
        {some.map((group) => (
          <Group key={group.kind} group={group} />
        ))}
      </section>
    );
  });
}
