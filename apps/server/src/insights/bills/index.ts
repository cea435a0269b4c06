export { presentStep } from "./bills.presenter.ts";
export { presentExchange } from "./exchange.presenter.ts";
export { getBooked } from "./get-booked.ts";
export { getMovement } from "./get-movement.ts";
export { listMovements } from "./list-movements.ts";
export { readMovementData } from "./movement-data.ts";
export { titleOf } from "./movement-titles.policy.ts";
export { likePattern } from "./movements.repository.ts";
export type { StepRow } from "./steps.repository.ts";
