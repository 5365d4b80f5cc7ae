import { inputForm } from '../model/inputs.js'
import type { Operation, Parameter } from '../model/operation.js'
import { inputText } from './inputs.js'
import { outputText, shapeText } from './outputs.js'
import {
  type EmittedFile,
  type ModuleScope,
  moduleScope,
  moduleText,
  type PackageView,
} from './package-view.js'
import { docBlock } from './typescript/doc.js'
import { LINE_WIDTH, objectKey, stringLiteral } from './typescript/text.js'
import { type Value, valueText } from './typescript/value-text.js'
import { readErrors, texts } from './words.js'

const RUNTIME = '@tagwire/runtime/rpc'

/** What the client knows about each method: its name, its parameters, and when it may be repeated. */
export function emitRpcMethods(view: PackageView): EmittedFile {
  const scope = moduleScope(view, 'methods')
  return {
    path: 'src/methods.ts',
    text: moduleText(view, scope, [methodTable(view, scope), ...errorTable(view, scope)]),
  }
}

function methodTable(view: PackageView, scope: ModuleScope): string {
  const type = scope.imports.type('RpcMethod', RUNTIME)
  const types = view.model.operations.map((each) => {
    const params =
      inputForm(each).form === 'none' ? 'object' : inputText(scope, inputForm(each), shapeText)
    return `  readonly ${objectKey(each.name)}: ${type}<${params}, ${outputText(scope, each)}>\n`
  })
  const values = view.model.operations.map((each) => {
    const head = `  ${objectKey(each.name)}: `
    return `${head}${methodText(scope, each, head.length)},\n`
  })
  const doc = docBlock({ text: 'The methods of the server: what a call needs to know about each.' })
  return `${doc}export const methods: {\n${types.join('')}} = {\n${values.join('')}}\n`
}

/** `method('block', 'safe', [integer('height')])` */
function methodText(scope: ModuleScope, operation: Operation, used: number): string {
  const make = scope.imports.value('method', RUNTIME)
  const transports = texts(operation.words.transports)
  const { requires } = operation.words
  const limits: Readonly<Record<string, Value>> = {
    ...(transports.length > 0 ? { transports } : {}),
    ...(typeof requires === 'string' ? { requires } : {}),
  }
  const params = operation.input.parameters.map((each) => parameterText(scope, each))
  const limited = Object.keys(limits).length > 0
  const head = [stringLiteral(operation.id), stringLiteral(operation.safe ? 'safe' : 'once')]
  const flatParams = params.length > 0 || limited ? [`[${params.join(', ')}]`] : []
  const parts = [...head, ...flatParams, ...(limited ? [valueText(limits, 0, 0)] : [])]
  const flat = `${make}(${parts.join(', ')})`
  if (used + flat.length < LINE_WIDTH) return flat
  if (!limited) return `${make}(${head.join(', ')}, [\n${linesOf(params, 4)}  ])`
  const hugged = `${make}(${parts.slice(0, -1).join(', ')}, {`
  if (used + hugged.length <= LINE_WIDTH) return `${hugged}\n${limitLines(limits)}  })`
  return `${make}(\n${linesOf(parts, 4)}  )`
}

function linesOf(items: readonly string[], indent: number): string {
  return items.map((item) => `${' '.repeat(indent)}${item},\n`).join('')
}

function limitLines(limits: Readonly<Record<string, Value>>): string {
  const members = Object.entries(limits).map(([key, value]) => `${key}: ${valueText(value, 4, 4)}`)
  return linesOf(members, 4)
}

/** The encodings that have a name; `jsonrpc uri` of the vocabulary. */
const NAMED: Readonly<Record<string, string>> = {
  'decimal-string decimal': 'integer',
  'base64 0x-hex': 'bytes',
  'hex 0x-hex': 'hexBytes',
  'json quoted': 'text',
  'json json': 'json',
}

function parameterText(scope: ModuleScope, { name, encoding, required }: Parameter): string {
  const { jsonrpc, uri } = encoding ?? { jsonrpc: 'json', uri: 'json' }
  const maker = NAMED[`${jsonrpc} ${uri}`]
  const text = maker
    ? `${scope.imports.value(maker, RUNTIME)}(${stringLiteral(name)})`
    : valueText({ name, jsonrpc, uri }, 0, 0)
  return required ? `${scope.imports.value('required', RUNTIME)}(${text})` : text
}

/** How the texts of errors become reasons, and the reasons there are. */
function errorTable({ model }: PackageView, scope: ModuleScope): string[] {
  const rules = readErrors(model.words)
  if (rules.length === 0) return []
  const type = scope.imports.type('RpcErrorRule', RUNTIME)
  const values = rules.map(({ reason, code, match }) => {
    const rule = { reason, ...(code === undefined ? {} : { code }), match }
    return `  ${valueText(rule, 2, 3)},\n`
  })
  const doc = docBlock({ text: 'Texts of errors and what they mean; the first that fits counts.' })
  return [`${doc}export const errorRules: readonly ${type}[] = [\n${values.join('')}]\n`]
}
