import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { getOpenPositions } from "@tessera/contract/money-movement/exchange.endpoints";
import type { OpenPosition } from "@tessera/contract/money-movement/exchange.schemas";
import { useState } from "react";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { useCanChange } from "./use-can-change.ts";

const BankTradeSheet = lazySheet(
  async () => (await import("./bank-trade-sheet.tsx")).BankTradeSheet,
);

const REFRESH_MS = 30_000;

const positionsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.programme, "positions"],
  queryFn: ({ signal }) => call(getOpenPositions, { signal }),
  refetchInterval: REFRESH_MS,
});

function Position({ position }: { readonly position: OpenPosition }) {
  const { currency, soldLastDay, boughtLastDay, usedPercent } = position;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2">
      <span>
        <span className="block font-medium">{currency}</span>
        <span className="block text-small text-ink-3">
          <Trans>
            In 24 hours, sold <Money amount={soldLastDay} currency={currency} />, bought{" "}
            <Money amount={boughtLastDay} currency={currency} />
          </Trans>
        </span>
      </span>
      <span className="ml-auto text-right">
        <Money amount={position.position} currency={currency} className="block font-semibold" />
        {usedPercent !== null && (
          <span className="block text-small text-ink-3">
            <Trans>{usedPercent}% of the limit</Trans>
          </span>
        )}
      </span>
    </li>
  );
}

/** Shows the program's open position in each currency, and what was exchanged in a day. */
export function OpenPositionsPanel() {
  const { t } = useLingui();
  const { data, isError, refetch } = useQuery(positionsQuery);
  const canChange = useCanChange();
  const [trade, setTrade] = useState({ serial: 0, open: false });
  return (
    <Panel>
      <h2 className="font-semibold">
        <Trans>Open positions</Trans>
      </h2>
      <p className="pb-2 text-small text-ink-3">
        <Trans>
          What customers’ exchanges left the program with in each currency, net of trades with
          banks. A negative amount is owed. Each cell has its own positions and limit.
        </Trans>
      </p>
      {data === undefined && isError && (
        <ErrorPanel message={t`Couldn’t load the positions`} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <SkeletonRows count={3} />}
      <ul>
        {data?.positions.map((position) => (
          <Position key={position.currency} position={position} />
        ))}
      </ul>
      {canChange && (
        <Button
          kind="fill"
          size="md"
          className="mt-3"
          aria-haspopup="dialog"
          onClick={() => setTrade({ serial: trade.serial + 1, open: true })}
        >
          <Trans>Record a bank trade</Trans>
        </Button>
      )}
      {trade.serial > 0 && (
        <BankTradeSheet
          key={trade.serial}
          open={trade.open}
          onClose={() => setTrade({ ...trade, open: false })}
        />
      )}
    </Panel>
  );
}
