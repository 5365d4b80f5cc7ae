import { isDictionary } from '../../model/json.js'
import type { TextFault } from './parsed-text.js'

/**
 * A description language other than OpenAPI, OpenRPC and JSON Schema, and what to do with the file.
 */
export interface OtherLanguage {
  readonly message: string
  readonly help: string
}

const CONVERT = 'describe the service in OpenAPI 3 or OpenRPC, or convert the file to it'

/** The first words of texts that are neither JSON nor YAML, or that mean nothing to their parsers. */
const BEGINNINGS: readonly (readonly [RegExp, OtherLanguage])[] = [
  [
    /^#%RAML\b/,
    {
      message: 'this is RAML',
      help: 'Convert it to OpenAPI 3 (for example with webapi-parser or oas-raml-converter), and use the result.',
    },
  ],
  [
    /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<(?:\w+:)?(?:definitions|description)\b[^>]*wsdl/,
    {
      message: 'this is WSDL, the description of a SOAP service',
      help: 'SOAP is not supported; describe the JSON API of the service in OpenAPI 3.',
    },
  ],
  [
    /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<(?:\w+:)?application\b[^>]*wadl/,
    { message: 'this is WADL', help: `WADL is not supported; ${CONVERT}.` },
  ],
  [
    /^syntax\s*=\s*["']proto[23]["']/,
    {
      message: 'this is a Protocol Buffers file',
      help: 'Use the OpenAPI document that its gateway or `protoc-gen-openapi` generates from it.',
    },
  ],
  [
    /^(?:(?:extend\s+)?(?:type|interface|enum|input|union|scalar)\s+\w+\s*(?:[{=@&]|implements\s|$)|(?:extend\s+)?schema\s*[{@]|directive\s+@\w+)/m,
    {
      message: 'this is a GraphQL schema',
      help: 'For GraphQL, use a generator such as GraphQL Code Generator; tagwire reads OpenAPI 3 and OpenRPC.',
    },
  ],
  [
    /^\$version:\s*["']2/,
    {
      message: 'this is a Smithy model',
      help: 'Use the OpenAPI 3 document that `smithy build` generates from it.',
    },
  ],
  [
    /^FORMAT:\s*1A\b/,
    { message: 'this is API Blueprint', help: `API Blueprint is not supported; ${CONVERT}.` },
  ],
]

/**
 * Many files begin with comments and descriptions; beyond this length, the text is not examined further.
 */
const HEAD = 4000

/** Recognises texts in other languages, before a parser fails on them. */
export function findOtherLanguage(text: string): TextFault | undefined {
  const head = text.slice(0, HEAD).replace(/^\uFEFF/, '')
  if (head.startsWith('{')) return undefined
  const starts = [head.trimStart(), withoutComments(head)]
  const found = BEGINNINGS.find(([start]) => starts.some((each) => isStart(start, each)))
  return found && { ...found[1], offset: 0, code: 'TW1003' }
}

function isStart(pattern: RegExp, text: string): boolean {
  return pattern.exec(text)?.index === 0
}

function withoutComments(text: string): string {
  let rest = text.trimStart()
  for (let before = ''; before !== rest; ) {
    before = rest
    if (rest.startsWith('"""')) rest = behind(rest, '"""', 3)
    else if (rest.startsWith('#') || rest.startsWith('//')) rest = behind(rest, '\n', 0)
  }
  return rest
}

function behind(text: string, end: string, from: number): string {
  const at = text.indexOf(end, from)
  return at < 0 ? '' : text.slice(at + end.length).trimStart()
}

/** Recognises a parsed file in another language by a key that only that language has at the top. */
export function otherLanguageOf(value: unknown): OtherLanguage | undefined {
  if (!isDictionary(value)) return undefined
  const has = (key: string): boolean => Object.hasOwn(value, key)
  const inside = (key: string): object => {
    const found = has(key) ? value[key] : undefined
    return isDictionary(found) ? found : {}
  }
  if (has('swagger')) return swagger(value.swagger)
  if (has('asyncapi')) return ASYNC_API
  if ('__schema' in inside('data') || has('__schema')) return INTROSPECTION
  if (/getpostman\.com/.test(String(schemaIn(inside('info'))))) return POSTMAN
  if (has('_type') && String(value.__export_source).startsWith('insomnia')) return INSOMNIA
  if ('entries' in inside('log') && 'version' in inside('log')) return HAR
  if (has('overlay') && has('actions')) return OVERLAY
  if (has('arazzo')) return ARAZZO
  if (has('kind') && has('apiVersion')) return KUBERNETES
  if (has('name') && (has('dependencies') || has('scripts') || has('version'))) return PACKAGE
  return undefined
}

function schemaIn(info: object): unknown {
  return 'schema' in info ? info.schema : undefined
}

function swagger(version: unknown): OtherLanguage {
  return {
    message: `this is Swagger ${JSON.stringify(version)}, the language before OpenAPI 3`,
    help: 'Convert it to OpenAPI 3 first: `npx swagger2openapi FILE --outfile openapi.yaml --yaml`.',
  }
}

const ASYNC_API: OtherLanguage = {
  message: 'this is AsyncAPI, which describes messages over brokers',
  help: 'AsyncAPI is not supported. If its schemas are JSON Schema files, pass one of those; HTTP and JSON-RPC are described in OpenAPI 3 and OpenRPC.',
}

const INTROSPECTION: OtherLanguage = {
  message: 'this is the introspection result of a GraphQL service',
  help: 'For GraphQL, use a generator such as GraphQL Code Generator; tagwire reads OpenAPI 3 and OpenRPC.',
}

const POSTMAN: OtherLanguage = {
  message: 'this is a Postman collection',
  help: 'Convert it to OpenAPI 3 first: `npx postman-to-openapi FILE openapi.yaml`, or export the API from Postman as OpenAPI.',
}

const INSOMNIA: OtherLanguage = {
  message: 'this is an Insomnia export',
  help: 'Export the design document of the collection as OpenAPI 3, and use that.',
}

const HAR: OtherLanguage = {
  message: 'this is a HAR file: recorded requests, not the description of a service',
  help: 'Describe the service in OpenAPI 3; `tagwire probe SPEC --samples DIR` compares recorded responses with it.',
}

const OVERLAY: OtherLanguage = {
  message: 'this is an OpenAPI Overlay, which changes another document',
  help: 'Set `spec` in the configuration to the document, and `overlay` to this file.',
}

const ARAZZO: OtherLanguage = {
  message: 'this is Arazzo, which describes workflows over other documents',
  help: 'Use the OpenAPI documents in its `sourceDescriptions`.',
}

const KUBERNETES: OtherLanguage = {
  message: 'this is a Kubernetes resource',
  help: 'Use the OpenAPI document of the service, or of the cluster (`kubectl get --raw /openapi/v3`).',
}

const PACKAGE: OtherLanguage = {
  message: 'this is a package.json, not a document',
  help: 'Specify the OpenAPI or OpenRPC file instead.',
}
