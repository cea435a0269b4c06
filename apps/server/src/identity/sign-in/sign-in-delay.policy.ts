import { RETENTION } from "../../platform/retention.policy.ts";

/** The number of consecutive wrong passwords, and the time of the last one. */
export interface Failures {
  readonly failures: number;
  readonly lastAt: Date;
}

/** The sign-in attempts with one name from one network. */
export interface NetworkTries extends Failures {
  /** Time of the last successful sign-in with that name from that network. */
  readonly succeededAt: Date | null;
}

interface Slope {
  /** Number of failures before delays begin. */
  readonly free: number;
  readonly maxSeconds: number;
}

const FROM_ONE_NETWORK: Slope = { free: 10, maxSeconds: 60 };
/**
 * The delays for all networks combined: slow enough to stop guessing, but short enough for the
 * owner to wait.
 */
const FROM_EVERYWHERE: Slope = { free: 100, maxSeconds: 30 };
/** NIST SP 800-63B allows at most this many consecutive failures on one account. */
const MANY_FAILURES = 100;
const MANY_DELAY_SECONDS = 900;
/** Number of days after a sign-in during which the network it came from counts as the owner's. */
const KNOWN_DAYS = RETENTION.signInNetworks.period.days;
const DAY_MS = 86_400_000;

/**
 * Returns the delay in seconds after a number of consecutive wrong passwords: zero at first, then
 * doubling.
 */
function delayOn({ free, maxSeconds }: Slope, failures: number): number {
  return failures < free ? 0 : Math.min(maxSeconds, 2 ** Math.min(10, failures - free));
}

/** Returns the delay in seconds after wrong passwords for one name from one network. */
function networkDelay(failures: number): number {
  return failures >= MANY_FAILURES ? MANY_DELAY_SECONDS : delayOn(FROM_ONE_NETWORK, failures);
}

/** Returns the delay in seconds after wrong passwords for one name from all networks. */
function nameDelay(failures: number): number {
  return delayOn(FROM_EVERYWHERE, failures);
}

/**
 * Returns the number of seconds, rounded up, until the next attempt is evaluated. Strangers'
 * attempts with a name delay other strangers, but never a network from which someone recently
 * signed in with that name.
 */
export function secondsToWait(
  now: Date,
  tries: { readonly here?: NetworkTries | undefined; readonly everywhere?: Failures | undefined },
): number {
  const { here, everywhere } = tries;
  const knownSinceMs = now.getTime() - KNOWN_DAYS * DAY_MS;
  const isKnown = (here?.succeededAt?.getTime() ?? 0) > knownSinceMs;
  return Math.max(
    0,
    here === undefined ? 0 : secondsLeft(now, here, networkDelay(here.failures)),
    everywhere === undefined || isKnown
      ? 0
      : secondsLeft(now, everywhere, nameDelay(everywhere.failures)),
  );
}

function secondsLeft(now: Date, { lastAt }: Failures, delaySeconds: number): number {
  // Another server's clock may be a little ahead of this one's: a delay of zero never waits for it.
  return delaySeconds === 0
    ? 0
    : Math.ceil((lastAt.getTime() + delaySeconds * 1_000 - now.getTime()) / 1_000);
}
