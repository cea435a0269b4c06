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
  type SignedAnswer,
  type SignRefusal,
  type SignRequest,
  type StatusAnswer,
  signAnswer,
  signatureShape,
  signedAnswer,
  signedRequest,
  signRequest,
  statusAnswer,
  statusRequest,
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
  serializeUnsigned,
} from "./token-transfer.ts";
