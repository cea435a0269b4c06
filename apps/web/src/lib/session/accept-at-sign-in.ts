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

/** Notes which versions the links beside the agreement box of the sign-in lead to. */
export function noteVersionsOfBox(): void {
  shown = everyRow((query) => call(listLegalVersions, { query })).catch(() => []);
}

/**
 * Accepts, for somebody who has just signed in with the box ticked, the texts that they never
 * accepted before, in the versions that the page led to. A text that changed since they
 * accepted it is left to the sheet, which says what changed; so is everything where a call fails.
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
    // The sheet asks for what is not recorded.
  }
}
