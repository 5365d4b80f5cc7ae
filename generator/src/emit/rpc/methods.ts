import { inputForm } from '../../model/inputs.js'
import type { Operation, Parameter } from '../../model/operation.js'
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
import { print, typeArguments, word } from '../typescript/layout.js'
import { objectKey } from '../typescript/text.js'
import { type Value, valueText } from '../typescript/value-text.js'
import { readErrors, texts } from '../words.js'

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
    const head = `  readonly ${objectKey(each.name)}: `
    const value = typeArguments(type, [word(params), word(outputText(scope, each))])
    return `${head}${print(value, 2, head.length)}\n`
  })
  const rows = view.model.operations.map((each) => `  ${objectKey(each.name)}: ${rowText(each)},\n`)
  const make = scope.imports.value('methodTable', RUNTIME)
  const doc = docBlock({ text: 'The methods of the server: what a call needs to know about each.' })
  return `${doc}export const methods: {\n${types.join('')}} = /*@__PURE__*/ ${make}({\n${rows.join('')}})\n`
}

/** `[{ hash: 'bytes!' }, { safe: false }]`: the parameters, and what is special. */
function rowText({ name, id, safe, words, input, outputs, binding }: Operation): string {
  const transports = texts(words.transports)
  const { requires } = words
  const special: Readonly<Record<string, Value>> = {
    ...(snakeCase(name) === id ? {} : { name: id }),
    ...(safe ? {} : { safe }),
    ...(binding.kind === 'call' && binding.byPosition ? { byPosition: true } : {}),
    ...(outputs.length === 0 ? { notifies: true } : {}),
    ...(transports.length > 0 ? { transports } : {}),
    ...(typeof requires === 'string' ? { requires } : {}),
  }
  const params = Object.fromEntries(input.parameters.map((each) => [each.name, paramKind(each)]))
  const isSpecial = Object.keys(special).length > 0
  if (!isSpecial && input.parameters.length === 0) return '[]'
  return valueText(isSpecial ? [params, special] : [params], 2, name.length + 5)
}

/** What the runtime makes of the name of a method. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The encodings that have a name; `jsonrpc uri` of the vocabulary. */
const NAMED: Readonly<Record<string, string>> = {
  'decimal-string decimal': 'integer',
  'base64 0x-hex': 'bytes',
  'hex 0x-hex': 'hex',
  'json quoted': 'text',
  'json json': 'json',
}

function paramKind({ encoding, required }: Parameter): Value {
  const { jsonrpc, uri } = encoding ?? { jsonrpc: 'json', uri: 'json' }
  const kind = NAMED[`${jsonrpc} ${uri}`]
  if (kind) return required ? `${kind}!` : kind
  return { jsonrpc, uri, ...(required ? { required } : {}) }
}

/** How the texts of errors become reasons, and the reasons there are. */
function errorTable({ model }: PackageView, scope: ModuleScope): string[] {
  const rules = readErrors(model.words)
  if (rules.length === 0) return []
  const type = scope.imports.type('RpcErrorRule', RUNTIME)
  const make = scope.imports.value('errorTable', RUNTIME)
  const values = rules.map(({ reason, code, match }) => {
    const rule = code === undefined ? [reason, match] : [reason, match, code]
    return `  ${valueText(rule, 2, 3)},\n`
  })
  const doc = docBlock({ text: 'Texts of errors and what they mean; the first that fits counts.' })
  return [
    `${doc}export const errorRules: readonly ${type}[] = /*@__PURE__*/ ${make}([\n${values.join('')}])\n`,
  ]
}
