import type { Change } from '../check/finding.js'
import type { Model } from '../model/model.js'
import type { Operation } from '../model/operations/operation.js'
import type { Source } from '../model/shapes/shape.js'
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
  { operations, declarations }: Pick<Model, 'operations' | 'declarations'>,
): string[] {
  const changed = fixes.filter((each) => each.loosens)
  const isChanged = ({ file, pointer }: Source): boolean =>
    changed.some((each) => each.file === file && isWithin(each.pointer, pointer))
  const rules = new Map(declarations.map(({ name, rule }) => [name, rule]))
  const loose = new Set(
    declarations.flatMap(({ name, source, rule }) =>
      isChanged(source) || (rule.source && isChanged(rule.source)) ? [name] : [],
    ),
  )
  return operations
    .filter((each) => sourcesOf(each).some(isChanged) || reaches(rulesOf(each), rules, loose))
    .map((each) => each.id)
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`)
}

/** Parts of an operation may be anywhere in the document. */
function sourcesOf({ source, input, outputs, failures }: Operation): Source[] {
  const { parameters, body } = input
  const parts = [...parameters, ...(body ? [body] : []), ...outputs, ...failures]
  const headers = [...outputs, ...failures].flatMap((each) => each.headers ?? [])
  return [source, ...[...parts, ...headers].map((each) => each.source)]
}

function rulesOf({ input, outputs, failures }: Operation): unknown[] {
  const holders = [...(input.body ? [input.body] : []), ...outputs, ...failures]
  return [
    ...input.parameters.map((each) => each.rule),
    ...holders.flatMap((each) => each.contents.map(({ rule }) => rule)),
  ]
}

/** Whether values that these rules describe have a type that is among the wanted ones. */
function reaches(
  from: readonly unknown[],
  rules: ReadonlyMap<string, unknown>,
  wanted: ReadonlySet<string>,
): boolean {
  const seen = new Set<string>()
  const waiting = [...from]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part !== 'object' || part === null) continue
    const name: unknown = 'reference' in part ? part.reference : undefined
    if (typeof name === 'string' && !seen.has(name)) {
      if (wanted.has(name)) return true
      seen.add(name)
      waiting.push(rules.get(name))
    }
    waiting.push(...Object.values(part).filter((each) => each !== undefined))
  }
  return false
}
