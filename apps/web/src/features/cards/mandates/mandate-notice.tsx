import { useQuery } from "@tanstack/react-query";
import { loadTexts } from "../../../i18n/catalog.ts";
import { useSettled } from "../../../lib/time/until-idle.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { waitingMandatesQuery } from "./mandates.queries.ts";

const MandateNote = lazyPart(async () => {
  const [part] = await Promise.all([import("./mandate-note.tsx"), loadTexts("reviews")]);
  return part.MandateNote;
}, null);

/** Tells a customer on the home page that purchases wait for a decision. */
export function MandateNotice({ className }: { readonly className: string }) {
  const { data = [] } = useQuery({ ...waitingMandatesQuery, enabled: useSettled() });
  const [first] = data;
  return first === undefined ? null : (
    <MandateNote mandate={first} count={data.length} className={className} />
  );
}
