import { useQuery } from "@tanstack/react-query";
import { useKnownToOffer } from "../../../lib/api/offering.ts";
import { HoldNote } from "./hold-note.tsx";
import { termsQuery } from "./withdrawals.queries.ts";

/** Renders the security hold notice if the customer is under a hold. */
export function StoppedNote() {
  const offered = useKnownToOffer("withdrawals");
  const { data } = useQuery({ ...termsQuery, enabled: offered });
  return data?.onHold === true ? <HoldNote className="mb-3" /> : null;
}
