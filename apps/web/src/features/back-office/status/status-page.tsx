import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type {
  ServiceComponent,
  ServiceState,
  ServiceStatus,
} from "@tessera/contract/back-office/status.schemas";
import { Check, CircleSlash, type LucideIcon, OctagonAlert, TriangleAlert } from "lucide-react";
import { useSession } from "../../../lib/session/session-store.ts";
import { LanguageButton, ThemeButton } from "../../../ui/form/preference-buttons.tsx";
import { Note, type NoteTone, Panel } from "../../../ui/layout/panel.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { formatBasisPoints } from "../../../ui/text/format-percent.ts";
import { Chip, type ChipTone } from "../../../ui/text/status-chip.tsx";
import { serviceStatusQuery } from "./status.queries.ts";

type Measured = ServiceStatus["components"][number];

const NAMES: Readonly<Record<ServiceComponent, MessageDescriptor>> = {
  card_payments: msg`Card payments`,
  deposits: msg`Deposits`,
  payouts: msg`Withdrawals`,
  console: msg`Console and API`,
  mail: msg`Emails`,
};

const STATES: Readonly<
  Record<ServiceState, readonly [label: MessageDescriptor, tone: ChipTone, icon: LucideIcon]>
> = {
  operational: [msg`Operational`, "positive", Check],
  degraded: [msg`Degraded`, "caution", TriangleAlert],
  down: [msg`Down`, "negative", OctagonAlert],
  not_offered: [msg`Not offered`, "neutral", CircleSlash],
};

/**
 * How a day's bar is drawn, by minimum availability. The height conveys the same information as the
 * color.
 */
const DAY_LOOKS = [
  { least: 9_990, look: "h-full bg-positive" },
  { least: 9_500, look: "h-3/4 bg-caution" },
  { least: 0, look: "h-1/2 bg-negative" },
] as const;

function lookOf(share: number | null): string {
  const found = DAY_LOOKS.find(({ least }) => share !== null && share >= least);
  return found?.look ?? "h-1 bg-fill-press";
}

/** Draws a bar for each day and shows the availability over all days. */
function History({
  name,
  days,
  availability,
}: {
  readonly name: string;
  readonly days: Measured["days"];
  readonly availability: number;
}) {
  const { t } = useLingui();
  const known = days.filter((share) => share !== null);
  const count = known.length;
  const lowest = formatBasisPoints(Math.min(...known));
  const total = days.length;
  const label = t`${{ name }}: ${{ count }} of ${{ total }} days measured, lowest ${{ lowest }}`;
  return (
    <>
      <div role="img" aria-label={label} className="mt-2.5 flex h-7 items-end gap-px">
        {days.map((share, day) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is identified by its position
          <span key={day} className={`min-w-0 flex-1 rounded-[1px] ${lookOf(share)}`} />
        ))}
      </div>
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-ink-3 text-small">
        <span>
          <Trans>90 days ago</Trans>
        </span>
        <span>{t`${{ share: formatBasisPoints(availability) }} available`}</span>
        <span>
          <Trans>Today</Trans>
        </span>
      </p>
    </>
  );
}

function ComponentPanel({ component, state, days, availability }: Measured) {
  const { t } = useLingui();
  const [label, tone, icon] = STATES[state];
  const name = t(NAMES[component]);
  return (
    <Panel className="mt-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold">{name}</h2>
        <Chip tone={tone} icon={icon}>
          {t(label)}
        </Chip>
      </div>
      {state !== "not_offered" && availability === null && (
        <p className="mt-1 text-ink-3 text-small">
          <Trans>No data yet</Trans>
        </p>
      )}
      {state !== "not_offered" && availability !== null && (
        <History name={name} days={days} availability={availability} />
      )}
    </Panel>
  );
}

/** Returns a sentence that describes the worst state of any offered service, and its tone. */
function overallOf(
  components: ServiceStatus["components"],
): readonly [MessageDescriptor, NoteTone] {
  const has = (wanted: ServiceState) => components.some(({ state }) => state === wanted);
  if (has("down")) {
    return [msg`Some services are down.`, "negative"];
  }
  return has("degraded")
    ? [msg`Some services are degraded.`, "caution"]
    : [msg`All services are operational.`, "positive"];
}

function StatusBody({ status }: { readonly status: ServiceStatus }) {
  const { t } = useLingui();
  const [sentence, tone] = overallOf(status.components);
  return (
    <>
      <Note tone={tone} role="status" className="mt-4">
        {t(sentence)}
      </Note>
      {status.components.map((one) => (
        <ComponentPanel key={one.component} {...one} />
      ))}
      <p className="mt-4 text-ink-3 text-small">
        <Trans>
          Measured <DateText at={status.measuredAt} />.
        </Trans>{" "}
        {status.components.some(({ availability }) => availability !== null) && (
          <Trans>
            Each bar is a day (UTC) and shows the share of measured minutes in which the service was
            not down. A very short bar means no data.
          </Trans>
        )}
      </p>
    </>
  );
}

/** Renders the public status page. */
export function StatusPage() {
  const { t } = useLingui();
  const { token } = useSession();
  const { data, isError, refetch } = useQuery(serviceStatusQuery);
  return (
    <div className="mx-auto max-w-[640px]">
      <TopBar backTo={{ to: token === null ? "/login" : "/profile" }}>
        <LanguageButton />
        <ThemeButton />
      </TopBar>
      <main className="px-(--gutter) pt-4 pb-12">
        <h1 className="text-title">
          <Trans>Service status</Trans>
        </h1>
        {data !== undefined && !isError ? (
          <StatusBody status={data} />
        ) : isError ? (
          <ErrorPanel
            message={t`The status could not be loaded, so the console may be down.`}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading>
            <Skeleton className="mt-4 h-12 rounded-control" />
            <Skeleton className="mt-3 h-28 rounded-panel" />
            <Skeleton className="mt-3 h-28 rounded-panel" />
          </Loading>
        )}
      </main>
    </div>
  );
}
