/** The account m/44'/60'/0' of the mnemonic "test test test … junk", which everybody knows. */
export const TEST_XPUB =
  "xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FN" +
  "FLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP";
