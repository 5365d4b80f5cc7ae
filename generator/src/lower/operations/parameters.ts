import type { Diagnostic } from '../../diagnostics/diagnostic.js'
import { suggestion } from '../../diagnostics/suggestion.js'
import { isDictionary } from '../../model/json.js'
import { pascalCase } from '../../model/names.js'
import type { Parameter, ParameterPlace } from '../../model/operations/operation.js'
import { styleNamed } from '../../model/operations/parameter-styles.js'
import type { Shape } from '../../model/shapes/shape.js'
import { flagAt, items, member, type Node, textAt, valueAt } from '../../source/node.js'
import { withRule } from '../document-info.js'
import { named } from '../names/hint.js'
import { resolve } from '../resolve.js'
import { exactDefault, examplesOfParameter } from '../schemas/annotations.js'
import { describeMember } from '../schemas/describe.js'
import type { SchemaLowering } from '../schemas/read-declarations.js'
import { contentsOf, schemaOfContent } from './contents.js'
import { listStyleOf } from './encodings.js'

/** The path of an operation, and the common parameters of the path. */
export interface OperationPath {
  readonly path: string
  readonly method: string
  readonly shared: readonly Node[]
}

export function parametersOf(
  lowering: SchemaLowering,
  at: OperationPath,
  node: Node,
  typeName: string,
): Parameter[] {
  const shared = firstOfEach(lowering, at.shared, typeName)
  const own = firstOfEach(lowering, items(member(node, 'parameters')), typeName)
  const parameters = [...new Map([...shared, ...own]).values()]
  checkPath(lowering, at, node, parameters)
  return parameters
}

/** Of two parameters with the same name, the first counts; a diagnostic reports it. */
function firstOfEach(
  lowering: SchemaLowering,
  list: readonly Node[],
  typeName: string,
): Map<string, Parameter> {
  const byKey = new Map<string, Parameter>()
  for (const each of list) {
    const parameter = parameterOf(lowering, resolve(lowering, each), typeName)
    if (!parameter) continue
    const { place, name } = parameter
    const key = `${place} ${place === 'header' ? name.toLowerCase() : name}`
    if (!byKey.has(key)) byKey.set(key, parameter)
  }
  return byKey
}

const PLACES: readonly string[] = ['path', 'query', 'querystring', 'header', 'cookie']

function isPlace(text: string | undefined): text is ParameterPlace {
  return text !== undefined && PLACES.includes(text)
}

function parameterOf(
  lowering: SchemaLowering,
  node: Node,
  typeName: string,
): Parameter | undefined {
  const name = textAt(node, 'name')
  const place = textAt(node, 'in')
  if (!isDictionary(node.value)) return undefined
  if (name === undefined || !isPlace(place)) {
    lowering.report(withoutPlace(node, name, place))
    return undefined
  }
  // The specification ignores these three headers, which the client sets itself.
  if (place === 'header' && /^(accept|content-type|authorization)$/i.test(name)) return undefined
  const [content] = contentsOf(lowering, member(node, 'content'), typeName + pascalCase(name))
  const schema = member(node, 'schema')
  const said = schema ?? schemaOfContent(lowering, node)
  const hint = named(typeName + pascalCase(name))
  const shape: Shape = schema
    ? lowering.shapeOf(schema, hint)
    : (content?.shape ?? { kind: 'json' })
  const { style } = styleNamed(textAt(node, 'style'), place)
  const explode = valueAt(node, 'explode')
  const value = exactDefault(lowering.document, said)
  const parameter = {
    ...describeMember(node, said),
    name,
    place,
    shape,
    required: place === 'path' || flagAt(node, 'required'),
    ...(value ? { default: value.value } : {}),
    ...examplesOfParameter(lowering.document, node, said),
    ...(style ? { style } : {}),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    ...(flagAt(node, 'allowReserved') ? { allowReserved: true as const } : {}),
    ...listStyleOf(lowering, style, node),
    ...(content ? { mediaType: content.mediaType } : {}),
  }
  return withRule(parameter, schema ? lowering.ruleLater(schema) : (content ?? { rule: {} }))
}

function withoutPlace(node: Node, name: string | undefined, place: string | undefined): Diagnostic {
  const fault = { code: 'TW5005', severity: 'error' } as const
  if (name === undefined || place === undefined) {
    const message = 'a parameter needs a `name` and an `in`: path, query, header or cookie'
    return { ...fault, message, at: node.source }
  }
  return {
    ...fault,
    message: `a parameter is in the path, query, header or cookie; there is no ${JSON.stringify(place)}`,
    at: member(node, 'in')?.source ?? node.source,
    ...suggestion(place, PLACES),
  }
}

function checkPath(
  lowering: SchemaLowering,
  at: OperationPath,
  node: Node,
  parameters: readonly Parameter[],
): void {
  const inPath = new Set([...at.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]))
  const described = parameters.filter((each) => each.place === 'path')
  if (/[{}]/.test(at.path.replace(/\{[^{}]+\}/g, ''))) {
    lowering.report({
      code: 'TW5003',
      severity: 'warning',
      message: `a brace in ${at.path} is unmatched; it is sent as it is`,
      at: node.source,
    })
  }
  for (const parameter of described) {
    if (inPath.delete(parameter.name)) continue
    lowering.report({
      code: 'TW5003',
      severity: 'warning',
      message: `the path ${at.path} has no {${parameter.name}}`,
      at: parameter.source,
    })
  }
  for (const name of inPath) {
    lowering.report({
      code: 'TW5003',
      severity: 'warning',
      message: `{${name}} of ${at.path} has no parameter`,
      at: node.source,
    })
  }
}
