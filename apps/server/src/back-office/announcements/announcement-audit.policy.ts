/** The parts of an announcement that are recorded in an audit event. */
interface Audited {
  readonly type: string;
  readonly audience: string;
  readonly is_draft: boolean;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly revision: number;
  readonly texts: readonly {
    readonly locale: string;
    readonly title: string;
    readonly content_clean: string;
  }[];
}

/** Returns an announcement's state for an audit event: everything that readers saw. */
export function auditedState(record: Audited): Readonly<Record<string, unknown>> {
  return {
    type: record.type,
    audience: record.audience,
    draft: record.is_draft,
    startsAt: record.starts_at?.toISOString() ?? null,
    endsAt: record.ends_at?.toISOString() ?? null,
    revision: record.revision,
    ...Object.fromEntries(
      record.texts.flatMap(({ locale, title, content_clean }) => [
        [`title.${locale}`, title],
        [`content.${locale}`, content_clean],
      ]),
    ),
  };
}

/**
 * Returns how the states before and after a change differ. A text that was removed appears only in
 * the state before the change.
 */
export function auditedChange(
  before: Audited,
  after: Audited,
): { readonly before: Record<string, unknown>; readonly after: Record<string, unknown> } {
  const [old, now] = [auditedState(before), auditedState(after)];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = keys.filter((key) => old[key] !== now[key]);
  const pick = (state: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((key) => [key, state[key] ?? null]));
  return { before: pick(old), after: pick(now) };
}
