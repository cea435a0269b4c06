/** When an announcement is shown; a draft is not, whatever it says. */
export interface Schedule {
  readonly is_draft: boolean;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
}

/**
 * When an announcement is shown, from what was written.
 *
 * @param before as it was published so far: what is shown already keeps its beginning where none is
 * given, so that the same change twice is one
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

/** Whether there is a moment at which it can be shown. */
export function hasAMoment({ starts_at, ends_at }: Schedule): boolean {
  return starts_at === null || ends_at === null || ends_at > starts_at;
}
