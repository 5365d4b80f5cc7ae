// TS2322: is not assignable to type
import type { DuplicateVoteEvidence, Evidence } from '@tagwire/node-rpc'

declare const votes: DuplicateVoteEvidence
// error below
export const value: Evidence = {
  type: 'tendermint/LightClientAttackEvidence',
  value: votes,
}
