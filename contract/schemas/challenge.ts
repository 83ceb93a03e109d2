import { Type, type Static } from 'typebox';

const Hex = (maxLength: number) => Type.String({ pattern: '^[0-9a-f]+$', maxLength });

/**
 * A proof-of-work task in the format of ALTCHA (version 2). The client searches for the counter whose derived key
 * begins with `keyPrefix`. A solution works once, for the request that returned the challenge, until `data.until`
 * (milliseconds since 1970).
 */
export const Challenge = Type.Object({
  parameters: Type.Object({
    algorithm: Type.Literal('PBKDF2/SHA-256'),
    cost: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    data: Type.Object({
      level: Type.Integer({ minimum: 1, maximum: 10 }),
      purpose: Type.String({ maxLength: 64 }),
      until: Type.Integer({ minimum: 0 }),
    }),
    keyLength: Type.Integer({ minimum: 1, maximum: 64 }),
    keyPrefix: Hex(128),
    keySignature: Hex(128),
    nonce: Hex(64),
    salt: Hex(64),
  }),
  signature: Hex(128),
});
export type Challenge = Static<typeof Challenge>;

/** A challenge with its solution. `time` is the duration of the search in milliseconds. */
export const SolvedChallenge = Type.Object({
  challenge: Challenge,
  solution: Type.Object({
    counter: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
    derivedKey: Hex(128),
    time: Type.Optional(Type.Number({ minimum: 0 })),
  }),
});
export type SolvedChallenge = Static<typeof SolvedChallenge>;
