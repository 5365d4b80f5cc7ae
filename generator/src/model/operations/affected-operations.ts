import { reached } from '../collections/reached.js'
import { isDictionary } from '../json.js'
import type { Model } from '../model.js'
import type { Source } from '../shapes/shape.js'
import type { Operation } from './operation.js'

/** An operation whose messages contain what is at a place of the document. */
export interface AffectedOperation {
  readonly id: string
  /** Only of HTTP. */
  readonly path?: string
  /** It is in requests, or in responses. */
  readonly sent: boolean
  readonly received: boolean
}

/** Finds the operations that a place of the document is a part of, by itself or through types. */
export function createAffected({
  operations,
  declarations,
}: Pick<Model, 'operations' | 'declarations'>): (at: Source) => AffectedOperation[] {
  const rules = new Map(declarations.map(({ name, rule }) => [name, rule]))
  const known = operations.map((operation) => ({
    operation,
    sent: namesBelow(sentRules(operation), rules),
    received: namesBelow(receivedRules(operation), rules),
  }))
  const found = new Map<string, AffectedOperation[]>()

  const find = (at: Source): AffectedOperation[] => {
    const types = declarations
      .filter(({ source, rule }) => isIn(at, source) || (rule.source && isIn(at, rule.source)))
      .map((each) => each.name)
    return known.flatMap(({ operation, ...reach }): AffectedOperation[] => {
      const part = partOf(operation, at)
      const sent = part === 'sent' || types.some((each) => reach.sent.has(each))
      const received = part === 'received' || types.some((each) => reach.received.has(each))
      if (!part && !sent && !received) return []
      const { id, binding } = operation
      return [{ id, ...(binding.kind === 'http' ? { path: binding.path } : {}), sent, received }]
    })
  }

  return (at) => {
    const key = `${at.file}#${at.pointer}`
    const before = found.get(key) ?? find(at)
    found.set(key, before)
    return before
  }
}

function isIn({ file, pointer }: Source, outer: Source): boolean {
  return (
    file === outer.file && (pointer === outer.pointer || pointer.startsWith(`${outer.pointer}/`))
  )
}

/** Parts of an operation may be anywhere in the document. */
function partOf(operation: Operation, at: Source): 'sent' | 'received' | 'itself' | undefined {
  const { source, input, outputs, failures } = operation
  const sent = [...input.parameters, ...(input.body ? [input.body] : [])]
  if (sent.some((each) => isIn(at, each.source))) return 'sent'
  const responses = [...outputs, ...failures]
  const headers = responses.flatMap((each) => each.headers ?? [])
  if ([...responses, ...headers].some((each) => isIn(at, each.source))) return 'received'
  if (!isIn(at, source)) return undefined
  const [, first] = at.pointer.slice(source.pointer.length).split('/')
  if (first === 'parameters' || first === 'requestBody' || first === 'params') return 'sent'
  return first === 'responses' || first === 'result' || first === 'errors' ? 'received' : 'itself'
}

function sentRules({ input }: Operation): unknown[] {
  return [...input.parameters, ...(input.body?.contents ?? [])].map((each) => each.rule)
}

function receivedRules({ outputs, failures, callbacks = [] }: Operation): unknown[] {
  return [...outputs, ...failures, ...callbacks].flatMap(({ contents }) =>
    contents.flatMap(({ rule, stream }) => [rule, stream]),
  )
}

/** The names of the types that values of these rules contain. */
function namesBelow(from: readonly unknown[], rules: ReadonlyMap<string, unknown>): Set<string> {
  const inside = (part: unknown): unknown[] =>
    typeof part === 'object' && part !== null
      ? [...Object.values(part), ...nameOf(part).map((name) => rules.get(name))]
      : []
  return new Set([...reached(from, inside)].flatMap(nameOf))
}

function nameOf(part: unknown): string[] {
  return isDictionary(part) && typeof part.reference === 'string' ? [part.reference] : []
}
