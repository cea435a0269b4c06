import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { BreakDetail as Detail } from "@tessera/contract/money-movement/reconciliation.schemas";
import type { ReactNode } from "react";
import { DetailMain } from "../../../ui/layout/detail-main.tsx";
import { KeyValue, Panel } from "../../../ui/layout/panel.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { LoadFault } from "../../../ui/list/load-fault.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { BreakActions } from "./break-actions.tsx";
import styles from "./reconciliation.module.css";
import { breakQuery } from "./reconciliation.queries.ts";
import {
  EVENT_WORDS,
  KIND_MEANINGS,
  KIND_WORDS,
  OUTSIDE_WORDS,
  REASON_WORDS,
  SOURCE_WORDS,
  STATE_LOOKS,
} from "./reconciliation-words.ts";

function Facts({ one }: { readonly one: Detail }) {
  const { t } = useLingui();
  const { state, kind, source, asset, difference, reason, firstSeenAt, assignedTo } = one;
  const look = STATE_LOOKS[state];
  return (
    <Panel>
      <p className="pb-2">{t(KIND_MEANINGS[kind])}</p>
      {reason !== null && <p className="pb-2 text-ink-2">{t(REASON_WORDS[reason])}</p>}
      <dl>
        <KeyValue label={<Trans>State</Trans>}>
          <Chip tone={look.tone} icon={look.icon}>
            {t(look.text)}
          </Chip>
        </KeyValue>
        <KeyValue ruled label={<Trans>Difference</Trans>}>
          <Money amount={difference} currency={asset} sign="always" />
        </KeyValue>
        <KeyValue ruled label={<Trans>Compared with</Trans>}>
          {t(SOURCE_WORDS[source])}
        </KeyValue>
        <KeyValue ruled label={<Trans>First seen</Trans>}>
          <DateText at={firstSeenAt} />
        </KeyValue>
        <KeyValue ruled label={<Trans>Last seen</Trans>}>
          <DateText at={one.lastSeenAt} />
        </KeyValue>
        <KeyValue ruled label={<Trans>Assigned to</Trans>}>
          {assignedTo ?? <Trans>Nobody</Trans>}
        </KeyValue>
        {one.explanation !== null && (
          <KeyValue ruled label={<Trans>Explanation of {one.explainedBy}</Trans>}>
            <span className={styles.text}>{one.explanation}</span>
          </KeyValue>
        )}
      </dl>
    </Panel>
  );
}

interface SideProps {
  readonly title: ReactNode;
  readonly lines: Detail["ledgerLines"];
}

function Side({ title, lines }: SideProps) {
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-3">{title}</h2>
      {lines.length === 0 && (
        <p className="py-2 text-ink-2">
          <Trans>Nothing</Trans>
        </p>
      )}
      <ul>
        {lines.map(({ ref, asset, amount, at }) => (
          <li key={`${ref} ${at}`} className={styles.line}>
            <span>
              <span className={styles.text}>{ref}</span>
              <span className="block text-small text-ink-3">
                <DateText at={at} />
              </span>
            </span>
            <Money amount={amount} currency={asset} className="font-semibold" />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function History({ history }: Pick<Detail, "history">) {
  const { t } = useLingui();
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-3">
        <Trans>History</Trans>
      </h2>
      <ol>
        {history.map(({ event, actor, note, at }) => (
          <li key={`${event} ${at}`} className={styles.line}>
            <span>
              <span className="block font-medium">{t(EVENT_WORDS[event])}</span>
              {note !== null && <span className={styles.text}>{note}</span>}
            </span>
            <span className="text-right text-small text-ink-3">
              {actor !== null && <span className="block">{actor}</span>}
              <DateText at={at} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

interface BreakDetailProps {
  readonly id: string;
  readonly canDecide: boolean;
}

/** Renders one difference with both sides, its history, and the actions on it. */
export function BreakDetail({ id, canDecide }: BreakDetailProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(breakQuery(id));
  return (
    <DetailMain>
      <TopBar
        title={data === undefined ? <Trans>Break</Trans> : t(KIND_WORDS[data.kind])}
        backTo={{ to: "/system/board", search: { tab: "all" } }}
      />
      <div className={styles.detail}>
        {data !== undefined && (
          <>
            <Facts one={data} />
            <div className={styles.sides}>
              <Side title={t(OUTSIDE_WORDS[data.source])} lines={data.outsideLines} />
              <Side title={<Trans>Ledger</Trans>} lines={data.ledgerLines} />
            </div>
            {canDecide && data.state !== "resolved" && <BreakActions one={data} />}
            <History history={data.history} />
          </>
        )}
        {data === undefined && error === null && <SkeletonRows count={6} />}
        {data === undefined && error !== null && (
          <LoadFault
            error={error}
            gone={<Trans>This break doesn’t exist.</Trans>}
            message={t`Couldn’t load the break`}
            onRetry={() => void refetch()}
          />
        )}
      </div>
    </DetailMain>
  );
}
