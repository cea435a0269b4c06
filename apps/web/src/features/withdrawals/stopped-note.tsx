import { useQuery } from "@tanstack/react-query";
import { HoldNote } from "./hold-note.tsx";
import { termsQuery } from "./withdrawals.queries.ts";

/** Tells whoever is stopped by a “not me”, and nobody else. */
export function StoppedNote() {
  const { data } = useQuery(termsQuery);
  return data?.onHold === true ? <HoldNote className="mb-3" /> : null;
}
