interface Held {
  readonly accountId: bigint;
  /** Minor units. */
  readonly postedMinor: bigint;
}

interface Changed {
  readonly day: string;
  readonly account: bigint;
  /** Minor units before the first and after the last change of the day. */
  readonly before: bigint;
  readonly after: bigint;
}

/**
 * What each account held at the end of each day. From now backwards: an account holds today what it
 * holds now, and on the day before a change what it held before it. Days are in order.
 */
export function balancesByDay<H extends Held>(
  days: readonly string[],
  now: readonly H[],
  changed: readonly Changed[],
): { readonly day: string; readonly holdings: readonly H[] }[] {
  const changes = new Map(changed.map((one) => [`${one.day} ${one.account}`, one]));
  const held = new Map(now.map(({ accountId, postedMinor }) => [accountId, postedMinor]));
  const backwards = [...days].reverse().map((day, age) => {
    const holdings = now.map((one) => {
      const change = changes.get(`${day} ${one.accountId}`);
      const atEnd = age > 0 && change !== undefined ? change.after : held.get(one.accountId);
      held.set(one.accountId, change?.before ?? atEnd ?? 0n);
      return { ...one, postedMinor: atEnd ?? 0n };
    });
    return { day, holdings };
  });
  return backwards.reverse();
}
