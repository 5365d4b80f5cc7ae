import type { Report } from '../../diagnostics/diagnostic.js'
import { isDictionary } from '../../model/json.js'
import type { Model } from '../../model/model.js'
import { pascalCase } from '../../model/names.js'
import type { OperationNaming } from '../../model/naming.js'
import { isMessageEncoding, isUriEncoding } from '../../model/operations/encodings.js'
import type {
  Binding,
  Content,
  Encoding,
  Failure,
  Operation,
  Output,
  Parameter,
} from '../../model/operations/operation.js'
import type { Document } from '../../source/document.js'
import { flagAt, items, member, type Node, textAt, valueAt } from '../../source/node.js'
import { documentInfo, tagNames, withRule } from '../document-info.js'
import { operationExtensions } from '../extensions.js'
import { formerMethods } from '../names/former-names.js'
import { named } from '../names/hint.js'
import { resolve } from '../resolve.js'
import type { Depth } from '../rules/declared-rules.js'
import { exactDefault, examplesOf } from '../schemas/annotations.js'
import { describe, describeMember } from '../schemas/describe.js'
import { plainText } from '../schemas/plain-text.js'
import { createSchemaLowering, type SchemaLowering } from '../schemas/read-declarations.js'
import { callExample, exampleIn } from './examples.js'
import { createFirstOf, createMethodNames, type OperationLowering } from './method-names.js'

export function lowerOpenRpc(
  document: Document,
  report: Report,
  depth: Depth,
  rule: OperationNaming | undefined,
): Model {
  const { root } = document
  const components = member(root, 'components')
  const schemas = components && member(components, 'schemas')
  const common = createSchemaLowering(document, schemas ? [schemas] : [], report, depth)
  const subscribes = items(member(root, 'methods')).some(
    (node) => member(resolve(common, node), 'x-tagwire-subscription') !== undefined,
  )
  const lowering = {
    ...common,
    methodName: createMethodNames(report, rule, subscribes ? ['subscribe'] : []),
    firstOf: createFirstOf(),
  }
  const operations = items(member(root, 'methods')).flatMap((node) => lowerMethod(lowering, node))
  return {
    ...documentInfo(root, 'openrpc', report),
    operations,
    declarations: lowering.declarations(),
  }
}

function lowerMethod(lowering: OperationLowering, at: Node): Operation[] {
  const node = resolve(lowering, at)
  const id = textAt(node, 'name')
  if (!isDictionary(node.value)) return []
  if (id === undefined) {
    lowering.report({
      code: 'TW5005',
      severity: 'error',
      message: 'a method needs a `name`',
      at: node.source,
    })
    return []
  }
  const first = lowering.firstOf(id, node)
  if (first !== node) {
    lowering.report({
      code: 'TW5001',
      severity: 'warning',
      message: `${JSON.stringify(id)} is the name of two methods; the first one counts`,
      at: node.source,
      also: { message: 'the first one is here', at: first.source },
    })
    return []
  }
  const tags = items(member(node, 'tags')).flatMap((tag) => tagNames(wrap(resolve(lowering, tag))))
  const name = lowering.methodName(node, id, { operationId: id, method: id, path: '', tags })
  const typeName = pascalCase(name)
  const summary = textAt(node, 'summary')
  const parameters = items(member(node, 'params')).flatMap((each) =>
    parameterOf(lowering, resolve(lowering, each), typeName),
  )
  return [
    {
      ...describe(node),
      id,
      name,
      ...formerMethods(node, name),
      ...(summary ? { summary: plainText(summary) } : {}),
      tags,
      input: { parameters },
      outputs: outputsOf(lowering, node, typeName),
      failures: items(member(node, 'errors')).map((each) => failureOf(lowering, each, typeName)),
      binding: bindingOf(node, id),
      safe: flagAt(node, 'x-tagwire-safe'),
      idempotent: flagAt(node, 'x-tagwire-idempotent'),
      extensions: operationExtensions(lowering, node),
      ...callExample(lowering, node),
    },
  ]
}

/** If both are allowed, arrays: more servers support only arrays than only objects. */
function bindingOf(node: Node, method: string): Binding {
  const structure = textAt(node, 'paramStructure') ?? 'either'
  const byName = structure === 'either' ? { byName: true as const } : {}
  return { kind: 'call', method, byPosition: structure !== 'by-name', ...byName }
}

function wrap(node: Node): Node {
  return { value: [node.value], source: node.source }
}

function parameterOf(lowering: SchemaLowering, node: Node, typeName: string): Parameter[] {
  const name = textAt(node, 'name')
  const schema = member(node, 'schema')
  if (!isDictionary(node.value)) return []
  if (name === undefined || !schema) {
    lowering.report({
      code: 'TW5005',
      severity: 'error',
      message: 'a parameter needs a `name` and a `schema`',
      at: node.source,
    })
    return []
  }
  const encoding = encodingOf(member(node, 'x-tagwire-encoding'))
  const value = exactDefault(lowering.document, schema)?.value
  const example = exampleIn(lowering, node)
  const parameter = {
    ...describeMember(node, schema),
    name,
    place: 'params' as const,
    shape: lowering.shapeOf(schema, named(typeName + pascalCase(name))),
    required: flagAt(node, 'required'),
    ...(value !== undefined ? { default: value } : {}),
    ...(example ? { examples: [example.value] } : examplesOf(schema)),
    ...(encoding ? { encoding } : {}),
  }
  return [withRule(parameter, lowering.ruleLater(schema))]
}

function encodingOf(extension: Node | undefined): Encoding | undefined {
  if (!extension) return undefined
  const [jsonrpc, uri = 'json'] = [textAt(extension, 'jsonrpc'), textAt(extension, 'uri')]
  return isMessageEncoding(jsonrpc) && isUriEncoding(uri) ? { jsonrpc, uri } : undefined
}

function outputsOf(lowering: SchemaLowering, method: Node, typeName: string): Output[] {
  const result = member(method, 'result')
  if (!result) return []
  const node = resolve(lowering, result)
  const schema = member(node, 'schema')
  return [{ ...describe(node), contents: jsonContents(lowering, schema, `${typeName}Result`) }]
}

function failureOf(lowering: SchemaLowering, at: Node, typeName: string): Failure {
  const node = resolve(lowering, at)
  const code = valueAt(node, 'code')
  const message = textAt(node, 'message')
  const data = member(node, 'data')
  // In OpenRPC this is a value, not a schema. Only a reference is read as a schema, because as a value it
  // would be meaningless.
  const schema = data && textAt(data, '$ref') !== undefined ? data : undefined
  return {
    ...describe(node),
    ...(typeof code === 'number' ? { code } : {}),
    ...(message ? { message } : {}),
    ...(data && !schema ? { data: data.value } : {}),
    contents: jsonContents(lowering, schema, `${typeName}Error`),
  }
}

function jsonContents(lowering: SchemaLowering, schema: Node | undefined, name: string): Content[] {
  if (!schema) return []
  const shape = lowering.declareInline(schema, name)
  return [withRule({ mediaType: 'application/json', shape }, lowering.ruleLater(schema))]
}
