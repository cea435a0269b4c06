interface Held {
  readonly accountId: bigint;
  /** Minor units. */
  readonly postedMinor: bigint;
}

interface Changed {
  readonly day: string;
  readonly account: bigint;
  /** By how much, in minor units. */
  readonly changed: bigint;
}

/**
 * What each account held at the end of each day. From now backwards: an account holds today what it
 * holds now, and on the day before a change that much less. Days are in order.
 */
export function balancesByDay<H extends Held>(
  days: readonly string[],
  now: readonly H[],
  changes: readonly Changed[],
): { readonly day: string; readonly holdings: readonly H[] }[] {
  const changedOn = new Map(
    changes.map(({ day, account, changed }) => [`${day} ${account}`, changed]),
  );
  let holdings = now;
  const backwards = [...days].reverse().map((day) => {
    const atEnd = { day, holdings };
    holdings = holdings.map((one) => ({
      ...one,
      postedMinor: one.postedMinor - (changedOn.get(`${day} ${one.accountId}`) ?? 0n),
    }));
    return atEnd;
  });
  return backwards.reverse();
}
