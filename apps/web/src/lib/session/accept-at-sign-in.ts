import {
  acceptTexts,
  getOutstandingTexts,
  listLegalVersions,
} from "@tessera/contract/identity/legal.endpoints";
import type { ListedLegalVersion } from "@tessera/contract/identity/legal.schemas";
import { call } from "../api/api-client.ts";
import { everyRow } from "../api/every-row.ts";
import { queryClient } from "../api/query-client.ts";
import { localeStore } from "../locale.ts";
import { sessionStore } from "./session-store.ts";

let shown: Promise<readonly ListedLegalVersion[]> = Promise.resolve([]);

/** Records the versions linked next to the agreement checkbox on the sign-in page. */
export function noteVersionsOfBox(): void {
  shown = everyRow((query) => call(listLegalVersions, { query })).catch(() => []);
}

/**
 * After a sign-in with the box checked, accepts the texts that the customer has never accepted, in
 * the versions that the page linked to. Texts that changed since the customer accepted them are
 * left to the sheet, which says what changed. If a call fails, all texts are left to the sheet.
 */
export async function acceptVersionsOfBox(): Promise<void> {
  if (sessionStore.get().user?.role !== "customer") {
    return;
  }
  try {
    const [versions, { texts }] = await Promise.all([shown, call(getOutstandingTexts)]);
    const isOfBox = ({ text, version }: { readonly text: string; readonly version: number }) =>
      versions.some(
        (one) => one.text === text && one.version === version && one.status === "in_force",
      );
    const locale = localeStore.get();
    const accepted = texts
      .filter((one) => one.acceptedVersion === null && isOfBox(one))
      .map(({ text, version }) => ({ text, version, locale }));
    if (accepted.length > 0) {
      await call(acceptTexts, { body: { texts: accepted } });
      await queryClient.invalidateQueries({ queryKey: ["acceptances"] });
    }
  } catch {
    // The sheet asks for any acceptance that was not recorded.
  }
}
