import { grouped } from '../../model/collections/grouped.js'
import type { Dictionary } from '../../model/json.js'
import { isDictionary } from '../../model/json.js'
import type { Model } from '../../model/model.js'
import { isJson } from '../../model/operations/contents.js'
import { escapeToken } from '../../model/pointer.js'
import type { Document } from '../../source/document.js'
import type { Dialect } from '../fixes/dialect.js'
import { UNDESCRIBED } from '../fixes/operation-patch.js'
import { isOutage } from '../lessons.js'
import type { Fix } from '../mismatch.js'
import { parsedJson } from '../parsed-json.js'
import { type Inference, inferSchema } from './infer-schema.js'
import { operationId } from './operation-id.js'
import { type PathTemplate, templatesOf } from './path-templates.js'

/** Recorded traffic at a path that the document does not have. */
export interface Undescribed {
  /** Below the base path of the server. */
  readonly path: string
  readonly method: string
  readonly query: URLSearchParams
  readonly sent?: string
  readonly status: number
  readonly mediaType: string
  readonly text: string
}

/** Operations that were seen but are not described, as changes of the document. */
export function describeOperations(
  seen: readonly Undescribed[],
  document: Document,
  model: Model,
  dialect: Dialect,
): Fix[] {
  const inference: Inference = { ...dialect, withValues: true }
  const useful = seen.filter(isUseful)
  const known = knownPaths(document)
  const taken = new Set(model.operations.map((each) => each.id))
  const templates = templatesOf(
    useful.map((each) => each.path),
    [...known.keys()],
  )
  const added = new Set<string>()
  return templates.flatMap((template) => {
    const own = useful.filter((each) => template.paths.includes(each.path))
    const byMethod = grouped(own, (each) => each.method)
    return [...byMethod].flatMap(([method, samples]): Fix[] => {
      if (!samples.some((each) => each.status < 400)) return []
      const id = operationId(method, template.path, samples.some(isListAnswer), taken)
      taken.add(id)
      const operation = operationOf(id, template, samples, inference, known)
      const isNew = !known.has(template.path) && !added.has(template.path)
      added.add(template.path)
      const pointer = `/paths/${escapeToken(template.path)}`
      const source = { file: document.root.source.file, pointer: isNew ? '/paths' : pointer }
      const name = method.toLowerCase()
      return [
        {
          text: `add operation ${method} ${template.path}`,
          count: samples.length,
          drift: true,
          loosens: false,
          ...source,
          ...document.locate(
            known.has(template.path) || isNew ? source : { ...source, pointer: '/paths' },
          ),
          patch: isNew
            ? [{ op: 'add', path: pointer, value: { [name]: operation } }]
            : [{ op: 'add', path: `${pointer}/${name}`, value: operation }],
        },
      ]
    })
  })
}

/** Pages, scripts and images are no operations, and what fails says nothing. */
function isUseful({ method, mediaType, status, path }: Undescribed): boolean {
  if (isOutage(status) || (status >= 300 && status < 400)) return false
  if (!/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(method) || /\.\w{2,5}$/.test(path)) return false
  return isJson(mediaType) || status === 204 || status === 201 || status === 202
}

/** The path items of the document by their path. */
function knownPaths({ root }: Document): ReadonlyMap<string, Dictionary> {
  const paths = isDictionary(root.value) ? root.value.paths : undefined
  const items = isDictionary(paths) ? Object.entries(paths) : []
  return new Map(items.flatMap(([path, item]) => (isDictionary(item) ? [[path, item]] : [])))
}

function isListAnswer({ text }: Undescribed): boolean {
  const value = parsedJson(text)?.value
  if (Array.isArray(value)) return true
  return isDictionary(value) && Object.values(value).some((each) => Array.isArray(each))
}

/** Marks what nobody has read yet. */
export const OBSERVED = { 'x-tagwire-source': 'observed' } as const

function operationOf(
  id: string,
  template: PathTemplate,
  samples: readonly Undescribed[],
  inference: Inference,
  known: ReadonlyMap<string, Dictionary>,
): Dictionary {
  const ofPath = known.get(template.path)?.parameters
  const inPath = Array.isArray(ofPath) && ofPath.length > 0 ? [] : template.parameters
  const parameters = [
    ...inPath.map(({ name, values }) => ({
      name,
      in: 'path',
      required: true,
      schema: textSchema(values, inference),
    })),
    ...queryParameters(samples, inference),
  ]
  const bodies = samples.flatMap(({ sent }) => (sent === undefined ? [] : (parsedJson(sent) ?? [])))
  const content = (values: readonly { readonly value: unknown }[]): Dictionary => ({
    'application/json': {
      schema: inferSchema(
        values.map((each) => each.value),
        inference,
      ),
    },
  })
  const byStatus = [...grouped(samples, (each) => each.status)].sort(
    ([left], [right]) => left - right,
  )
  return {
    operationId: id,
    ...OBSERVED,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(bodies.length > 0 ? { requestBody: { content: content(bodies) } } : {}),
    responses: Object.fromEntries(
      byStatus.map(([status, own]) => {
        const values = own.flatMap(({ text }) => parsedJson(text) ?? [])
        const body = values.length > 0 ? { content: content(values) } : {}
        return [String(status), { description: UNDESCRIBED, ...body }]
      }),
    ),
  }
}

function queryParameters(samples: readonly Undescribed[], inference: Inference): Dictionary[] {
  const names = [...new Set(samples.flatMap(({ query }) => [...query.keys()]))]
  return names.map((name) => {
    const lists = samples.map(({ query }) => query.getAll(name))
    const schema = textSchema(lists.flat(), inference)
    const isList = lists.some((each) => each.length > 1)
    return { name, in: 'query', schema: isList ? { type: 'array', items: schema } : schema }
  })
}

/** Values in a URL are texts, whatever they mean. */
function textSchema(texts: readonly string[], inference: Inference): Dictionary {
  const isEach = (pattern: RegExp): boolean => texts.every((each) => pattern.test(each))
  // More digits are an identifier that only looks like a number.
  if (isEach(/^-?(?:0|[1-9]\d{0,14})$/)) return { type: 'integer' }
  if (isEach(/^(?:true|false)$/)) return { type: 'boolean' }
  return inferSchema(texts, inference)
}
