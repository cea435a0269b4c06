/** The address the page was opened with. */
export interface Arrival {
  readonly pathname: string;
  /** Path, search and hash, exactly as requested. */
  readonly href: string;
}

function readArrival(): Arrival {
  const { origin, href, pathname } = window.location;
  return { pathname, href: href.slice(origin.length) };
}

let arrival: Arrival | undefined = readArrival();

/**
 * Returns the address the page was opened with on the first call, and `undefined` afterward.
 *
 * The router normalizes the address: it drops empty values and keeps only one of several parameters
 * with the same name. This module therefore reads the address before the router exists.
 */
export function takeArrival(): Arrival | undefined {
  const taken = arrival;
  arrival = undefined;
  return taken;
}
