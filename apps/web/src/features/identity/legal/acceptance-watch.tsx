import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { loadTexts } from "../../../i18n/catalog.ts";
import { useLocale } from "../../../lib/locale.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { useSomethingOpen } from "../../../ui/overlay/open-layers.ts";
import { outstandingQuery } from "./acceptances.queries.ts";

const AcceptanceSheet = lazySheet(async () => {
  const [part] = await Promise.all([import("./acceptance-sheet.tsx"), loadTexts("legal")]);
  return part.AcceptanceSheet;
});

/** Name of the event for rejected calls. The API client names such events after the error code. */
const REFUSED = "acceptance_required";
/** How long rejected calls cannot reopen the sheet after Not now, in milliseconds. */
const QUIET_MS = 10_000;

/**
 * The texts that the customer chose to accept later, and the number of calls rejected before that
 * choice.
 */
interface PutOff {
  readonly texts: string;
  readonly refusals: number;
}

/**
 * Asks a customer to accept the texts in force that they have not accepted: after sign-in, when a
 * version takes effect while the page is open, and whenever a call is rejected for lack of
 * acceptance. Waits until other dialogs are closed unless a call was rejected. The customer can
 * postpone the request until the next rejected call.
 *
 * @param onAsking called with true while it asks or is still loading
 */
export function AcceptanceWatch({ onAsking }: { readonly onAsking: (asking: boolean) => void }) {
  const { token, user } = useSession();
  const isCustomer = token !== null && user?.role === "customer";
  const locale = useLocale();
  const client = useQueryClient();
  const [refusals, setRefusals] = useState(0);
  const { data, isPending } = useQuery({ ...outstandingQuery(locale), enabled: isCustomer });
  const somethingOpen = useSomethingOpen();
  const [putOff, setPutOff] = useState<PutOff>({ texts: "", refusals: 0 });
  const [open, setOpen] = useState(false);
  const putOffAtMs = useRef(0);

  const listed = isCustomer ? (data?.texts ?? []) : [];
  const names = listed.map(({ text, version }) => `${text} ${version}`);
  const texts = names.length === 0 ? "" : [user?.username, ...names].join();
  const wasRefused = refusals > putOff.refusals;
  const wanted = texts !== "" && (texts !== putOff.texts || wasRefused);
  const mayOpen = wanted && (wasRefused || !somethingOpen);

  useEffect(() => {
    const ask = () => {
      // Typing an amount requests quotes, and the server rejects each of these requests.
      if (Date.now() - putOffAtMs.current > QUIET_MS) {
        setRefusals((before) => before + 1);
      }
      void client.invalidateQueries({ queryKey: ["acceptances"] });
    };
    addEventListener(REFUSED, ask);
    return () => removeEventListener(REFUSED, ask);
  }, [client]);
  useEffect(() => {
    // The sheet itself counts as an open dialog, so it must not wait for itself to close.
    setOpen((before) => wanted && (before || mayOpen));
  }, [wanted, mayOpen]);
  const asking = wanted || (isCustomer && isPending);
  useEffect(() => onAsking(asking), [asking, onAsking]);

  const close = () => {
    putOffAtMs.current = Date.now();
    setPutOff({ texts, refusals });
  };
  return listed.length === 0 ? null : (
    <AcceptanceSheet texts={listed} open={open} onClose={close} />
  );
}
