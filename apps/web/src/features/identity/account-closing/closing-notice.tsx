import { useQuery } from "@tanstack/react-query";
import { loadTexts } from "../../../i18n/catalog.ts";
import { useSettled } from "../../../lib/time/until-idle.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { currentClosingQuery } from "./current-closing.queries.ts";

const ClosingNote = lazyPart(async () => {
  const [part] = await Promise.all([import("./closing-note.tsx"), loadTexts("account-closing")]);
  return part.ClosingNote;
}, null);

/**
 * Tells a customer that the account is closing. Requests this after the page's own data, and loads
 * the note only if it is needed, because few accounts are closing.
 */
export function ClosingNotice({ className }: { readonly className: string }) {
  const { data } = useQuery({ ...currentClosingQuery, enabled: useSettled() });
  return data?.closing == null ? null : (
    <ClosingNote closing={data.closing} className={className} />
  );
}
