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

/** The event of calls that are refused for it; the API client names it by the code. */
const REFUSED = "acceptance_required";
/** How long refused calls do not ask again after the reader put it off. */
const QUIET_MS = 10_000;

/** Which texts the reader put off, after how many refused calls. */
interface PutOff {
  readonly texts: string;
  readonly refusals: number;
}

/**
 * Asks a customer to accept the texts in force that they have not accepted: after the sign-in, when
 * a version comes into force while the page is open, and whenever a call is refused for it. It
 * waits for what is open, unless a call was refused, and can be put off until the next refusal.
 *
 * @param onAsking learns whether it asks, or does not know yet
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
      // An amount that is being typed is quoted, and refused, again and again.
      if (Date.now() - putOffAtMs.current > QUIET_MS) {
        setRefusals((before) => before + 1);
      }
      void client.invalidateQueries({ queryKey: ["acceptances"] });
    };
    addEventListener(REFUSED, ask);
    return () => removeEventListener(REFUSED, ask);
  }, [client]);
  useEffect(() => {
    // Its own sheet counts among what is open, and stays.
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
