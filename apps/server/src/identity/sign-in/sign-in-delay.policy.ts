/** Consecutive wrong passwords, and the time of the last one. */
export interface Failures {
  readonly failures: number;
  readonly lastAt: Date;
}

/** Attempts at one name from one network. */
export interface NetworkTries extends Failures {
  /** When a sign-in to that name last succeeded from there. */
  readonly succeededAt: Date | null;
}

interface Slope {
  /** Failures without a delay. */
  readonly free: number;
  readonly maxSeconds: number;
}

const FROM_ONE_NETWORK: Slope = { free: 10, maxSeconds: 60 };
/** From all networks: slow enough to stop guessing, short enough to wait for. */
const FROM_EVERYWHERE: Slope = { free: 100, maxSeconds: 30 };
/** NIST SP 800-63B: no more than this many failures without something changing. */
const MANY_FAILURES = 100;
const MANY_DELAY_SECONDS = 900;
/** For how many days after a sign-in a network counts as the owner's. */
const KNOWN_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Returns the delay, in seconds, after consecutive wrong passwords: none at first, then doubling.
 */
function delayOn({ free, maxSeconds }: Slope, failures: number): number {
  return failures < free ? 0 : Math.min(maxSeconds, 2 ** Math.min(10, failures - free));
}

/** Returns the delay, in seconds, after wrong passwords for one name from one network. */
function networkDelay(failures: number): number {
  return failures >= MANY_FAILURES ? MANY_DELAY_SECONDS : delayOn(FROM_ONE_NETWORK, failures);
}

/** Returns the delay, in seconds, after wrong passwords for one name from all networks. */
function nameDelay(failures: number): number {
  return delayOn(FROM_EVERYWHERE, failures);
}

/**
 * Returns whole seconds until the next attempt is evaluated. Strangers' attempts at a name delay
 * other strangers, and never a network from which somebody recently signed in to it.
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
  return Math.ceil((lastAt.getTime() + delaySeconds * 1_000 - now.getTime()) / 1_000);
}
