import { jsonShapes } from '../../model/contents.js'
import { inputForm } from '../../model/inputs.js'
import type { Operation } from '../../model/operation.js'
import { ownServer } from '../../model/own-server.js'
import type { Declaration } from '../../model/shape.js'
import {
  type EmittedFile,
  type ModuleScope,
  moduleScope,
  moduleText,
  type PackageView,
} from '../package-view.js'
import { inputText } from '../types/inputs.js'
import { outputText, shapeText } from '../types/outputs.js'
import { docBlock } from '../typescript/doc.js'
import { LINE_WIDTH, objectKey } from '../typescript/text.js'
import { Name, type Value, valueText } from '../typescript/value-text.js'
import { readingFacts, sendingFacts, sendsBytes } from './descriptor.js'
import { type HttpMethod, httpMethods, itemReader, itemText } from './methods.js'
import { schemesTaken } from './security.js'

const RUNTIME = '@tagwire/runtime/http'

/** What the client knows about each operation: how it travels, and the types of what travels. */
export function emitHttpOperations(view: PackageView): EmittedFile {
  const scope = moduleScope(view, 'operations')
  const methods = httpMethods(view.model.operations)
  const declarations = new Map(view.model.declarations.map((each) => [each.name, each]))
  const types = methods.map((each) => `  readonly ${each.name}: ${descriptorType(scope, each)}\n`)
  const values = methods.map((each) => {
    const service = {
      server: ownServer(view.model, each.operation),
      security: schemesTaken(view.model, each.operation),
    }
    return `  ${objectKey(each.name)}: ${descriptor(scope, each, declarations, service)},\n`
  })
  const block = `${docBlock({ text: 'The operations of the service: what a call needs to know about each.' })}export const operations: {
${types.join('')}} = {
${values.join('')}}
`
  return { path: 'src/operations.ts', text: moduleText(view, scope, [block]) }
}

function descriptorType(scope: ModuleScope, { name, operation, stream }: HttpMethod): string {
  const type = scope.imports.type(stream ? 'HttpStream' : 'HttpOperation', RUNTIME)
  const input = inputText(scope, inputForm(operation), shapeText)
  const failures = failureTexts(scope, operation)
  const output = stream ? itemText(scope, stream, 4) : outputText(scope, operation)
  const parts = [input, output, ...(failures.length > 0 ? [`{ ${failures.join('; ')} }`] : [])]
  const flat = `${type}<${parts.join(', ')}>`
  if (flat.length + name.length + 13 <= 100 && !flat.includes('\n')) return flat
  const lines = parts.map((part, at) =>
    at < 2 || part.length + 4 <= LINE_WIDTH ? part : `{\n      ${failures.join('\n      ')}\n    }`,
  )
  return `${type}<\n${lines.map((line) => `    ${line}`).join(',\n')}\n  >`
}

/** `404: Missing`, for each status whose body is described. */
function failureTexts(scope: ModuleScope, operation: Operation): string[] {
  return operation.failures.flatMap(({ status, contents }) => {
    const key = failureKey(status)
    if (key === undefined) return []
    return jsonShapes(contents).map((shape) => `${key}: ${shapeText(shape, scope.received)}`)
  })
}

function failureKey(status: string | undefined): string | undefined {
  if (status === undefined) return undefined
  if (/^[45]XX$/i.test(status)) return `'${status.toUpperCase()}'`
  if (status === 'default') return status
  return /^\d+$/.test(status) ? String(Number(status)) : undefined
}

/** What only the whole document tells of one operation. */
interface ServiceFacts {
  readonly server: string | undefined
  readonly security: readonly string[] | undefined
}

function descriptor(
  scope: ModuleScope,
  { name, operation, stream }: HttpMethod,
  declarations: ReadonlyMap<string, Declaration>,
  { server, security }: ServiceFacts,
): string {
  const { binding } = operation
  if (binding.kind !== 'http') return '{}'
  const runtime = (each: string): Name => new Name(scope.imports.value(each, RUNTIME))
  const reading = stream
    ? {
        accept: stream.mediaType,
        read: runtime('readNothing'),
        items: new Name(itemReader(stream, scope, 4, 4 + 'items: '.length)),
      }
    : readingFacts(operation, declarations, scope.imports)
  const { place, headers, ...sending } = sendingFacts(
    operation,
    declarations,
    scope.imports,
    'accept' in reading,
  )
  const facts: Record<string, Value | undefined> = {
    name,
    method: binding.method,
    // Fragments tell operations of one path apart, and are never sent.
    path: binding.path.replace(/#.*$/s, ''),
    server,
    headers,
    ...(operation.idempotent && !sendsBytes(operation) ? { idempotent: true } : {}),
    ...(inputForm(operation).form === 'none' ? { bare: true } : {}),
    security,
    ...reading,
    place,
    ...sending,
  }
  return valueText(facts, 2, name.length + 5)
}
