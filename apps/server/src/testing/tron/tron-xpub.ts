/** The account m/44'/195'/0' of the mnemonic that everybody tests with ("abandon … about"). */
export const TRON_XPUB =
  "xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqn" +
  "JokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd";
/** Its first address, as wallets show it. */
export const TRON_FIRST_ADDRESS = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
