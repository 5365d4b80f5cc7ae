import type { Model } from '../../model/model.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Subject } from '../check-payload.js'

/** The parts of a file name: `<operation>.<form>.<number>` or `<schema>.<number>`. */
export type Naming = { readonly subject: Subject } | { readonly unknown: string }

const FORMS: Readonly<Record<string, 'request' | 'query' | 'response' | 'event'>> = {
  request: 'request',
  params: 'request',
  query: 'query',
  response: 'response',
  result: 'response',
  event: 'event',
  notification: 'event',
}

/** Identifies payloads by the names of their files. */
export function createNaming(model: Model): (file: string) => Naming {
  const schemas = tableOf(
    model.declarations.flatMap(({ name, aliases = [] }) =>
      [...aliases, name].map((each) => [each, name] as const),
    ),
  )
  const operations = operationTable(model.operations)

  const schemaNamed = (words: readonly string[]): string | undefined => {
    const [first = ''] = words
    // `operation.swap`: a value of a union, with its kind.
    return schemas.get(plain(words.join(''))) ?? schemas.get(plain(first))
  }

  return (file) => {
    const words = file.replace(/\.json$/i, '').split('.')
    while (words.length > 1 && /^\d+$/.test(words.at(-1) ?? '')) words.pop()
    const ending = words.at(-1) ?? ''
    const error = /^error(-?\d+)?$/.exec(ending)
    const status = /^response(\d{3})$/.exec(ending)?.[1]
    const form = Object.hasOwn(FORMS, ending) ? FORMS[ending] : undefined
    if (words.length < 2 || (!form && !error && status === undefined)) {
      const name = schemaNamed(words)
      if (name === undefined) return { unknown: 'no schema has this name' }
      return { subject: { kind: 'schema', name } }
    }
    const operation = operations.get(plain(words.slice(0, -1).join('')))
    if (!operation) return { unknown: 'no operation has this name' }
    if (form) return { subject: { kind: form, operation } }
    const code = status ?? error?.[1]
    return code === undefined || operation.binding.kind === 'call'
      ? { subject: { kind: 'error', operation } }
      : { subject: { kind: 'status', operation, status: Number(code) } }
  }
}

/** Only letters and digits count: `assets_between_chains` and `assetsBetweenChains` are equal. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

type Table<Value> = ReadonlyMap<string, Value>

function tableOf<Value>(entries: readonly (readonly [string, Value])[]): Table<Value> {
  const table = new Map<string, Value>()
  for (const [name, value] of entries) {
    const key = plain(name)
    if (!table.has(key)) table.set(key, value)
  }
  return table
}

/** By id and by name, then by the last path segments, then by the event kinds of a subscription. */
function operationTable(operations: readonly Operation[]): Table<Operation> {
  const ends = operations.flatMap((each) => {
    const { binding } = each
    const end = binding.kind === 'http' ? lastWord(binding.path) : undefined
    return end === undefined ? [] : [[end, each] as const]
  })
  const once = ends.filter(([end]) => ends.filter(([other]) => other === end).length === 1)
  return tableOf([
    ...operations.map((each) => [each.id, each] as const),
    ...operations.map((each) => [each.name, each] as const),
    ...once,
    ...operations.flatMap((each) => eventNames(each).map((name) => [name, each] as const)),
  ])
}

function lastWord(path: string): string | undefined {
  return path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .at(-1)
}

function eventNames({ extensions }: Operation): string[] {
  return (extensions.events?.kinds ?? []).map((kind) => kind.name)
}
