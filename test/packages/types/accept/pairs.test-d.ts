import {
  type DuplicateVoteEvidence,
  type EventData,
  type EventDataTx,
  type Evidence,
  isEvidenceDuplicateVote,
  isPublicKeyEd25519,
  matchEvidence,
  matchPublicKey,
  type PublicKey,
  type PublicKeyEd25519,
  type PublicKeyKind,
  publicKeyEd25519,
  publicKeyKind,
  type TxPayload,
  type Validator,
} from '@tagwire/node-rpc'
import { expectTypeOf } from 'vitest'

declare const key: PublicKey
declare const evidence: Evidence
declare const data: EventData
declare const anything: unknown

// `{type, value}`: a plain discriminated union, so the type property narrows too.

if (data.type === 'tendermint/event/Tx') {
  expectTypeOf(data).toEqualTypeOf<EventDataTx>()
  expectTypeOf(data.value).toEqualTypeOf<TxPayload>()
}
switch (evidence.type) {
  case 'tendermint/DuplicateVoteEvidence':
    expectTypeOf(evidence.value).toEqualTypeOf<DuplicateVoteEvidence>()
    break
  case 'tendermint/LightClientAttackEvidence':
    break
  default:
    expectTypeOf(evidence).toEqualTypeOf<never>()
}

if (isPublicKeyEd25519(anything)) expectTypeOf(anything).toEqualTypeOf<PublicKeyEd25519>()
if (isEvidenceDuplicateVote(evidence)) {
  expectTypeOf(evidence.value.vote_a).not.toBeAny()
}
expectTypeOf(publicKeyKind(key)).toEqualTypeOf<PublicKeyKind | undefined>()
expectTypeOf(publicKeyEd25519('AA==')).toEqualTypeOf<PublicKeyEd25519>()
expectTypeOf(
  matchPublicKey(key, {
    'tendermint/PubKeyEd25519': (bytes) => bytes.length,
    'tendermint/PubKeySecp256k1': (bytes) => bytes.length,
    'tendermint/PubKeySr25519': (bytes) => bytes.length,
    unknown: () => 0,
  }),
).toEqualTypeOf<number>()
matchEvidence(evidence, {
  'tendermint/DuplicateVoteEvidence': (payload, value) => {
    expectTypeOf(payload).toEqualTypeOf<DuplicateVoteEvidence>()
    expectTypeOf(value.type).toEqualTypeOf<'tendermint/DuplicateVoteEvidence'>()
  },
  otherwise: () => {},
})

// What may be null says so; what is always there is not optional. Wire names stay wire names.

expectTypeOf<Validator['pub_key']>().toEqualTypeOf<PublicKey | null>()
expectTypeOf<DuplicateVoteEvidence['TotalVotingPower']>().toEqualTypeOf<string>()
expectTypeOf<DuplicateVoteEvidence['total_voting_power']>().toEqualTypeOf<string | undefined>()
