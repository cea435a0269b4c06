import type { CardHolder } from "@tessera/contract/cards/holder.schemas";
import type { HolderFacts, HolderRequirements } from "../../adapters/issuer/holder-facts.ts";
import { missingFacts } from "./holder-facts.ts";

/**
 * Converts to wire format the facts that an issuer needs and those that are already known. Omits
 * other facts.
 */
export function presentHolder(required: HolderRequirements, known: HolderFacts): CardHolder {
  const { facts: needed, minimumAge, termsUrl } = required;
  const { address, acceptTerms } = known;
  const acceptedAt = acceptTerms?.url === termsUrl ? acceptTerms?.acceptedAt : undefined;
  return {
    needed: [...needed],
    missing: missingFacts(required, known),
    minimumAge,
    terms:
      needed.includes("acceptTerms") && termsUrl !== null
        ? { url: termsUrl, acceptedAt: acceptedAt ?? null }
        : null,
    legalName: known.legalName ?? null,
    birthDate: known.birthDate ?? null,
    address: address
      ? { ...address, line2: address.line2 ?? null, region: address.region ?? null }
      : null,
    phone: known.phone ?? null,
  };
}
