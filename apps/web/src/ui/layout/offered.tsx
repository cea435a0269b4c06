import type { Service } from "@tessera/contract/back-office/offering.schemas";
import type { ReactNode } from "react";
import { useOffers } from "../../lib/api/offering.ts";

interface OfferedProps {
  readonly what: Service;
  readonly children: ReactNode;
}

/** Renders its children only if a service is available. */
export function Offered({ what, children }: OfferedProps) {
  return useOffers(what) ? children : null;
}
