// canary: TS7006
export const last4 = (card) => card.last4;
