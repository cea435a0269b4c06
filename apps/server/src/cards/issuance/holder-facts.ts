import type { HolderBody, HolderFact } from "@tessera/contract/cards/holder.schemas";
import type { FieldCode } from "@tessera/contract/fields";
import type { HolderFacts, HolderRequirements } from "../../adapters/issuer/holder-facts.ts";

/** Maximum plausible age in years. */
const EARLIEST_YEARS = 120;

/**
 * Returns the missing facts that an issuer needs. Accepted terms count only if they were accepted
 * at their current URL.
 */
export function missingFacts(
  { facts: needed, termsUrl }: HolderRequirements,
  known: HolderFacts,
): HolderFact[] {
  return needed.filter((fact) =>
    fact === "acceptTerms" ? known.acceptTerms?.url !== termsUrl : known[fact] === undefined,
  );
}

/**
 * Returns what is wrong with the provided facts: either the issuer does not need them, or the age
 * is below its minimum.
 */
export function refusedFacts(
  { facts: needed, minimumAge }: HolderRequirements,
  given: HolderBody,
  today: Date,
): { path: string; code: FieldCode }[] {
  const strange = (Object.keys(given) as HolderFact[]).filter((fact) => !needed.includes(fact));
  if (strange.length > 0) {
    return strange.map((path) => ({ path, code: "not_allowed" }));
  }
  const { birthDate } = given;
  if (birthDate === undefined) {
    return [];
  }
  const age = ageOn(birthDate, today);
  if (age < 0 || age > EARLIEST_YEARS) {
    return [{ path: "birthDate", code: "out_of_range" }];
  }
  return age < minimumAge ? [{ path: "birthDate", code: "too_young" }] : [];
}

/**
 * Returns the age in whole years, by UTC dates.
 *
 * @param birthDate a day, such as `1990-04-23`. A birthday on February 29 counts as March 1 in
 * common years
 */
export function ageOn(birthDate: string, today: Date): number {
  const [year = 0, month = 1, day = 1] = birthDate.split("-").map(Number);
  const hadBirthday =
    today.getUTCMonth() + 1 > month ||
    (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
}

/** Merges new facts into the known ones, and returns which facts changed. */
export function mergedFacts(
  known: HolderFacts,
  { acceptTerms, ...given }: HolderBody,
  acceptance: NonNullable<HolderFacts["acceptTerms"]> | undefined,
): { readonly facts: HolderFacts; readonly changed: readonly HolderFact[] } {
  const isAcceptedNow =
    acceptTerms === true && acceptance !== undefined && known.acceptTerms?.url !== acceptance.url;
  const facts = {
    ...known,
    ...(given as Omit<HolderFacts, "acceptTerms">),
    ...(isAcceptedNow && { acceptTerms: acceptance }),
  };
  const changed = (Object.keys(facts) as HolderFact[]).filter(
    (fact) => JSON.stringify(facts[fact]) !== JSON.stringify(known[fact]),
  );
  return { facts, changed };
}
