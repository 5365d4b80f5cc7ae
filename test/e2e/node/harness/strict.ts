/*
 * Holds what a node sends to the document, word for word: a member that the document does not name,
 * a null it does not allow, a text that does not have its format, all of these are problems. Reads
 * the document itself, so that it also catches what the generator may have misunderstood.
 */
import { fileURLToPath } from 'node:url'
import { methods as generated, type Transport } from '@tagwire/node-rpc'
import { eventNotificationValidator, responseValidators } from '@tagwire/node-rpc/validate'
import { type Document, loadDocument } from '../../../../generator/src/source/document.js'
import {
  items,
  member,
  members,
  type Node,
  text,
  textAt,
} from '../../../../generator/src/source/node.js'
import { formats } from './formats.js'

const base = fileURLToPath(new URL('../../../../', import.meta.url))

export interface Strict {
  /** The problems of a result, by the wire name of its method. */
  result(method: string, value: unknown): string[]
  /** The problems of what a subscription delivers. */
  notification(value: unknown): string[]
  /** Wire names of all methods. */
  readonly methods: readonly string[]
}

export async function loadStrict(): Promise<Strict> {
  const document = await loadDocument('spec/node-rpc/openrpc.yaml', base)
  const methods = new Map(
    items(member(document.root, 'methods')).map((entry) => {
      const method = resolved(document, entry)
      const result = member(resolved(document, method), 'result')
      return [textAt(method, 'name') ?? '', result && member(result, 'schema')] as const
    }),
  )
  const event = find(document, 'EventNotification')
  return {
    methods: [...methods.keys()],
    result(name, value) {
      const schema = methods.get(name)
      if (!schema) return [`${name}: no such method`]
      return agreed(problemsOf(document, schema, value, name), judge(validatorOf(name), value))
    },
    notification: (value) =>
      agreed(problemsOf(document, event, value, 'event'), judge(eventNotificationValidator, value)),
  }
}

interface Judge {
  readonly strict: { check(value: unknown): readonly { path: string; message: string }[] }
}

function validatorOf(wireName: string): Judge | undefined {
  const validators = new Map<string, Judge>(Object.entries(responseValidators))
  const found = Object.entries(generated).find(([, { name }]) => name === wireName)
  return found && validators.get(found[0])
}

/** What the generated validators say, which have to come to the same verdict. */
function judge(validator: Judge | undefined, value: unknown): string[] {
  if (!validator) return ['there is no generated validator']
  return validator.strict.check(value).map(({ path, message }) => `${path}: ${message}`)
}

function agreed(own: string[], theirs: string[]): string[] {
  if (own.length === 0) return theirs.map((problem) => `the validator alone says: ${problem}`)
  return theirs.length > 0 ? own : [...own, 'the validator has nothing against it']
}

/** The transport, with every result checked before anybody sees it. */
export function checked<T extends Transport>(transport: T, strict: Strict): T {
  const call: Transport['call'] = async (request, options) => {
    const result = await transport.call(request, options)
    const problems = strict.result(request.method.name, result)
    if (problems.length > 0) throw new Error(`not as the document says:\n${problems.join('\n')}`)
    return result
  }
  const wrapped: T = Object.create(transport, { call: { value: call } })
  return wrapped
}

function find(document: Document, name: string): Node {
  for (const file of document.files.keys()) {
    const ref = { $ref: `#/${name}` }
    const node = document.resolve({ value: ref, source: { file, pointer: '' } })
    if ('value' in node) return node
  }
  throw new Error(`The document has no schema ${name}`)
}

function resolved(document: Document, node: Node): Node {
  if (textAt(node, '$ref') === undefined) return node
  const target = document.resolve(node)
  if (!('value' in target)) throw new Error(target.message)
  return resolved(document, target)
}

function problemsOf(document: Document, node: Node, value: unknown, at: string): string[] {
  const schema = resolved(document, node)
  const options = items(member(schema, 'oneOf'))
  if (options.length > 0) return fewest(document, options, value, at)
  const allowed = member(schema, 'const')
  if (allowed && allowed.value !== value) return [`${at}: not ${JSON.stringify(allowed.value)}`]
  const listed = items(member(schema, 'enum'))
  if (listed.length > 0 && !listed.some((entry) => entry.value === value)) {
    return [`${at}: ${JSON.stringify(value)} is not listed`]
  }
  const types = typesOf(schema)
  const type = typeName(value)
  if (types.length > 0 && !types.includes(type)) {
    return [`${at}: ${type} where the document says ${types.join(' or ')}`]
  }
  if (Array.isArray(value)) {
    const item = member(schema, 'items')
    if (!item) return []
    return value.flatMap((each, index) => problemsOf(document, item, each, `${at}[${index}]`))
  }
  if (typeof value === 'object' && value !== null) return inObject(document, schema, value, at)
  const format = textAt(schema, 'format')
  if (format === undefined || value === null) return []
  const fits = formats[format]
  if (!fits) return [`${at}: the tests do not know the format ${format}`]
  return fits(value) ? [] : [`${at}: ${JSON.stringify(value)} is not ${format}`]
}

function inObject(document: Document, schema: Node, value: object, at: string): string[] {
  const properties = member(schema, 'properties')
  const others = member(schema, 'additionalProperties')
  const known = new Map(properties ? members(properties) : [])
  const missing = items(member(schema, 'required'))
    .map((name) => text(name) ?? '')
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${at}: ${name} is missing`)
  const entries: [string, unknown][] = Object.entries(value)
  const wrong = entries.flatMap(([name, each]) => {
    const inner = known.get(name) ?? others
    const place = `${at}.${name}`
    return inner ? problemsOf(document, inner, each, place) : [`${place}: not in the document`]
  })
  return [...missing, ...wrong]
}

/** Nothing when one fits, else what the nearest one objects to. */
function fewest(
  document: Document,
  options: readonly Node[],
  value: unknown,
  at: string,
): string[] {
  const all = options.map((option) => problemsOf(document, option, value, at))
  const fitting = all.filter((problems) => problems.length === 0)
  if (fitting.length === 1) return []
  if (fitting.length > 1) return [`${at}: more than one alternative fits`]
  return all.reduce((best, each) => (each.length < best.length ? each : best))
}

function typesOf(schema: Node): string[] {
  const type = member(schema, 'type')
  const single = text(type)
  return single === undefined ? items(type).map((entry) => text(entry) ?? '') : [single]
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
