import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { CurrencyCode } from "@tessera/money";
import { Figure, useAsTable } from "../../../ui/chart/figure.tsx";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { rateHistoryQuery } from "./exchange.queries.ts";
import { linePoints, type RatePoint } from "./rate-scale.ts";

const WIDTH = 342;
const HEIGHT = 96;
const MARGIN = 6;
const DOT = 9;

/** Renders a rate's line, which ends with a tile for the latest rate. */
function Line({ points }: { readonly points: readonly RatePoint[] }) {
  const line = linePoints(points).map(
    ([x, y]) => [x * (WIDTH - DOT), MARGIN + y * (HEIGHT - 2 * MARGIN)] as const,
  );
  const [last] = line.slice(-1);
  const path = line.map(([x, y], place) => `${place === 0 ? "M" : "L"}${x} ${y}`).join(" ");
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block h-auto w-full" aria-hidden="true">
      <path d={path} fill="none" stroke="var(--accent)" strokeWidth={2} strokeLinejoin="round" />
      {last !== undefined && (
        <rect
          x={last[0] - DOT / 2 + 2}
          y={last[1] - DOT / 2}
          width={DOT}
          height={DOT}
          rx={1.6}
          fill="var(--accent)"
        />
      )}
    </svg>
  );
}

interface RateChartProps {
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
}

/** Renders the mid rate between two currencies over the last 30 days. */
export function RateChart({ from, to }: RateChartProps) {
  const { t } = useLingui();
  const { asTable, button } = useAsTable();
  const { data, isError, refetch } = useQuery(rateHistoryQuery(from, to));
  const points = data?.points ?? [];
  const [first, last] = [points[0], points.at(-1)];
  return (
    <section>
      <SectionHead title={<Trans>Rate over 30 days</Trans>}>
        {points.length > 1 && button}
      </SectionHead>
      {data === undefined && isError && (
        <ErrorPanel message={t`Couldn’t load the rates`} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && (
        <Loading>
          <Skeleton className="h-24 w-full" />
        </Loading>
      )}
      {data !== undefined && points.length < 2 && (
        <p className="py-3 text-small text-ink-3">
          <Trans>The chart appears once we have rates for two days.</Trans>
        </p>
      )}
      {first !== undefined && last !== undefined && points.length > 1 && (
        <Figure
          asTable={asTable}
          table={{
            caption: t`${to} per ${from}, before the spread`,
            head: [t`Day`, t`Rate`],
            rows: points.toReversed().map(({ at, rate }) => ({
              key: at,
              cells: [<DateText key="day" at={at} format="day" />, rate],
            })),
          }}
        >
          <Line points={points} />
          <p className="mt-1 flex justify-between text-micro text-ink-3">
            <span>
              <DateText at={first.at} format="day" /> · {first.rate}
            </span>
            <span>
              <DateText at={last.at} format="day" /> · {last.rate}
            </span>
          </p>
        </Figure>
      )}
    </section>
  );
}
