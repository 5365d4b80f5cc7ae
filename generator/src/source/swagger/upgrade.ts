import { isDictionary } from '../../model/json.js'
import { parsePointer } from '../../model/pointer.js'
import { items, member, members, type Node, textAt } from '../node.js'
import type { LoadedFile } from '../read-files.js'
import { type Builder, createBuilder, type Made } from './builder.js'
import { isOfBody, upgradedBody, upgradedParameter } from './parameters.js'
import { upgradedResponse, upgradedResponses } from './responses.js'
import { movedReference, upgradedSchema } from './schemas.js'
import { upgradedScheme } from './security.js'

const METHODS: ReadonlySet<string> = new Set('get put post delete options head patch'.split(' '))

/** What holds for every operation that does not say otherwise. */
interface Defaults {
  readonly consumes: readonly string[]
  readonly produces: readonly string[]
}

function isSwagger(value: unknown): boolean {
  return isDictionary(value) && /^2(?:\.0)?$/.test(String(value.swagger))
}

/**
 * A document of Swagger 2.0 as one of OpenAPI 3.0. Every part of it knows where it stands in the file, so that messages
 * are about what the user wrote.
 */
export function upgradeSwagger(file: LoadedFile): LoadedFile {
  if (!isSwagger(file.parsed.value) || file.parsed.faults.length > 0) return file
  const root: Node = { value: file.parsed.value, source: { file: file.name, pointer: '' } }
  const builder = createBuilder(file.name)
  const value = upgradedDocument(builder, root)
  const before = file.written
  const written: NonNullable<LoadedFile['written']> = (pointer) => {
    const location = builder.written(value, pointer)
    return before && location.file === file.name ? before(location.pointer) : location
  }
  return {
    ...file,
    parsed: { ...file.parsed, value },
    written,
    upgraded: { bodies: bodiesOf(root) },
  }
}

function bodiesOf(root: Node): Set<string> {
  const parameters = member(root, 'parameters')
  const bodies = (parameters ? members(parameters) : []).filter(([, each]) => isOfBody(each))
  return new Set(bodies.map(([, each]) => each.source.pointer))
}

function upgradedDocument(builder: Builder, root: Node): Made {
  const { set } = builder
  const made = builder.make(root)
  set(made, 'openapi', '3.0.4', member(root, 'swagger') ?? root)
  builder.take(made, root, 'info')
  const servers = serversOf(builder, root, root)
  if (servers) set(made, 'servers', servers, member(root, 'host') ?? root)
  const defaults = { consumes: textsAt(root, 'consumes'), produces: textsAt(root, 'produces') }
  const paths = member(root, 'paths')
  if (paths) set(made, 'paths', upgradedPaths(builder, root, paths, defaults), paths)
  const components = builder.make(root)
  const section = (from: string, to: string, upgrade: (node: Node) => unknown): void => {
    const node = member(root, from)
    if (!node) return
    const inside = builder.make(node)
    for (const [name, each] of members(node)) {
      const value = upgrade(each)
      if (value !== undefined) set(inside, name, value, each)
    }
    set(components, to, inside, node)
  }
  section('definitions', 'schemas', (node) => upgradedSchema(builder, node))
  // What belongs to a body is written into each operation that refers to it.
  section('parameters', 'parameters', (node) =>
    isOfBody(node) ? undefined : upgradedParameter(builder, node),
  )
  section('responses', 'responses', (node) => upgradedResponse(builder, node, defaults.produces))
  section('securityDefinitions', 'securitySchemes', (node) => upgradedScheme(builder, node))
  set(made, 'components', components, root)
  builder.take(made, root, 'security', 'tags', 'externalDocs')
  builder.takeExtensions(made, root)
  return made
}

/** Absent if the file says nothing of a server. The encrypted one comes first: it is what clients call. */
function serversOf(builder: Builder, root: Node, of: Node): unknown[] | undefined {
  const host = member(root, 'host')
  const basePath = member(root, 'basePath')
  const folder = String(basePath?.value ?? '/').replace(/\/$/, '')
  const server = (url: string): Made => {
    const made = builder.make(host ?? basePath ?? root)
    builder.set(made, 'url', url, host ?? basePath ?? root)
    return made
  }
  if (!host)
    return basePath ? builder.list(basePath, server(folder === '' ? '/' : folder)) : undefined
  const schemes = textsAt(of, 'schemes').filter((scheme) => /^https?$/.test(scheme))
  const sorted = schemes.length === 0 ? ['https'] : [...new Set(schemes)].sort().reverse()
  const urls = sorted.map((scheme) => server(`${scheme}://${String(host.value)}${folder}`))
  return builder.list(host, ...urls)
}

function upgradedPaths(builder: Builder, root: Node, paths: Node, defaults: Defaults): Made {
  const made = builder.make(paths)
  for (const [path, item] of members(paths)) {
    if (path.startsWith('x-') || !isDictionary(item.value)) {
      builder.set(made, path, builder.copy(item), item)
      continue
    }
    const upgraded = builder.make(item)
    builder.take(upgraded, item, '$ref')
    builder.takeExtensions(upgraded, item)
    const shared = parametersOf(root, item)
    const ofBodies = shared.filter((each) => isOfBody(each.target))
    const surplus = surplusBodies(ofBodies)
    const common = shared.filter((each) => !ofBodies.includes(each) || surplus.includes(each))
    addParameters(builder, upgraded, item, common)
    for (const [method, operation] of members(item)) {
      if (!METHODS.has(method)) continue
      const inherited = ofBodies.filter((each) => !surplus.includes(each))
      const value = upgradedOperation(builder, root, operation, inherited, defaults)
      builder.set(upgraded, method, value, operation)
    }
    builder.set(made, path, upgraded, item)
  }
  return made
}

/** A parameter as it was written, and what it refers to in this file. */
interface Given {
  readonly node: Node
  readonly target: Node
}

function upgradedOperation(
  builder: Builder,
  root: Node,
  node: Node,
  inherited: readonly Given[],
  defaults: Defaults,
): Made {
  const made = builder.make(node)
  builder.take(made, node, 'operationId', 'summary', 'description', 'tags', 'deprecated')
  builder.take(made, node, 'externalDocs', 'security')
  builder.takeExtensions(made, node)
  const consumes = member(node, 'consumes') ? textsAt(node, 'consumes') : defaults.consumes
  const produces = member(node, 'produces') ? textsAt(node, 'produces') : defaults.produces
  const own = parametersOf(root, node)
  const ofBody = own.filter((each) => isOfBody(each.target))
  const names = new Set(ofBody.map(({ target }) => textAt(target, 'name')))
  const bodies = [
    ...inherited.filter(({ target }) => !names.has(textAt(target, 'name'))),
    ...ofBody,
  ]
  const surplus = surplusBodies(bodies)
  addParameters(
    builder,
    made,
    node,
    own.filter((each) => !isOfBody(each.target) || surplus.includes(each)),
  )
  const body = upgradedBody(
    builder,
    bodies.map(({ target }) => target),
    consumes,
  )
  if (body) builder.set(made, 'requestBody', body, bodies[0]?.target ?? node)
  const responses = member(node, 'responses')
  if (responses) {
    builder.set(made, 'responses', upgradedResponses(builder, responses, produces), responses)
  }
  if (member(node, 'schemes')) {
    const servers = serversOf(builder, root, node)
    if (servers && member(root, 'host')) builder.set(made, 'servers', servers, node)
  }
  return made
}

function parametersOf(root: Node, node: Node): Given[] {
  return items(member(node, 'parameters')).map((each) => {
    const reference = textAt(each, '$ref')
    if (reference?.startsWith('#/') !== true) return { node: each, target: each }
    const found = parsePointer(reference.slice(1)).reduce<Node | undefined>(
      (at, token) => at && member(at, token),
      root,
    )
    return { node: each, target: found ?? each }
  })
}

/** An operation has one parameter `in: body`, or any number `in: formData`: what is beside it has no meaning. */
function surplusBodies(given: readonly Given[]): Given[] {
  const body = given.find(({ target }) => textAt(target, 'in') === 'body')
  return body ? given.filter((each) => each !== body) : []
}

/** It stays a parameter, in a place that there is not, which is reported where it was written. */
function surplusParameter(builder: Builder, node: Node, target: Node): Made {
  const made = builder.make(node)
  for (const key of ['name', 'in'])
    builder.set(made, key, textAt(target, key), member(node, key) ?? node)
  builder.set(made, 'schema', builder.make(node), node)
  return made
}

function addParameters(builder: Builder, made: Made, node: Node, given: readonly Given[]): void {
  const from = member(node, 'parameters')
  if (!from || given.length === 0) return
  const upgraded = given.map(({ node: each, target: found }) => {
    const target = textAt(each, '$ref')
    const reference = member(each, '$ref')
    if (isOfBody(found)) return [surplusParameter(builder, each, found), each] as const
    if (target === undefined || !reference) return [upgradedParameter(builder, each), each] as const
    const made = builder.make(each)
    builder.set(made, '$ref', movedReference(target), reference)
    return [made, each] as const
  })
  const list = builder.list(from, ...upgraded.map(([each]) => each))
  builder.set(made, 'parameters', list, from)
}

function textsAt(node: Node, key: string): string[] {
  return items(member(node, key)).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
}
