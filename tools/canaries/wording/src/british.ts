// canary: british-spelling

/** An authorisation that was approved. */
export const APPROVED = "approved";
