import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type {
  Reserve,
  ReservePlace,
  Reserves,
} from "@tessera/contract/money-movement/reserves.schemas";
import type { ReactNode } from "react";
import { SegmentBar } from "../../../ui/chart/segment-bar.tsx";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { isLess, isPositive, isZero, shareOf } from "./reserve-amounts.ts";
import { faultWords, PLACE_WORDS } from "./reserve-words.ts";
import styles from "./reserves.module.css";
import { reservesQuery } from "./reserves.queries.ts";

interface BarProps {
  readonly label: ReactNode;
  readonly amount: string | null;
  readonly asset: string;
  /** The amounts of which the greatest is a full bar. */
  readonly among: readonly (string | null)[];
  readonly isShort?: boolean;
}

function Bar({ label, amount, asset, among, isShort = false }: BarProps) {
  return (
    <div className={styles.bar}>
      <dt className="text-small text-ink-3">{label}</dt>
      <dd className="text-small font-medium">
        {amount === null ? <Trans>Unknown</Trans> : <Money amount={amount} currency={asset} />}
      </dd>
      <dd className={styles.tiles}>
        <SegmentBar {...shareOf(amount, among)} tone={isShort ? "negative" : undefined} />
      </dd>
    </div>
  );
}

function Place({ place, asset }: { readonly place: ReservePlace; readonly asset: string }) {
  const { t } = useLingui();
  const { kind, name, held, at, fault } = place;
  return (
    <li className={styles.place}>
      <span>
        {t(PLACE_WORDS[kind])} <span className={styles.name}>{name}</span>
        {at !== null && (
          <>
            {" · "}
            <DateText at={at} />
          </>
        )}
      </span>
      <span className="text-right">
        {held === null ? t(faultWords(fault ?? "")) : <Money amount={held} currency={asset} />}
      </span>
    </li>
  );
}

function Asset({ reserve }: { readonly reserve: Reserve }) {
  const { asset, held, owed, booked, difference, missing, unknownSince, position } = reserve;
  const among = [held, owed, booked];
  const isMissing = isPositive(missing);
  return (
    <li className={styles.asset}>
      <h3 className="font-medium">{asset}</h3>
      <dl>
        <Bar
          label={<Trans>Held by the program</Trans>}
          amount={held}
          asset={asset}
          among={among}
          isShort={isMissing}
        />
        <Bar
          label={<Trans>According to the ledger</Trans>}
          amount={booked}
          asset={asset}
          among={among}
        />
        <Bar label={<Trans>Owed to customers</Trans>} amount={owed} asset={asset} among={among} />
      </dl>
      <p className="text-small text-ink-3">
        {difference === null ? (
          unknownSince !== null && (
            <Trans>
              Unknown since <DateText at={unknownSince} />
            </Trans>
          )
        ) : (
          <Trans>
            Difference <Money amount={difference} currency={asset} sign="always" />
          </Trans>
        )}
        {!isZero(position) && (
          <>
            {(difference !== null || unknownSince !== null) && " · "}
            <Trans>
              Open position <Money amount={position} currency={asset} sign="always" />
            </Trans>
          </>
        )}
      </p>
      {isMissing && missing !== null && (
        <Note tone="negative" role="alert">
          <Trans>
            <Money amount={missing} currency={asset} /> less is held than the ledger says. Find out
            why before anything is paid out.
          </Trans>
        </Note>
      )}
      <ul className="text-small text-ink-3">
        {reserve.places.map((place) => (
          <Place key={`${place.kind} ${place.name}`} place={place} asset={asset} />
        ))}
      </ul>
    </li>
  );
}

function Total({ total }: Pick<Reserves, "total">) {
  if (total === null) {
    return (
      <p className="py-2 text-ink-2">
        <Trans>The total is unknown, because a balance or a rate is.</Trans>
      </p>
    );
  }
  const among = [total.held, total.owed];
  const isShort = isLess(total.held, total.owed);
  return (
    <div className={styles.asset}>
      <h3 className="font-medium">
        <Trans>All assets in US dollars</Trans>
      </h3>
      <dl>
        <Bar
          label={<Trans>Held by the program</Trans>}
          amount={total.held}
          asset="USD"
          among={among}
          isShort={isShort}
        />
        <Bar
          label={<Trans>Owed to customers</Trans>}
          amount={total.owed}
          asset="USD"
          among={among}
        />
      </dl>
      <p className="text-small text-ink-3">
        <Trans>
          Difference <Money amount={total.difference} currency="USD" sign="always" />
        </Trans>
      </p>
      {isShort && (
        <Note tone="negative" role="alert">
          <Trans>The program holds less than it owes its customers.</Trans>
        </Note>
      )}
    </div>
  );
}

/** Shows what the program holds and owes of each asset, as bars with their amounts. */
export function ReservesPanel() {
  const { t } = useLingui();
  const { data, isError, refetch } = useQuery(reservesQuery);
  const takenAt = data?.reserves[0]?.takenAt;
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-3">
        <Trans>Reserves</Trans>
        {takenAt !== undefined && (
          <>
            {" · "}
            <DateText at={takenAt} />
          </>
        )}
      </h2>
      {data === undefined && isError && (
        <ErrorPanel message={t`Couldn’t load the reserves`} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <SkeletonRows count={3} />}
      {data?.reserves.length === 0 && (
        <p className="py-3 text-ink-2">
          <Trans>Nothing has been read yet. It is read every hour.</Trans>
        </p>
      )}
      {data !== undefined && data.reserves.length > 0 && (
        <>
          <Total total={data.total} />
          <ul>
            {data.reserves.map((reserve) => (
              <Asset key={reserve.asset} reserve={reserve} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
