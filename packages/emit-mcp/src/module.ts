import type { EmitterContext, EmitterFile, Exported, ModuleBuilder, Value } from 'tagwire/emitter'
import { callable } from './tools.js'

const SERVER = '@tagwire/emit-mcp/service'

/** Where the tools are, and the types of their inputs. */
export interface ToolLists {
  readonly tools: Exported
  readonly types: Exported
}

/** `src/mcp.ts`: the description of the service for the server, and the program. */
export function serviceFile(context: EmitterContext, lists: ToolLists): EmitterFile {
  const { model, names, structures } = context
  const { memberText, objectText, stringLiteral, valueText } = structures
  const module = structures.module('mcp', ['service'])
  const { value, type } = module.imports
  const isHttp = model.document.language === 'openapi'
  const url = model.servers.map((each) => each.url).find((each) => /^https?:\/\//.test(each))
  const json = `{ parse: ${isHttp && value('parseExactJson', names.runtime)}, stringify: ${isHttp && value('stringifyExactJson', names.runtime)} }`
  const service = objectText([
    memberText('name', stringLiteral(names.package)),
    memberText('title', stringLiteral(model.title)),
    memberText('version', stringLiteral(model.version)),
    ...(url === undefined ? [] : [memberText('url', stringLiteral(url))]),
    value(lists.tools),
    value(lists.types),
    memberText('credentials', valueText(credentialSources(context))),
    ...(isHttp ? [memberText('json', json)] : []),
    ...(isHttp && names.requestValidators !== undefined
      ? [memberText('requests', value(names.requestValidators))]
      : []),
    `connect: ${connect(context, module)}`,
  ])
  return module.file([
    structures.exportedConstant({
      name: 'service',
      docs: structures.docs('The service, described for the Model Context Protocol server.'),
      type: type('McpService', SERVER),
      value: service,
    }),
    `// Only if Node was started with this module.\n${value('runIfStarted', SERVER)}(service, import.meta.url)`,
  ])
}

/** `ROUTING_API_KEY` for a single key, or one variable per scheme if there are several. */
function credentialSources({ model, names }: EmitterContext): { readonly [name: string]: Value }[] {
  const prefix = variable(names.client.client.replace(/Client$/, ''))
  if (model.credential) return [{ variable: `${prefix}_API_KEY`, name: 'apiKey' }]
  const schemes = model.schemes ?? []
  if (schemes.length === 0)
    return [{ variable: `${prefix}_AUTHORIZATION`, name: 'authorization', header: true }]
  return schemes.map((each) => ({ variable: `${prefix}_${variable(each.name)}`, name: each.name }))
}

/** `NodeRpc` and `api-key` → `NODE_RPC` and `API_KEY`. */
function variable(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/[^A-Za-z\d]+/g, '_')
  return words.replace(/^_+|_+$/g, '').toUpperCase()
}

function connect(context: EmitterContext, module: ModuleBuilder): string {
  const { names } = context
  const make = module.imports.value(names.client.create, names.client.module)
  const isHttp = context.model.document.language === 'openapi'
  const options = isHttp ? httpOptions(context, module) : rpcOptions(context, module)
  const given = /\bcredentials\b/.test(options) ? 'url, headers, credentials' : 'url, headers'
  return `({ ${given} }) => {
    const client = ${make}(${options})
    return ${calls(context, module)}
  }`
}

function rpcOptions({ names }: EmitterContext, { imports }: ModuleBuilder): string {
  return `{ transport: ${imports.value('http', names.runtime)}(url, { headers }) }`
}

function httpOptions({ model, structures }: EmitterContext, { imports }: ModuleBuilder): string {
  const { memberText, objectText, objectKey, valueText } = structures
  // Not `credentials.token`: careful users have the compiler refuse that for a name that need not be there.
  const credential = (name: string): string => `credentials[${valueText(name)}]`
  const schemes = (model.schemes ?? []).map(({ name, kind }) => {
    const given = credential(name)
    const basic = kind === 'basic' ? `${imports.value('basicCredential', SERVER)}(${given})` : given
    return `${objectKey(name)}: ${basic}`
  })
  return objectText([
    'baseUrl: url',
    'headers',
    ...(model.credential ? [`apiKey: ${credential('apiKey')}`] : []),
    ...(schemes.length > 0 ? [memberText('credentials', objectText(schemes))] : []),
  ])
}

/** `route: (input: RouteRequest, options) => client.route(input, options)` */
function calls(context: EmitterContext, module: ModuleBuilder): string {
  const { names, structures } = context
  const { objectKey, objectText, propertyAccess } = structures
  return objectText(
    callable(context).flatMap((operation) => {
      const { method, input, required } = names.operation(operation)
      if (method === undefined) return []
      const called = `client${propertyAccess(method)}`
      if (input === 'none')
        return [`${objectKey(operation.name)}: (_: undefined, options) => ${called}(options)`]
      // A method with a single response takes fewer options than one that streams.
      const type = operation.streamSwitch
        ? `Parameters<typeof ${called}>[0]`
        : `${module.inputOf(operation)}${required ? '' : ' | undefined'}`
      return [
        `${objectKey(operation.name)}: (input: ${type}, options) => ${called}(input, options)`,
      ]
    }),
  )
}
