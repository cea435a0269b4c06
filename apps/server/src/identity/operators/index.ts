export type { Administrator } from "./administrator.ts";
export { createOperatorsOfCells } from "./cells/operators-of-cells.ts";
export {
  findOutdated,
  type KnownOperator,
  knownOperatorsOf,
  type RestoredOperator,
  restoreOperators,
} from "./cells/restore-operators.ts";
export { changeOperator } from "./change-operator.ts";
export { createOperator } from "./create-operator.ts";
export { inviteOperator } from "./invitations/invite-operator.ts";
export { notifyAdministrators } from "./notify-of-change.ts";
export { type OperatorChange, statusOf } from "./operator-standing.policy.ts";
export { selectOperatorByName, selectOperators } from "./operators.repository.ts";
export type { ProposalTerms } from "./operators.tables.ts";
export { type ProposalHandler, registerProposalHandler } from "./proposals/proposal-handlers.ts";
export { PROPOSING } from "./proposals/proposals.routes.ts";
export { proposeChange } from "./proposals/propose-change.ts";
export {
  type AccessLossHandler,
  registerAccessLossHandler,
} from "./withdraw-open-proposals.ts";
