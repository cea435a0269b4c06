import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { AutoTopUp, AutoTopUpRun } from "@tessera/contract/cards/auto-top-up.schemas";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { useState } from "react";
import { messageOf } from "../../../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../../../lib/tell-outcome.ts";
import { Button } from "../../../../../ui/form/button.tsx";
import { KeyValue, Note, Panel } from "../../../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../../../ui/list/skeleton.tsx";
import { showToast } from "../../../../../ui/overlay/toast-store.ts";
import { DateText } from "../../../../../ui/text/date-text.tsx";
import { formatBasisPoints } from "../../../../../ui/text/format-percent.ts";
import { Money } from "../../../../../ui/text/money.tsx";
import { autoTopUpQuery, topUpRunsQuery, useAutoTopUp } from "./auto-top-up.queries.ts";
import { TopUpSheet } from "./top-up-sheet.tsx";
import { REFUSAL_NAMES, TRIGGER_NAMES } from "./top-up-words.ts";

/** How many runs are shown before the reader asks for all. */
const FEW = 3;

interface AutoTopUpPanelProps {
  readonly card: Card;
}

/** Shows when a card is topped up by itself, and what that did. */
export function AutoTopUpPanel({ card }: AutoTopUpPanelProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(autoTopUpQuery(card.id));
  if (data === undefined) {
    return error === null ? (
      <Loading>
        <Skeleton className="h-14 w-full rounded-control" />
      </Loading>
    ) : (
      <ErrorPanel
        aboutMoney
        message={messageOf(error, t`Couldn’t load automatic top-ups`)}
        onRetry={() => void refetch()}
      />
    );
  }
  return <LoadedPanel card={card} state={data} />;
}

function LoadedPanel({ card, state }: AutoTopUpPanelProps & { readonly state: AutoTopUp }) {
  const { t } = useLingui();
  const [sheet, setSheet] = useState({ open: false, serial: 0 });
  const save = useAutoTopUp(card.id);
  const { order } = state;
  const turnOff = () =>
    tellOutcome(
      save,
      { order: null },
      { onSuccess: () => showToast({ tone: "success", text: t`Automatic top-up is off` }) },
    );
  return (
    <Panel>
      <h2 className="font-semibold">
        <Trans>Automatic top-up</Trans>
      </h2>
      {order === null ? (
        <p className="mt-2 text-ink-2">
          <Trans>
            Add funds before a payment is declined: below a balance, on a day, or before a charge.
          </Trans>
        </p>
      ) : (
        <Terms state={state} order={order} />
      )}
      {save.isError && (
        <Note tone="negative" role="alert" className="mt-2.5">
          {messageOf(save.error, t`Unknown error`)}
        </Note>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="md"
          onClick={() => setSheet(({ serial }) => ({ open: true, serial: serial + 1 }))}
        >
          {order === null ? <Trans>Set up</Trans> : <Trans>Change</Trans>}
        </Button>
        {order !== null && (
          <Button
            size="md"
            kind="text"
            loadingLabel={save.isPending ? t`Turning off` : undefined}
            onClick={turnOff}
          >
            <Trans>Turn off</Trans>
          </Button>
        )}
      </div>
      <Runs card={card} />
      <TopUpSheet
        key={sheet.serial}
        card={card}
        state={state}
        open={sheet.open}
        onClose={() => setSheet((before) => ({ ...before, open: false }))}
      />
    </Panel>
  );
}

type Order = NonNullable<AutoTopUp["order"]>;

function Terms({ state, order }: { readonly state: AutoTopUp; readonly order: Order }) {
  const { t } = useLingui();
  const { currency } = state;
  const { trigger, amount, nextAt } = order;
  const rate = formatBasisPoints(state.feeBasisPoints);
  return (
    <>
      {order.pausedByFee && (
        <Note tone="caution" className="mt-2.5">
          <Trans>
            The fee has risen to {rate}. Nothing is added until you agree to it: choose Change,
            check the fee and save.
          </Trans>
        </Note>
      )}
      <dl className="mt-1">
        <KeyValue label={t(TRIGGER_NAMES[trigger.kind])}>
          {trigger.kind === "balance" && (
            <Trans>
              below <Money amount={trigger.below} currency={currency} />
            </Trans>
          )}
          {trigger.kind === "charge" && (
            <Plural value={trigger.hoursBefore} one="# hour before" other="# hours before" />
          )}
          {nextAt !== null && trigger.kind !== "balance" && <DateText at={nextAt} wraps />}
        </KeyValue>
        <KeyValue label={amount.kind === "target" ? t`Up to a balance of` : t`Adds`} ruled>
          {amount.kind === "fixed" && <Money amount={amount.amount} currency={currency} />}
          {amount.kind === "target" && <Money amount={amount.balance} currency={currency} />}
          {amount.kind === "charge" && <Trans>what the charge lacks</Trans>}
        </KeyValue>
        <KeyValue label={t`Fee`} ruled>
          {rate}
        </KeyValue>
        <KeyValue label={t`Used this month`} ruled>
          <Trans>
            <Money amount={order.usedThisMonth} currency={currency} /> of{" "}
            <Money amount={order.monthlyCap} currency={currency} />
          </Trans>
        </KeyValue>
        {order.endsOn !== null && (
          <KeyValue label={t`Last day`} ruled>
            <DateText at={`${order.endsOn}T12:00:00Z`} format="day" />
          </KeyValue>
        )}
      </dl>
    </>
  );
}

function Runs({ card }: AutoTopUpPanelProps) {
  const { t } = useLingui();
  const [showsAll, setShowsAll] = useState(false);
  const { data, error, refetch } = useQuery(topUpRunsQuery(card.id));
  if (error !== null && data === undefined) {
    return (
      <p className="mt-2">
        {t`Couldn’t load what it did`}{" "}
        <Button size="md" kind="text" onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </p>
    );
  }
  const runs = data?.data ?? [];
  if (runs.length === 0) {
    return null;
  }
  return (
    <>
      <h3 className="mt-3 text-small font-medium text-ink-2">
        <Trans>What it did</Trans>
      </h3>
      <ul>
        {runs.slice(0, showsAll ? runs.length : FEW).map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ul>
      {runs.length > FEW && !showsAll && (
        <Button size="md" kind="text" onClick={() => setShowsAll(true)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}

function Run({ run }: { readonly run: AutoTopUpRun }) {
  const { t } = useLingui();
  const { currency, outcome, amount, fee, reason, merchant } = run;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-[9px]">
      <span className="min-w-0">
        {outcome === "funded" && amount !== null && fee !== null && (
          <Trans>
            <Money amount={amount} currency={currency} /> added, fee{" "}
            <Money amount={fee} currency={currency} />
          </Trans>
        )}
        {outcome === "not_needed" && <Trans>Nothing added: the balance sufficed</Trans>}
        {outcome === "waiting" && <Trans>In progress</Trans>}
        {outcome === "refused" && reason !== null && (
          <>
            <Trans>Nothing added</Trans>: {t(REFUSAL_NAMES[reason])}
          </>
        )}
        {merchant !== null && <span className="block text-small text-ink-3">{merchant}</span>}
      </span>
      <span className="ml-auto text-small text-ink-3">
        <DateText at={run.at} />
      </span>
    </li>
  );
}
