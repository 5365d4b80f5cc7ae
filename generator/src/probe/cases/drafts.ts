import { isSame } from '../../check/values.js'
import {
  inTurn,
  type SamplesOf,
  type SampleValues,
} from '../../compare/schemas/samples/sample-values.js'
import { isDictionary } from '../../model/json.js'
import { isJson } from '../../model/operations/contents.js'
import type { Content, Operation, Parameter } from '../../model/operations/operation.js'
import type { Document } from '../../source/document.js'
import type { Argument } from '../arguments/write-arguments.js'
import { bodyExamples, nodeAt, parameterExample } from '../live/examples.js'

/** The content of a request, before it is known whether it fits. */
export interface Draft {
  /** What is special about it: `limit = 101`. */
  readonly label: string
  readonly given: readonly Argument[]
  /** The text of its body. */
  readonly body?: string
  /** It does not fit, whatever is read from it: a body that is missing or no JSON. */
  readonly broken?: true
}

export type Drafts =
  | { readonly drafts: readonly Draft[]; readonly mediaType?: string }
  | { readonly missing: string }

/** Requests with one input that is special, and the others as usual. One of each input in turn, so that few are many. */
export function draftsOf(document: Document, operation: Operation, samplesOf: SamplesOf): Drafts {
  const { input, binding } = operation
  const isBodiless = binding.kind === 'http' && /^(?:GET|HEAD)$/.test(binding.method)
  const body = isBodiless ? undefined : input.body
  const content = body?.contents.find((each) => isJson(each.mediaType) && !each.stream)
  if (body?.required && !content) return { missing: 'a body of JSON' }
  const usual: Argument[] = []
  for (const parameter of input.parameters.filter((each) => each.required)) {
    const value = usualValue(document, parameter, samplesOf)
    if (!value) return { missing: `a value of ${parameter.name}` }
    usual.push({ parameter, ...value })
  }
  const usualBody = content && bodyValue(document, operation, content, samplesOf)
  if (content && body?.required && !usualBody) return { missing: 'a value of its body' }
  const samples = ({ rule }: Content): SampleValues => samplesOf(rule, usualBody?.value)
  const text = usualBody && body?.required ? { body: JSON.stringify(usualBody.value) } : {}
  const plain: Draft = { label: 'as usual', given: usual, ...text }
  const columns = [
    ...input.parameters.map((each) => parameterDrafts(plain, each, samplesOf)),
    ...(content
      ? [bodyDrafts(plain, body?.required === true, samples(content), usualBody?.value)]
      : []),
  ]
  const drafts = [plain, ...inTurn(columns)]
  return { drafts, ...(content ? { mediaType: content.mediaType } : {}) }
}

function usualValue(
  document: Document,
  parameter: Parameter,
  samplesOf: SamplesOf,
): { readonly value: unknown } | undefined {
  const node = nodeAt(document, parameter.source)
  const example = node && parameterExample(document, node, true)
  if (example) return { value: example.value }
  const isSendable = (value: unknown): boolean =>
    parameter.place !== 'path' || (value !== '' && value !== null)
  const found = samplesOf(parameter.rule).valid.filter(isSendable)
  return found.length > 0 ? { value: found[0] } : undefined
}

function bodyValue(
  document: Document,
  operation: Operation,
  content: Content,
  samplesOf: SamplesOf,
): { readonly value: unknown } | undefined {
  const node = nodeAt(document, operation.source)
  const [example] = (node && bodyExamples(document, node))?.examples ?? []
  if (example) return { value: example.value }
  const { valid } = samplesOf(content.rule)
  return valid.length > 0 ? { value: valid[0] } : undefined
}

function parameterDrafts(plain: Draft, parameter: Parameter, samplesOf: SamplesOf): Draft[] {
  const { name, required, place } = parameter
  const others = plain.given.filter((each) => each.parameter !== parameter)
  const { valid, invalid } = samplesOf(parameter.rule)
  const values = inTurn([valid, invalid]).map(
    (value): Draft => ({
      ...plain,
      label: `${name} = ${shown(value)}`,
      given: [...others, { parameter, value }],
    }),
  )
  // A path without it is another path.
  const without: Draft[] =
    required && place !== 'path' ? [{ ...plain, label: `without ${name}`, given: others }] : []
  return [...without, ...values]
}

function bodyDrafts(
  plain: Draft,
  required: boolean,
  { valid, invalid }: SampleValues,
  usual: unknown,
): Draft[] {
  const { body: _, ...withoutBody } = plain
  const values = inTurn([valid, invalid]).map(
    (value): Draft => ({
      ...plain,
      label: bodyLabel(value, usual),
      body: JSON.stringify(value),
    }),
  )
  return [
    { ...plain, label: 'body = {"', body: '{"', broken: true },
    ...(required ? [{ ...withoutBody, label: 'without body', broken: true } as const] : []),
    ...values,
  ]
}

/** What is different in a body; the whole of it if that is more than one field. */
function bodyLabel(value: unknown, usual: unknown): string {
  if (isDictionary(value) && isDictionary(usual)) {
    const keys = [...new Set([...Object.keys(usual), ...Object.keys(value)])]
    const [key, ...more] = keys.filter((each) => !isSame(usual[each], value[each]))
    if (key !== undefined && more.length === 0) {
      const isThere = Object.hasOwn(value, key)
      return isThere ? `body.${key} = ${shown(value[key])}` : `body without ${key}`
    }
  }
  return `body = ${shown(value)}`
}

const LONGEST = 60

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
