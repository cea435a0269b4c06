import { Plural, Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { RiskAlert } from "@tessera/contract/authorization/risk-insight.schemas";
import { ChevronRight, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useLocale } from "../../../lib/locale.ts";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { classNames } from "../../../ui/style/class-names.ts";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { countryName } from "./country-name.ts";

interface AlertListProps {
  readonly alerts: readonly RiskAlert[];
  /** When the alerts were last viewed; later alerts are new. */
  readonly seenAt: string | null;
  /** Returns a card's name by its id. */
  readonly cardName: (cardId: string) => ReactNode;
}

function AlertTitle({ alert }: { readonly alert: RiskAlert }) {
  const locale = useLocale();
  const { count, merchantName = "" } = alert;
  switch (alert.kind) {
    case "repeated_declines":
      return (
        <Plural
          value={count}
          one={`# decline at ${merchantName}`}
          other={`# declines at ${merchantName}`}
        />
      );
    case "wrong_details":
      return (
        <Plural
          value={count}
          one="Wrong CVV or expiry date"
          other="Wrong CVV or expiry date, # times"
        />
      );
    case "small_payments":
      return <Plural value={count} one="# small payment" other="# small payments in a row" />;
    case "first_country": {
      const country = countryName(alert.country ?? "", locale);
      return <Trans>First payment in {country}</Trans>;
    }
    case "price_rise":
      return <Trans>{merchantName} raised its price</Trans>;
  }
}

function Rise({ rise }: { readonly rise: NonNullable<RiskAlert["rise"]> }) {
  const { from, to, currency } = rise;
  return (
    <span className="block">
      <Trans>
        Was <Money amount={from} currency={currency} />, now{" "}
        <Money amount={to} currency={currency} />
      </Trans>
    </span>
  );
}

function isNewSince(seenAt: string | null, { at }: RiskAlert): boolean {
  return seenAt === null || Date.parse(at) > Date.parse(seenAt);
}

function AlertRow({
  alert,
  isNew,
  cardName,
}: {
  readonly alert: RiskAlert;
  readonly isNew: boolean;
  readonly cardName: ReactNode;
}) {
  const isCaution = alert.kind !== "first_country" && alert.kind !== "price_rise";
  const Icon = isCaution ? TriangleAlert : Info;
  return (
    <li className="border-line not-first:border-t">
      <Link
        to="/transactions"
        search={{ cardId: alert.cardId, open: alert.movementIds.at(-1) ?? "" }}
        className="flex min-h-16 items-center gap-3 py-2.5"
      >
        <span
          className={classNames(
            "grid size-10 flex-none place-items-center rounded-small",
            isCaution ? "bg-caution-soft text-caution" : "bg-accent-soft text-accent-ink",
          )}
        >
          <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-medium break-words">
            <AlertTitle alert={alert} />
          </span>
          <span className="block text-small text-ink-3">
            {cardName} · <DateText at={alert.at} />
            {alert.rise !== undefined && <Rise rise={alert.rise} />}
          </span>
        </span>
        {isNew && (
          <span className="size-2 flex-none rounded-tile bg-accent">
            <span className="sr-only">
              <Trans context="alert">New</Trans>
            </span>
          </span>
        )}
        <ChevronRight aria-hidden="true" size={20} strokeWidth={1.75} className="flex-none" />
      </Link>
    </li>
  );
}

/** Renders the alerts, newest first. Each links to its last payment. */
export function AlertList({ alerts, seenAt, cardName }: AlertListProps) {
  const fresh = alerts.filter((alert) => isNewSince(seenAt, alert)).length;
  return (
    <section className="mt-3.5">
      <SectionHead title={<Trans>Alerts</Trans>}>
        {fresh > 0 && (
          <span className="text-small text-ink-3">
            <Plural value={fresh} one="# new" other="# new" />
          </span>
        )}
      </SectionHead>
      {alerts.length === 0 ? (
        <p className="py-2 text-small text-ink-3">
          <Trans>Nothing unusual in this period.</Trans>
        </p>
      ) : (
        <ul>
          {alerts.map((alert) => (
            <AlertRow
              key={alert.id}
              alert={alert}
              isNew={isNewSince(seenAt, alert)}
              cardName={cardName(alert.cardId)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
