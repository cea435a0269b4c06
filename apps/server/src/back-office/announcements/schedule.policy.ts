/** When an announcement is shown. A draft is never shown, regardless of its schedule. */
export interface Schedule {
  readonly is_draft: boolean;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
}

/**
 * Returns when an announcement is shown, according to the submitted schedule.
 *
 * @param before the published schedule; an announcement that is already shown keeps its start if
 * the new schedule has none, so that repeating a change has no further effect
 */
export function plannedSchedule(
  input: {
    readonly draft: boolean;
    readonly startsAt: string | null;
    readonly endsAt: string | null;
  },
  now: Date,
  before?: Schedule,
): Schedule {
  const begun =
    before?.is_draft === false && before.starts_at !== null && before.starts_at <= now
      ? before.starts_at
      : now;
  const given = input.startsAt === null ? null : new Date(input.startsAt);
  return {
    is_draft: input.draft,
    starts_at: given ?? (input.draft ? null : begun),
    ends_at: input.endsAt === null ? null : new Date(input.endsAt),
  };
}

/** Returns whether there is any time at which the announcement would be shown. */
export function hasAMoment({ starts_at, ends_at }: Schedule): boolean {
  return starts_at === null || ends_at === null || ends_at > starts_at;
}
