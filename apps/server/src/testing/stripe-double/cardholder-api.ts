import { type ApiAnswer, invalid } from "./api-answer.ts";
import { newObject, type StripeObject, type StripeWorld } from "./stripe-objects.ts";

type Parameters = Readonly<Record<string, StripeObject>>;

const PERSON_NAME = /^[\p{Script=Latin} .,'’-]+$/u;
/** Matches phone numbers that the Stripe double rejects as invalid. */
const DEAD_PHONE = /^\+1555000/;

/** Returns the name of the parameter that Stripe would reject, as in Stripe's errors. */
function refusedParameter({ name, individual, phone_number: phone }: Parameters) {
  if (name !== undefined && !/^[A-Za-z .'-]{1,24}$/.test(name)) {
    return "name";
  }
  const { first_name: first, last_name: last } = individual ?? {};
  if ([first, last].some((one) => one !== undefined && !PERSON_NAME.test(one))) {
    return "individual[first_name]";
  }
  return DEAD_PHONE.test(phone ?? "") ? "phone_number" : undefined;
}

/** Creates a cardholder whose requirements list the details that Stripe still needs. */
export function createCardholder(world: StripeWorld, parameters: Parameters): ApiAnswer {
  const refused = refusedParameter(parameters);
  return refused === undefined
    ? { status: 200, body: world.add(newObject("issuing.cardholder", parameters)) }
    : invalid(`Invalid ${refused}: ${JSON.stringify(parameters)}`, refused);
}

/** Updates a cardholder. Stripe rejects changes to a cardholder under review. */
export function updateCardholder(
  world: StripeWorld,
  path: string,
  parameters: Parameters,
): ApiAnswer {
  const cardholder = world.find(path.slice(path.lastIndexOf("/") + 1));
  if (cardholder === undefined) {
    return invalid("No such cardholder");
  }
  const refused = refusedParameter(parameters);
  if (refused !== undefined || cardholder.requirements.disabled_reason === "under_review") {
    return invalid("You can't update this cardholder", refused);
  }
  Object.assign(cardholder, parameters);
  return { status: 200, body: cardholder };
}

/** Lists the cardholders created since a given time, newest first. */
export function listCardholders(world: StripeWorld, { created }: Parameters): ApiAnswer {
  const since = Number(created?.gte ?? 0);
  const data = world
    .all("issuing.cardholder")
    .filter((one) => one.created >= since)
    .reverse();
  const url = "/v1/issuing/cardholders";
  return { status: 200, body: { object: "list", url, has_more: false, data } };
}
