import { isDeepStrictEqual } from 'node:util'
import { sendableContents } from '../../model/operations/contents.js'
import { contentShape, inputForm } from '../../model/operations/inputs.js'
import type { Content, Operation } from '../../model/operations/operation.js'
import type { HttpMethod } from '../../view/http/methods.js'
import { streamSwitch } from '../../view/http/streaming.js'
import type { ModuleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { bodyType, inputType } from '../types/inputs.js'
import { codeList } from '../typescript/doc.js'
import { literal, objectKey } from '../typescript/text.js'
import { unionOf } from '../typescript/type-text.js'

/** An input of a method, with the content types that it is sent as. */
export interface MethodInput {
  readonly type: string
  /** Empty if the document only describes one. */
  readonly contentTypes: readonly string[]
}

/** The inputs of a method, the default first. Content types with the same input are grouped. */
export function methodInputs(scope: ModuleScope, method: HttpMethod): MethodInput[] {
  const { operation } = method
  const form = inputForm(operation)
  const usual = narrowed(inputType(scope, form), method)
  const { body } = operation.input
  const [first, ...others] = body ? sendableContents(body) : []
  if (!first || others.length === 0) return [{ type: usual, contentTypes: [] }]
  const byType = new Map([[usual, [first.mediaType]]])
  const inputWith = (content: Content): string => {
    // A type is only printed, and so imported, if it differs.
    if (isDeepStrictEqual(contentShape(content), contentShape(first))) return usual
    const own = bodyType(scope, content)
    if (form.form !== 'parts') return narrowed(own, method)
    const withBody = scope.imports.type('WithBody', HTTP)
    return narrowed(`${withBody}<${inputType(scope, form)}, ${own}>`, method)
  }
  for (const content of others) {
    const type = inputWith(content)
    byType.set(type, [...(byType.get(type) ?? []), content.mediaType])
  }
  return [...byType].map(([type, contentTypes]) => ({ type, contentTypes }))
}

export function typesOf(contentTypes: readonly string[]): string {
  return unionOf(contentTypes.map(literal))
}

/** `ChatRequest & { stream?: true }`, if the document names the member that requests a stream. */
export function narrowed(type: string, method: Pick<HttpMethod, 'operation' | 'stream'>): string {
  const found = streamSwitch(method)
  if (!found) return type
  const own = `{ ${objectKey(found.name)}?: ${literal(found.value)} }`
  const wanted = found.inside ? `{ body?: ${own} }` : own
  return `${/[|&]/.test(type) ? `(${type})` : type} & ${wanted}`
}

/** The part of a method's comment about the content types of its body. */
export function contentTypesNote({ input }: Operation): string | undefined {
  const [first, ...others] = input.body ? sendableContents(input.body) : []
  if (!first || others.length === 0) return undefined
  const list = codeList(others.map((each) => each.mediaType))
  return `The body is sent as ${codeList([first.mediaType])}. Other \`contentType\`s: ${list}.`
}
