import { grouped } from '../../model/collections/grouped.js'
import { type Dictionary, isDictionary } from '../../model/json.js'
import type { Document } from '../../source/document.js'
import { OF_PROTOCOL } from '../envelope.js'
import type { Dialect } from '../fixes/dialect.js'
import { UNDESCRIBED } from '../fixes/operation-patch.js'
import type { Fix } from '../mismatch.js'
import { OBSERVED } from './describe-operations.js'
import { ENOUGH, type Inference, inferSchema } from './infer-schema.js'

/** A recorded call of a method that the document does not have. */
export interface UndescribedCall {
  readonly method: string
  readonly params: unknown
  /** Its response; absent if none was recorded. */
  readonly answer?: Dictionary
}

/** Methods of JSON-RPC that were seen but are not described, as changes of the document. */
export function describeMethods(
  seen: readonly UndescribedCall[],
  document: Document,
  dialect: Dialect,
): Fix[] {
  const inference: Inference = { ...dialect, withValues: true }
  const { root } = document
  const methods = isDictionary(root.value) ? root.value.methods : undefined
  const hasList = Array.isArray(methods)
  const source = { file: root.source.file, pointer: hasList ? '/methods' : '' }
  return [...grouped(seen, (each) => each.method)].flatMap(([name, calls], index): Fix[] => {
    const answered = calls.filter(isAnswered)
    // A method that the server does not know has errors only.
    if (answered.length === 0) return []
    const method = methodOf(name, calls, answered, inference)
    const isFirst = !hasList && index === 0
    return [
      {
        text: `add method ${name}`,
        count: calls.length,
        drift: true,
        loosens: false,
        ...source,
        ...document.locate(source),
        patch: [
          isFirst
            ? { op: 'add', path: '/methods', value: [method] }
            : { op: 'add', path: '/methods/-', value: method },
        ],
      },
    ]
  })
}

function isAnswered({ answer }: UndescribedCall): boolean {
  return answer !== undefined && Object.hasOwn(answer, 'result') && !isDictionary(answer.error)
}

function methodOf(
  name: string,
  calls: readonly UndescribedCall[],
  answered: readonly UndescribedCall[],
  inference: Inference,
): Dictionary {
  // What the server refused may have other arguments than those that it takes.
  const given = answered.map((each) => each.params)
  const isNamed = given.some(isDictionary)
  const params = isNamed
    ? byName(given.filter(isDictionary), inference)
    : byPosition(given, inference)
  const results = answered.map(({ answer }) => answer?.result)
  const errors = errorsOf(calls)
  return {
    name,
    ...OBSERVED,
    ...(params.length > 0 ? { paramStructure: isNamed ? 'by-name' : 'by-position' } : {}),
    params,
    result: { name: 'result', schema: inferSchema(results, inference) },
    ...(errors.length > 0 ? { errors } : {}),
  }
}

function byName(given: readonly Dictionary[], inference: Inference): Dictionary[] {
  const names = [...new Set(given.flatMap((each) => Object.keys(each)))]
  return names.map((name) => {
    const having = given.filter((each) => Object.hasOwn(each, name))
    const values = having.map((each) => each[name])
    return parameter(name, values, having.length === given.length, given.length, inference)
  })
}

/** The arguments of a list have no names. */
function byPosition(given: readonly unknown[], inference: Inference): Dictionary[] {
  const lists = given.map((each): readonly unknown[] => (Array.isArray(each) ? each : []))
  const longest = Math.max(0, ...lists.map((each) => each.length))
  return Array.from({ length: longest }, (_, at) => {
    const having = lists.filter((each) => each.length > at)
    const values = having.map((each) => each[at])
    const isAlways = having.length === lists.length
    return parameter(`argument${at + 1}`, values, isAlways, lists.length, inference)
  })
}

function parameter(
  name: string,
  values: readonly unknown[],
  isAlways: boolean,
  samples: number,
  inference: Inference,
): Dictionary {
  const required = isAlways && samples >= ENOUGH ? { required: true } : {}
  return { name, ...required, schema: inferSchema(values, inference) }
}

function errorsOf(calls: readonly UndescribedCall[]): Dictionary[] {
  const codes = calls.flatMap(({ answer }) => {
    const error = answer?.error
    const code = isDictionary(error) ? error.code : undefined
    return typeof code === 'number' && Number.isInteger(code) && !OF_PROTOCOL.has(code)
      ? [code]
      : []
  })
  return [...new Set(codes)]
    .sort((left, right) => left - right)
    .map((code) => ({ code, message: UNDESCRIBED }))
}
