import {
  SERVICE_COMPONENTS,
  type ServiceComponent,
  type ServiceState,
} from "@tessera/contract/back-office/status.schemas";

/** Scheduled work that is failing. */
export interface FailingService {
  readonly name: string;
  /** Number of consecutive failures. */
  readonly failures: number;
  /** Time since the first of these failures. */
  readonly seconds: number;
}

/** The figures from which the components' states are derived. */
export interface ServiceFigures {
  /** Payments in the last five minutes, and how many of them timed out. */
  readonly payments: { readonly asked: number; readonly timedOut: number };
  /** Whether a program rule cannot be read, in which case every payment is declined. */
  readonly areRulesUnreadable: boolean;
  readonly violatedChecks: number;
  readonly failing: readonly FailingService[];
  /** Age of the oldest unsent email; 0 if there is none. */
  readonly oldestMailSeconds: number;
  /** Age of the oldest unprocessed message from the payout provider; 0 if there is none. */
  readonly oldestPayoutMessageSeconds: number;
  /** Whether deposits and withdrawals can be priced; true if no rate source is configured. */
  readonly areRatesUsable: boolean;
}

/** Minimum number of payments. With fewer payments, timeouts do not affect the status. */
const LEAST_PAYMENTS = 10;
/** Percentage of payments that must time out for card payments to count as down or degraded. */
const TIMED_OUT = { down: 50, degraded: 2 };
/** Work that has failed this many times in a row, over this many seconds, counts as failing. */
const FAILING = { failures: 3, seconds: 300 };
const MAIL_SECONDS = { down: 1_800, degraded: 300 };
const PAYOUT_MESSAGE_SECONDS = 600;
/**
 * The scheduled work for each component. While it fails, the component is down or, for the console,
 * degraded.
 */
const WORK = {
  deposits: ["wallet.chain"],
  payouts: ["withdrawals.payouts", "withdrawals.advance"],
  console: ["events"],
} as const;

function isFailing({ failing }: ServiceFigures, names: readonly string[]): boolean {
  return failing.some(
    ({ name, failures, seconds }) =>
      names.includes(name) && failures >= FAILING.failures && seconds >= FAILING.seconds,
  );
}

function cardPayments({ payments, areRulesUnreadable }: ServiceFigures): ServiceState {
  const { asked, timedOut } = payments;
  const exceeds = (percent: number) => asked >= LEAST_PAYMENTS && timedOut * 100 >= asked * percent;
  if (areRulesUnreadable || exceeds(TIMED_OUT.down)) {
    return "down";
  }
  return exceeds(TIMED_OUT.degraded) ? "degraded" : "operational";
}

function deposits(figures: ServiceFigures): ServiceState {
  if (isFailing(figures, WORK.deposits)) {
    return "down";
  }
  return figures.areRatesUsable ? "operational" : "degraded";
}

function payouts(figures: ServiceFigures): ServiceState {
  if (isFailing(figures, WORK.payouts)) {
    return "down";
  }
  const isLate = figures.oldestPayoutMessageSeconds >= PAYOUT_MESSAGE_SECONDS;
  return isLate || !figures.areRatesUsable ? "degraded" : "operational";
}

function console(figures: ServiceFigures): ServiceState {
  const isImpaired = figures.violatedChecks > 0 || isFailing(figures, WORK.console);
  return isImpaired ? "degraded" : "operational";
}

function mail({ oldestMailSeconds }: ServiceFigures): ServiceState {
  if (oldestMailSeconds >= MAIL_SECONDS.down) {
    return "down";
  }
  return oldestMailSeconds >= MAIL_SECONDS.degraded ? "degraded" : "operational";
}

/**
 * Whether each component has the provider that it needs. A component without an entry needs no
 * provider.
 */
export type Offered = Readonly<Partial<Record<ServiceComponent, boolean>>>;

type States = Readonly<Record<ServiceComponent, ServiceState>>;

/**
 * Returns the state of each component.
 *
 * @param figures undefined if the database does not respond or accepts no writes, in which case
 * everything that is offered is down
 */
export function serviceStates(figures: ServiceFigures | undefined, offered: Offered): States {
  const stateOf = (
    component: ServiceComponent,
    judge: (figures: ServiceFigures) => ServiceState,
  ) =>
    offered[component] === false ? "not_offered" : figures === undefined ? "down" : judge(figures);
  return {
    card_payments: stateOf("card_payments", cardPayments),
    deposits: stateOf("deposits", deposits),
    payouts: stateOf("payouts", payouts),
    console: stateOf("console", console),
    mail: stateOf("mail", mail),
  };
}

/** How many minutes a component was measured on one day, and how many of them it was down. */
export interface MeasuredDay {
  readonly component: string;
  /** 0 for the oldest day. */
  readonly day: number;
  readonly measured: number;
  readonly down: number;
}

/** A component's availability, in hundredths of a percent; null if nothing was measured. */
export interface Availability {
  readonly days: readonly (number | null)[];
  readonly availability: number | null;
}

/** Never rounds up, so that no outage is hidden. */
function shareUp(days: readonly MeasuredDay[]): number | null {
  const measured = days.reduce((sum, day) => sum + day.measured, 0);
  const down = days.reduce((sum, day) => sum + day.down, 0);
  return measured === 0 ? null : Math.floor(((measured - down) * 10_000) / measured);
}

/** Returns each component's availability for each day, oldest first, and over all days. */
export function availabilities(
  measured: readonly MeasuredDay[],
  dayCount: number,
): Readonly<Record<ServiceComponent, Availability>> {
  const of = (component: ServiceComponent): Availability => {
    const own = measured.filter((one) => one.component === component);
    return {
      days: Array.from({ length: dayCount }, (_, day) =>
        shareUp(own.filter((one) => one.day === day)),
      ),
      availability: shareUp(own),
    };
  };
  const [cards, deposit, payout, web, mails] = SERVICE_COMPONENTS;
  return {
    [cards]: of(cards),
    [deposit]: of(deposit),
    [payout]: of(payout),
    [web]: of(web),
    [mails]: of(mails),
  };
}
