import { Link } from "@tanstack/react-router";
import type { CurrencyCode } from "@tessera/money";
import type { ReactNode } from "react";
import { classNames } from "../../../ui/style/class-names.ts";
import { Money } from "../../../ui/text/money.tsx";

interface EntryLinkProps {
  readonly cardId: string;
  readonly movementId: string;
  readonly title: string;
  readonly meta: ReactNode;
  readonly amount: string;
  readonly currency: CurrencyCode;
  /** True for entries that moved no money. */
  readonly quiet?: boolean | undefined;
}

/** Renders an entry in the calculation as a link to its payment. */
export function EntryLink({
  cardId,
  movementId,
  title,
  meta,
  amount,
  currency,
  quiet,
}: EntryLinkProps) {
  return (
    <Link
      to="/transactions"
      search={{ cardId, open: movementId }}
      className="flex min-h-11 flex-wrap items-center gap-x-3 py-2 text-small not-first:border-t not-first:border-line"
    >
      <span className="min-w-0 flex-[1_1_8rem]">
        <span className="block font-medium">{title}</span>
        <span className="block text-ink-3">{meta}</span>
      </span>
      <Money
        amount={amount}
        currency={currency}
        className={classNames("ml-auto font-medium", quiet && "text-ink-3")}
      />
    </Link>
  );
}

/** Renders the entries of a term, visually separated from the terms. */
export function Entries({ children }: { readonly children: ReactNode }) {
  return <div className="rounded-control bg-fill px-3.5 py-1">{children}</div>;
}
