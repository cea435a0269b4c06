import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type {
  PracticeBalances,
  PracticePlay,
  PracticeResult,
} from "@tessera/contract/simulator/scenarios.schemas";
import { Ban, Check, CircleSlash, type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import { Note } from "../../../ui/layout/panel.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { Chip, type ChipTone } from "../../../ui/text/status-chip.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { JournalLines } from "./journal-lines.tsx";

interface Look {
  readonly tone: ChipTone;
  readonly icon: LucideIcon;
  readonly text: MessageDescriptor;
}

const LOOKS: Readonly<Record<PracticeResult, Look>> = {
  approved: { tone: "positive", icon: Check, text: msg`Approved` },
  declined: { tone: "negative", icon: Ban, text: msg`Declined` },
  done: { tone: "quiet", icon: Check, text: msg({ message: "Done", context: "practice" }) },
  refused: { tone: "negative", icon: X, text: msg`Not possible` },
  skipped: { tone: "outline", icon: CircleSlash, text: msg`Skipped` },
};
const IN_PART = msg`Partly approved`;

/** Returns the label of a step's result. */
export function resultWord({ result, approvedAmount }: PracticePlay): MessageDescriptor {
  return result === "approved" && approvedAmount !== undefined ? IN_PART : LOOKS[result].text;
}

export function ResultChip({ play }: { readonly play: PracticePlay }) {
  const { t } = useLingui();
  const { tone, icon } = LOOKS[play.result];
  return (
    <Chip tone={tone} icon={icon}>
      {t(resultWord(play))}
    </Chip>
  );
}

function Head({ children }: { readonly children: ReactNode }) {
  return <h3 className="mt-3 mb-0.5 text-small font-medium text-ink-3">{children}</h3>;
}

function Change({
  label,
  name,
  play: { before, after },
  currency,
}: {
  readonly label: ReactNode;
  readonly name: keyof PracticeBalances;
  readonly play: PracticePlay;
  readonly currency: string;
}) {
  const { t } = useLingui();
  const same = before[name] === after[name];
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-1 text-small">
      <dt className="text-ink-2">{label}</dt>
      <dd className="ml-auto font-medium">
        {!same && (
          <span className="text-ink-3">
            <Money amount={before[name]} currency={currency} />
            <span aria-hidden="true"> → </span>
            <span className="sr-only">{t`then`}</span>
          </span>
        )}
        <Money amount={after[name]} currency={currency} />
      </dd>
    </div>
  );
}

/** Decline codes for declines that the customer can resolve by adding practice money. */
const OUT_OF_MONEY: readonly string[] = ["insufficient_card_balance", "negative_balance"];

interface PlayOutcomeProps {
  readonly play: PracticePlay;
  readonly currency: string;
  /** The checks behind the decision, if a decision was made. */
  readonly checks: ReactNode;
}

/** Renders the outcome of a step: the answer with its checks, the journal, and the balances. */
export function PlayOutcome({ play, currency, checks }: PlayOutcomeProps) {
  const isStopped = play.result === "declined" || play.result === "refused";
  return (
    <div className="pb-1">
      {isStopped && play.message !== null && <Note tone="negative">{play.message}</Note>}
      {OUT_OF_MONEY.includes(play.code) && (
        <Link to="/practice" search={{ scenario: "top_up" }} className={textLinkClass}>
          <Trans>Top up the practice card</Trans>
        </Link>
      )}
      {play.result === "skipped" && (
        <Note>
          <Trans>The payment for this step was declined, so nothing happens.</Trans>
        </Note>
      )}
      {play.trace.length > 0 && (
        <>
          <Head>
            <Trans>How the payment was decided</Trans>
          </Head>
          {checks}
        </>
      )}
      {play.result !== "skipped" && (
        <>
          <Head>
            <Trans>In the ledger</Trans>
          </Head>
          <JournalLines journals={play.journals} currency={currency} />
          <Head>
            <Trans>On the card</Trans>
          </Head>
          <dl>
            <Change
              label={<Trans>Available</Trans>}
              name="available"
              play={play}
              currency={currency}
            />
            <Change
              label={<Trans context="money">Held</Trans>}
              name="held"
              play={play}
              currency={currency}
            />
            <Change label={<Trans>Balance</Trans>} name="balance" play={play} currency={currency} />
          </dl>
        </>
      )}
    </div>
  );
}
