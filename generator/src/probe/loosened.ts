import type { Change } from '../check/finding.js'
import type { Model } from '../model/model.js'
import { createAffected } from '../model/operations/affected-operations.js'
import type { Fix } from './mismatch.js'

const LOOSENS = {
  'not-required': true,
  'not-dependent': true,
  null: true,
  types: true,
  values: true,
  member: true,
  kindless: true,
  limit: true,
  drop: true,
  format: true,
  'any-of': true,
  allow: true,
  field: false,
  variant: false,
  parameter: false,
  response: false,
  content: false,
  error: false,
} as const satisfies Record<Change['kind'], boolean>

/** Whether a change lets through what callers do not expect, in contrast to one that adds something. */
export function isLoosening({ kind }: Change): boolean {
  return LOOSENS[kind]
}

/** The operations whose requests or responses would be described more loosely. */
export function loosenedOperations(
  fixes: readonly Fix[],
  model: Pick<Model, 'operations' | 'declarations'>,
): string[] {
  const affected = createAffected(model)
  const loosened = fixes.filter((each) => each.loosens)
  return [...new Set(loosened.flatMap((each) => affected(each).map(({ id }) => id)))]
}
