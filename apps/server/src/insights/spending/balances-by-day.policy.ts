interface Held {
  readonly accountId: bigint;
  /** The posted balance in minor units. */
  readonly postedMinor: bigint;
}

interface Changed {
  readonly day: string;
  readonly account: bigint;
  /** The change in minor units. */
  readonly changed: bigint;
}

/**
 * Computes each account's balance at the end of each day, working backward from now: subtracting a
 * day's change gives the balance at the end of the previous day. Days are sorted.
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
