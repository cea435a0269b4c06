/** The address that the page was opened with. */
export interface Arrival {
  readonly pathname: string;
  /** Path, search and hash, byte for byte. */
  readonly href: string;
}

function readArrival(): Arrival {
  const { origin, href, pathname } = window.location;
  return { pathname, href: href.slice(origin.length) };
}

let arrival: Arrival | undefined = readArrival();

/**
 * The address that the page was opened with, for the navigation that opens it and no other.
 *
 * The router rewrites it in its own spelling, which keeps one of two equal names and drops empty
 * values, so it is read before the router is there.
 */
export function takeArrival(): Arrival | undefined {
  const taken = arrival;
  arrival = undefined;
  return taken;
}
