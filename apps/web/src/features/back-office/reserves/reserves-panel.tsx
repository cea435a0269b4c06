import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type {
  Reserve,
  ReservePlace,
  Reserves,
} from "@tessera/contract/money-movement/reserves.schemas";
import { greater } from "@tessera/money";
import type { ReactNode } from "react";
import { SegmentBar } from "../../../ui/chart/segment-bar.tsx";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { faultWords, PLACE_WORDS } from "./reserve-words.ts";
import styles from "./reserves.module.css";
import { reservesQuery } from "./reserves.queries.ts";

/** Returns an amount of the API in minor units, and zero for one that is not positive. */
function minorOf(amount: string | null): bigint {
  const minor = BigInt((amount ?? "0").replace(".", ""));
  return minor > 0n ? minor : 0n;
}

interface BarProps {
  readonly label: ReactNode;
  readonly amount: string | null;
  readonly asset: string;
  /** The amount of a full bar, in minor units. */
  readonly of: bigint;
  readonly isShort?: boolean;
}

function Bar({ label, amount, asset, of, isShort = false }: BarProps) {
  return (
    <div className={styles.bar}>
      <dt className="text-small text-ink-3">{label}</dt>
      <dd className="text-small font-medium">
        {amount === null ? <Trans>Unknown</Trans> : <Money amount={amount} currency={asset} />}
      </dd>
      <dd className={styles.tiles}>
        <SegmentBar
          value={minorOf(amount)}
          of={of > 0n ? of : 1n}
          tone={isShort ? "negative" : undefined}
        />
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
  const most = [held, owed, booked].map(minorOf).reduce(greater, 0n);
  const isMissing = minorOf(missing) > 0n;
  return (
    <li className={styles.asset}>
      <h3 className="font-medium">{asset}</h3>
      <dl>
        <Bar
          label={<Trans>Held</Trans>}
          amount={held}
          asset={asset}
          of={most}
          isShort={isMissing}
        />
        <Bar label={<Trans>In the ledger</Trans>} amount={booked} asset={asset} of={most} />
        <Bar label={<Trans>Owed to customers</Trans>} amount={owed} asset={asset} of={most} />
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
        {minorOf(position.replace("-", "")) > 0n && (
          <>
            {" · "}
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
  const held = minorOf(total.held);
  const owed = minorOf(total.owed);
  const most = greater(held, owed);
  const isShort = held < owed;
  return (
    <div className={styles.asset}>
      <h3 className="font-medium">
        <Trans>All assets in US dollars</Trans>
      </h3>
      <dl>
        <Bar
          label={<Trans>Held</Trans>}
          amount={total.held}
          asset="USD"
          of={most}
          isShort={isShort}
        />
        <Bar label={<Trans>Owed to customers</Trans>} amount={total.owed} asset="USD" of={most} />
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
