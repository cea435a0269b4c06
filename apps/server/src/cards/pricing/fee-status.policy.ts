import type { FeeStatus } from "@tessera/contract/back-office/program.schemas";

interface Version {
  readonly version: number;
  readonly effective_from: Date;
  readonly cancelled_at: Date | null;
}

/**
 * Returns the status of each fee version at a given time. Of the versions that have taken effect,
 * the latest is in force.
 */
export function feeStatuses(versions: readonly Version[], now: Date): Map<number, FeeStatus> {
  const live = versions.filter(({ cancelled_at }) => cancelled_at === null);
  const [inForce] = live
    .filter(({ effective_from }) => effective_from <= now)
    .sort((a, b) => b.effective_from.getTime() - a.effective_from.getTime());
  return new Map(
    versions.map((one) => {
      if (one.cancelled_at !== null) {
        return [one.version, "cancelled"];
      }
      if (one.effective_from > now) {
        return [one.version, "scheduled"];
      }
      return [one.version, one.version === inForce?.version ? "in_force" : "past"];
    }),
  );
}
