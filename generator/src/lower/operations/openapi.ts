import type { Report } from '../../diagnostics/diagnostic.js'
import type { Model } from '../../model/model.js'
import { pascalCase } from '../../model/names.js'
import type { OperationNaming } from '../../model/naming.js'
import type { Failure, Operation, Output } from '../../model/operations/operation.js'
import { statusOf } from '../../model/operations/status.js'
import type { Server } from '../../model/servers/server.js'
import type { Document } from '../../source/document.js'
import { items, member, members, type Node, textAt } from '../../source/node.js'
import { documentInfo, tagNames } from '../document-info.js'
import { operationExtensions } from '../extensions.js'
import { formerMethods } from '../names/former-names.js'
import { resolve } from '../resolve.js'
import type { Depth } from '../rules/declared-rules.js'
import { describe } from '../schemas/describe.js'
import { plainText } from '../schemas/plain-text.js'
import { createSchemaLowering, type SchemaLowering } from '../schemas/read-declarations.js'
import { bodyOf, contentsOf, headersOf, sentBody } from './contents.js'
import { httpExample } from './examples.js'
import { sendableMethod } from './http-methods.js'
import { callbacksOf, incomingOf } from './incoming.js'
import { createFirstOf, createMethodNames, type OperationLowering } from './method-names.js'
import { type OperationPath, parametersOf } from './parameters.js'
import { schemesOfOperation, securityOf } from './security.js'
import { ownServersOf } from './servers.js'
import { streamSwitchOf } from './stream-switch.js'
import { worldOf } from './world.js'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY'])

export function lowerOpenApi(
  document: Document,
  report: Report,
  depth: Depth,
  rule: OperationNaming | undefined,
): Model {
  const { root } = document
  const components = member(root, 'components')
  const schemas = components ? member(components, 'schemas') : undefined
  const lowering = {
    ...createSchemaLowering(document, schemas ? [schemas] : [], report, depth),
    methodName: createMethodNames(report, rule),
    firstOf: createFirstOf(),
  }
  const operations = pathItems(lowering, member(root, 'paths')).flatMap(([path, node]) =>
    operationsOf(lowering, path, node),
  )
  const security = securityOf(lowering, components)
  const webhooks = incomingOf(lowering, member(root, 'webhooks'), 'Webhook')
  return {
    ...documentInfo(root, 'openapi', report),
    operations,
    // Has to come last: every operation and webhook above may have named a schema.
    declarations: lowering.declarations(),
    ...security,
    ...(webhooks.length > 0 ? { webhooks } : {}),
    ...worldOf(lowering, root),
  }
}

function pathItems(lowering: SchemaLowering, paths: Node | undefined): [string, Node][] {
  if (!paths) return []
  return members(paths)
    .filter(([path]) => path.startsWith('/'))
    .map(([path, node]) => [path, resolve(lowering, node)])
}

function operationsOf(lowering: OperationLowering, path: string, item: Node): Operation[] {
  const shared = items(member(item, 'parameters'))
  const servers = ownServersOf(item, lowering.report)
  const fixed = METHODS.flatMap((method) => {
    const node = member(item, method)
    return node ? [[method.toUpperCase(), node] as const] : []
  })
  const additional = member(item, 'additionalOperations')
  // Their keys are sent as is: `copy` and `COPY` are different methods.
  const extra = additional ? members(additional) : []
  return [...fixed, ...extra].flatMap(([method, node]) =>
    sendableMethod(method, node, lowering.report)
      ? [lowerOperation(lowering, { path, method, shared }, resolve(lowering, node), servers)]
      : [],
  )
}

function lowerOperation(
  lowering: OperationLowering,
  at: OperationPath,
  node: Node,
  ofPath: readonly Server[] | undefined,
): Operation {
  const servers = ownServersOf(node, lowering.report) ?? ofPath
  const written = textAt(node, 'operationId')
  const first = written === undefined ? node : lowering.firstOf(written, node)
  const given = first === node ? written : undefined
  const tags = tagNames(member(node, 'tags'))
  const name = lowering.methodName(node, given ?? wordsOfPath(at), {
    operationId: given,
    method: at.method,
    path: at.path,
    tags,
  })
  if (written === undefined) warnUnnamed(lowering, at, node, name)
  else if (first !== node) warnRepeated(lowering, written, node, first, name)
  const id = given ?? name
  const typeName = pascalCase(name)
  const parameters = parametersOf(lowering, at, node, typeName)
  const requestBody = sentBody(lowering, at.method, node)
  const body = requestBody && bodyOf(lowering, requestBody, `${typeName}Request`)
  const { outputs, failures } = responsesOf(lowering, node, typeName)
  const callbacks = callbacksOf(lowering, node, typeName)
  const streamSwitch = streamSwitchOf(node, parameters)
  const summary = textAt(node, 'summary')
  const safe = member(node, 'x-tagwire-safe')
  const idempotent = member(node, 'x-tagwire-idempotent')
  return {
    ...describe(node),
    id,
    name,
    ...formerMethods(node, name),
    ...(summary ? { summary: plainText(summary) } : {}),
    tags,
    input: { parameters, ...(body ? { body } : {}) },
    outputs,
    failures,
    ...(callbacks.length > 0 ? { callbacks } : {}),
    binding: { kind: 'http', method: at.method, path: at.path },
    ...(servers ? { servers } : {}),
    ...(streamSwitch ? { streamSwitch } : {}),
    safe: safe ? safe.value === true : SAFE.has(at.method),
    idempotent: idempotent ? idempotent.value === true : SAFE.has(at.method),
    ...schemesOfOperation(lowering, node),
    extensions: operationExtensions(lowering, node),
    ...httpExample(lowering, node, requestBody),
  }
}

/**
 * The name of an operation, from its path; different paths may still become the same identifier.
 */
function wordsOfPath({ method, path }: OperationPath): string {
  return `${method.toLowerCase()} ${path.replaceAll('{', 'by ').replaceAll('}', '')}`
}

function warnUnnamed(
  lowering: SchemaLowering,
  { method, path }: OperationPath,
  node: Node,
  name: string,
): void {
  lowering.report({
    code: 'TW5002',
    severity: 'warning',
    message: `${method} ${path} has no operationId; its method is called ${name}`,
    at: node.source,
  })
}

/** If an id is repeated, the first operation keeps the name. */
function warnRepeated(
  lowering: SchemaLowering,
  id: string,
  node: Node,
  first: Node,
  name: string,
): void {
  lowering.report({
    code: 'TW5001',
    severity: 'warning',
    message: `${JSON.stringify(id)} is the name of two operations; this one is called ${name}`,
    at: node.source,
    also: { message: 'the first one is here', at: first.source },
  })
}

function responsesOf(
  lowering: SchemaLowering,
  node: Node,
  typeName: string,
): { outputs: Output[]; failures: Failure[] } {
  const outputs: Output[] = []
  const failures: Failure[] = []
  const responses = member(node, 'responses')
  for (const [key, each] of responses ? members(responses) : []) {
    const status = statusOf(key)
    if (status === undefined) continue
    const response = resolve(lowering, each)
    // `default` alone describes every response, including success.
    const all = status === 'default' && !members(responses ?? each).some(([key]) => /^2/.test(key))
    const good = /^2/.test(status) || all
    const ending = good && outputs.length === 0 ? 'Response' : `Response${pascalCase(status)}`
    const contents = contentsOf(lowering, member(response, 'content'), typeName + ending)
    const headers = headersOf(
      lowering,
      member(response, 'headers'),
      good ? typeName + ending : undefined,
    )
    const entry = {
      ...describe(response),
      source: each.source,
      status,
      contents,
      ...(headers.length > 0 ? { headers } : {}),
    }
    if (good) outputs.push(entry)
    if (!good || all) failures.push(entry)
  }
  return { outputs, failures }
}
