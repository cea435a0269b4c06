import type { ApiAnswer } from "./api-answer.ts";
import { createCardholder, listCardholders, updateCardholder } from "./cardholder-api.ts";
import { newObject, type StripeObject, type StripeWorld } from "./stripe-objects.ts";

/** A request that the library's types allow. */
export interface AllowedRequest {
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, StripeObject>>;
}

function refused(status: number, type: string, message: string): ApiAnswer {
  return { status, body: { error: { type, message } } };
}

/** Responds to a request as Stripe's API would, insofar as Tessera depends on that API. */
export function answerRequest(world: StripeWorld, request: AllowedRequest): ApiAnswer {
  const { method, path, parameters } = request;
  const ok = (body: StripeObject): ApiAnswer => ({ status: 200, body });
  switch (`${method} ${path.replace(/\/(ic|ich|iauth|ipi)_\w+$/, "/:id")}`) {
    case "POST /v1/issuing/cardholders":
      return createCardholder(world, parameters);
    case "GET /v1/issuing/cardholders":
      return listCardholders(world, parameters);
    case "POST /v1/issuing/cardholders/:id":
      return updateCardholder(world, path, parameters);
    case "POST /v1/issuing/cards":
      return createCard(world, parameters);
    case "POST /v1/issuing/cards/:id":
      return updateCard(world, path, parameters);
    case "GET /v1/issuing/transactions":
      return listTransactions(world, parameters);
    case "GET /v1/balance":
      return ok({ object: "balance", issuing: { available: world.issuingBalance } });
    case "POST /v1/ephemeral_keys":
      return createKey(world, parameters);
    case "GET /v1/issuing/cardholders/:id":
    case "GET /v1/issuing/cards/:id":
    case "GET /v1/issuing/authorizations/:id":
    case "GET /v1/issuing/transactions/:id": {
      const object = world.find(path.slice(path.lastIndexOf("/") + 1));
      return object === undefined
        ? refused(404, "invalid_request_error", "No such object")
        : ok(object);
    }
    default:
      return refused(501, "api_error", `the double does not answer ${method} ${path}`);
  }
}

/** Lists transactions of a period, newest first. */
function listTransactions(world: StripeWorld, parameters: AllowedRequest["parameters"]): ApiAnswer {
  const { created, limit, starting_after: after } = parameters;
  const since = Number(created?.gte ?? 0);
  const until = Number(created?.lte ?? Number.MAX_SAFE_INTEGER);
  const all = world
    .all("issuing.transaction")
    .filter((one) => one.created >= since && one.created <= until)
    .reverse();
  const rest = after === undefined ? all : all.slice(all.findIndex(({ id }) => id === after) + 1);
  const data = rest.slice(0, Number(limit ?? 10));
  const url = "/v1/issuing/transactions";
  return { status: 200, body: { object: "list", url, has_more: rest.length > data.length, data } };
}

/** Nonces that have already been used. Each works only once, no matter who sends it. */
const nonces = new Set<string>();

function createKey(world: StripeWorld, parameters: AllowedRequest["parameters"]): ApiAnswer {
  const { issuing_card: card, nonce } = parameters;
  if (world.find(card) === undefined || nonces.has(nonce)) {
    return refused(400, "invalid_request_error", "No such card, or a nonce that was used");
  }
  nonces.add(nonce);
  const secret = `ek_test_${card}`;
  return { status: 200, body: world.add(newObject("ephemeral_key", { secret })) };
}

let cards = 0;

function createCard(world: StripeWorld, parameters: AllowedRequest["parameters"]): ApiAnswer {
  const cardholder = world.find(parameters.cardholder);
  if (cardholder === undefined) {
    return refused(400, "invalid_request_error", "No such cardholder");
  }
  const problem = cardProblem(cardholder, parameters.currency);
  if (problem !== undefined) {
    return refused(400, "invalid_request_error", problem);
  }
  cards += 1;
  return {
    status: 200,
    body: world.add(
      newObject("issuing.card", {
        ...parameters,
        status: parameters.status ?? "inactive",
        last4: String(cards).padStart(4, "0"),
        cardholder,
      }),
    ),
  };
}

/**
 * Returns why a card in a given currency cannot be issued to a cardholder. Each program issues
 * cards only where its cardholders live.
 */
function cardProblem(cardholder: StripeObject, currency: string): string | undefined {
  const { billing, phone_number: phone, type, requirements } = cardholder;
  const isAmerican = billing.address.country === "US";
  if (requirements.disabled_reason !== null) {
    return "The cardholder has outstanding requirements";
  }
  if (!["usd", "eur"].includes(currency) || isAmerican !== (currency === "usd")) {
    return `No cards in ${currency} for cardholders in ${billing.address.country}`;
  }
  return currency === "eur" && type === "individual" && !phone
    ? "Cardholders of EU cards need a phone number"
    : undefined;
}

function updateCard(
  world: StripeWorld,
  path: string,
  parameters: AllowedRequest["parameters"],
): ApiAnswer {
  const card = world.find(path.slice(path.lastIndexOf("/") + 1));
  if (card === undefined) {
    return refused(404, "invalid_request_error", "No such card");
  }
  if (card.status === "canceled") {
    return refused(400, "invalid_request_error", "A canceled card cannot be updated");
  }
  Object.assign(card, parameters);
  return { status: 200, body: card };
}
