import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { HelpArticle } from "@tessera/contract/back-office/help-articles.schemas";
import { ChevronRight } from "lucide-react";
import { useOffers } from "../../../../lib/api/offering.ts";
import { textLinkClass } from "../../../../ui/text/text-link.ts";

interface Place {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly title: MessageDescriptor;
}

const CARDS: Place = { to: "/cards", title: msg`Go to your cards` };
const WALLET: Place = { to: "/wallet", title: msg`Go to your wallet` };
const TRANSACTIONS: Place = { to: "/transactions", title: msg`Go to your transactions` };
const PROFILE: Place = { to: "/profile", title: msg`Go to your profile` };
const RULES: Place = { to: "/risk-strategies", title: msg`Go to the strategy center` };
const REVIEWS: Place = { to: "/pending-reviews", title: msg`Go to pending reviews` };

/** For each article, the page where readers can do what the article explains. */
const PLACES: Readonly<Record<HelpArticle, Place>> = {
  "first-steps": { to: "/card-selection", title: msg`Choose a card` },
  fees: { to: "/legal/terms", title: msg`Read the fees in the Terms of Service` },
  deposit: { to: "/wallet/deposit", title: msg`Make a deposit` },
  "deposit-arrival": { to: "/wallet/transaction-history", title: msg`See your deposits` },
  "deposit-amount": { to: "/wallet/transaction-history", title: msg`See your deposits` },
  "bank-transfer": { to: "/wallet/deposit", title: msg`Make a deposit` },
  withdrawal: { to: "/wallet/withdraw", title: msg`Go to withdrawals` },
  "cannot-withdraw": { to: "/wallet/withdraw", title: msg`Go to withdrawals` },
  "add-funds": CARDS,
  "transfer-out": CARDS,
  "exchange-rates": WALLET,
  exchange: { to: "/wallet/exchange", title: msg`Go to exchange` },
  "card-kinds": { to: "/card-selection", title: msg`Choose a card` },
  "card-number": CARDS,
  "card-limits": CARDS,
  "draw-on-account": CARDS,
  "auto-top-up": CARDS,
  "resting-hours": CARDS,
  freezes: CARDS,
  declines: TRANSACTIONS,
  "allow-payment": TRANSACTIONS,
  holds: CARDS,
  "held-payments": REVIEWS,
  rules: RULES,
  "risk-score": { to: "/risk-monitoring", title: msg`Go to risk insight` },
  "unknown-payment": TRANSACTIONS,
  refunds: { to: "/bills", title: msg`Go to your bills` },
  "card-debt": CARDS,
  "replace-card": CARDS,
  "close-card": CARDS,
  "close-account": PROFILE,
  statements: { to: "/reconciliation", title: msg`Create an export` },
  logs: { to: "/logs", title: msg`Go to your logs` },
  "my-data": { to: "/profile/my-data", title: msg`Go to My data` },
  "sign-in": PROFILE,
  "second-factor": PROFILE,
  "lost-factor": PROFILE,
  "change-email": PROFILE,
  "stop-everything": PROFILE,
  processing: { to: "/bills", title: msg`Go to your bills` },
};

/** Links to the page that an article is about. */
export function ArticlePlace({ article }: { readonly article: HelpArticle }) {
  const { t } = useLingui();
  const { to, title } = PLACES[article];
  const byChain = useOffers("deposits");
  const byBank = useOffers("bankTransfers");
  const offersDeposit = article === "bank-transfer" ? byBank : byChain;
  const isOffered = {
    "/wallet/deposit": offersDeposit,
    "/wallet/withdraw": useOffers("withdrawals"),
    "/wallet/exchange": useOffers("rates"),
    "/card-selection": useOffers("cards"),
  } as const satisfies Record<string, boolean>;
  const isHere = Object.entries(isOffered).every(([path, offered]) => path !== to || offered);
  return isHere ? (
    <Link to={to} className={`${textLinkClass} mt-2 gap-1`}>
      {t(title)}
      <ChevronRight aria-hidden="true" size={18} strokeWidth={1.75} />
    </Link>
  ) : null;
}
