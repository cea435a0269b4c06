import type { Locale } from "@tessera/contract/errors/locales";
import type { ListedLegalVersion } from "@tessera/contract/identity/legal.schemas";
import { LEGAL_TEXTS } from "@tessera/contract/identity/legal-versions";
import type { AppContext } from "../../platform/context.ts";
import {
  type Page,
  type PageQuery,
  readPageOf,
  sortableNumber,
} from "../../platform/paging/pages.ts";
import { presentVersion } from "./legal.presenter.ts";
import { versionInForce } from "./legal-versions.policy.ts";

/**
 * Lists every version of the legal texts, grouped by text, newest version first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listLegalVersions(
  context: AppContext,
  { query, locale }: { readonly query: PageQuery; readonly locale: Locale },
): Promise<Page<ListedLegalVersion>> {
  const { legalVersions, clock } = context;
  const now = clock.now();
  const all = LEGAL_TEXTS.flatMap((text, place) => {
    const current = versionInForce(legalVersions, text, now).version;
    return legalVersions[text].map((one) => ({ ...one, text, place, current }));
  });
  const { rows, nextCursor } = await readPageOf(context, {
    scope: "legal-versions",
    query,
    rows: all,
    direction: "desc",
    // Texts are in ascending order, but the versions of each text are in descending order.
    placeOf: ({ place, version }) => [
      sortableNumber(LEGAL_TEXTS.length - place),
      sortableNumber(version),
    ],
  });
  return { data: rows.map((row) => presentVersion(row, row.current, locale)), nextCursor };
}
