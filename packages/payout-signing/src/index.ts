export { addressOfPublicKey, hasChecksum, withChecksum } from "./address.ts";
export {
  approvalOf,
  isApproved,
  isSameInstruction,
  type PayoutInstruction,
} from "./instruction.ts";
export { type LinkKeys, readLinkKey } from "./link-key.ts";
export {
  answerMac,
  feesShape,
  instructionShape,
  isMac,
  MAC_HEADER,
  refusalShape,
  requestMac,
  type SignAnswer,
  type SignRefusal,
  type SignRequest,
  signAnswer,
  signatureShape,
  signRequest,
  writeMessage,
} from "./messages.ts";
export {
  digestOf,
  type Fees,
  hashOfSigned,
  isSameTransaction,
  type Signature,
  senderOf,
  serializeSigned,
} from "./token-transfer.ts";
