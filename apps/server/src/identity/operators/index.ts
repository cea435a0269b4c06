export type { Administrator } from "./administrator.ts";
export { changeOperator } from "./change-operator.ts";
export { createOperator } from "./create-operator.ts";
export {
  type FormerOperator,
  type PowersEndHandler,
  registerPowersEndHandler,
} from "./end-powers.ts";
export { type OperatorChange, statusOf } from "./operator-standing.policy.ts";
export { selectOperatorByName, selectOperators } from "./operators.repository.ts";
export type { ProposalTerms } from "./operators.tables.ts";
export { type ProposalHandler, registerProposalHandler } from "./proposal-handlers.ts";
export { PROPOSING } from "./proposals.routes.ts";
export { proposeChange } from "./propose-change.ts";
