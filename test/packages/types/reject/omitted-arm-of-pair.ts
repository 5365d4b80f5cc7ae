// TS2741: Property ''tendermint/DuplicateVoteEvidence'' is missing in type
import { type Evidence, matchEvidence } from '@tagwire/node-rpc'

declare const evidence: Evidence
// error below
export const text = matchEvidence(evidence, {
  'tendermint/LightClientAttackEvidence': () => '',
  unknown: () => '',
})
