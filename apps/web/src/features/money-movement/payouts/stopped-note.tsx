import { useQuery } from "@tanstack/react-query";
import { useKnownToOffer } from "../../../lib/api/offering.ts";
import { HoldNote } from "./hold-note.tsx";
import { termsQuery } from "./withdrawals.queries.ts";

/** Renders the notice about a security hold if the customer is under one. */
export function StoppedNote() {
  const offered = useKnownToOffer("withdrawals");
  const { data } = useQuery({ ...termsQuery, enabled: offered });
  return data?.onHold === true ? <HoldNote className="mb-3" /> : null;
}
