import type { FunctionDeclarationStructure } from '#ts-morph'
import { asTagged, exportsOf } from '../../model/exported-names.js'
import { freeName, pascalCase } from '../../model/names.js'
import { namesIn } from '../../model/shapes/parts.js'
import type { Declaration } from '../../model/shapes/shape.js'
import type { PackageView } from '../../view/package-view.js'
import { withAliases } from '../former-names.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { DECODE } from '../runtime-entries.js'
import { declarationSides } from '../types/types.js'
import { docs, linked } from '../typescript/doc.js'
import {
  constant,
  type EmittedModule,
  exportedConstant,
  exportedFunction,
  type Statement,
} from '../typescript/structures.js'
import { type Row, tableOf } from '../typescript/table.js'
import { pureCall } from '../typescript/value-text.js'
import { unionStatements } from '../unions/unions.js'
import { clientDecodes, decodedShape, decodingOf } from './decoded-model.js'
import { decodedAliases, decodedNames } from './decoded-names.js'
import { earlierDecoders, type NamedEntry, stem } from './earlier-decoders.js'
import { type DecoderEntry, responseDecoders } from './responses.js'
import { type StepScope, stepText } from './steps.js'

/** The module with decoders of every type that contains text in a decodable format. */
export function emitDecode(view: PackageView): EmittedModule | undefined {
  const { declarations } = view.model
  const decoding = decodingOf(view)
  const decoded = decoding.names
  if (decoded.size === 0) return undefined
  const changed = declarations.filter(({ name }) => decoded.has(name))
  const names = decodedNames(changed, view.names)
  const nameOf = (wire: string): string => names.get(wire)?.name ?? wire
  const takenNames = new Set([...view.names, ...changed.map(({ name }) => nameOf(name))])
  const madeOf = (sent: boolean): Declaration[] =>
    changed.map(({ examples: _, ...each }) => ({
      ...each,
      ...names.get(each.name),
      aliases: decodedAliases(each, takenNames),
      shape: decodedShape(each.shape, { decoding, nameOf, sent }),
    }))
  const made = madeOf(false)
  const sent = madeOf(true)
  const own = decodedView(view, made, nameOf)
  const taken = new Set([...own.names, ...view.names])
  const scope = moduleScope(
    own,
    'decode',
    [...own.names].filter((name) => !view.names.has(name)),
    view.names,
  )
  const free = (name: string): string => {
    const found = freeName(name, taken)
    taken.add(found)
    return found
  }
  const steps = new Map(changed.map(({ name }) => [name, free(`${stem(name)}Step`)]))
  const emitted = new Set<string>()
  const stepOf = (name: string): string => {
    const step = steps.get(name) ?? ''
    return emitted.has(name) ? step : pureCall(scope.imports.value('lazy', DECODE), `() => ${step}`)
  }
  const stepScope: StepScope = { imports: scope.imports, decoding, stepOf }
  const constants = inOrderOfUse(changed).map((each) => {
    const value = stepText(each.shape, stepScope)
    emitted.add(each.name)
    const type = scope.imports.type('Step', DECODE)
    return constant({ name: steps.get(each.name) ?? '', type, value })
  })
  const types = made.flatMap((each, index): Statement[] => {
    const union = asTagged(each)
    const statements = union
      ? unionStatements({ view: own, scope, declaration: union })
      : declarationSides(own, scope, each, sent[index])
    return withAliases(own, each, statements)
  })
  const entries = changed.flatMap(({ name }): DecoderEntry[] => {
    const step = steps.get(name) ?? ''
    const one = { key: name, wire: scope.received.refer(name), decoded: nameOf(name), step }
    const input = view.inputTypeNames.get(name)
    const inputType = own.inputTypeNames.get(nameOf(name))
    if (input === undefined || inputType === undefined) return [one]
    return [one, { key: input, wire: scope.sent.refer(name), decoded: inputType, step }]
  })
  const named = entries.map((entry) => ({ ...entry, name: free(`${stem(entry.key)}Decoder`) }))
  const functions = named.map((each) =>
    functionsFor(each, free, scope.imports.type('DecodeOptions', DECODE)),
  )
  const earlier = earlierDecoders(changed, named, functions, taken)
  const decoder = scope.imports.value('decoder', DECODE)
  const decoderType = scope.imports.type('Decoder', DECODE)
  const responses = responseDecoders({
    view: own,
    wire: view,
    scope,
    stepScope,
    nameOf,
    decoders: new Map(named.map((each) => [each.key, each])),
  })
  return moduleOf('src/decode.ts', scope, [
    ...types,
    ...constants,
    ...named.map((each) =>
      exportedConstant({
        name: each.name,
        docs: docs(`Decodes ${linked(each.wire)}, and encodes it again.`),
        type: `${decoderType}<${each.wire}, ${each.decoded}>`,
        value: pureCall(decoder, each.step),
      }),
    ),
    ...functions.flat(),
    ...earlier.constants,
    ...responses.constants,
    table(
      'decoders',
      'The decoders of all types that decoding changes, by name.',
      [...named, ...earlier.entries],
      decoderType,
    ),
    ...(responses.rows.length > 0 ? [responseTable(view, scope, responses.rows)] : []),
  ])
}

/** `decodeBlock`, `encodeBlock` */
function functionsFor(
  { key, wire, decoded, name }: NamedEntry,
  free: (name: string) => string,
  options: string,
): FunctionDeclarationStructure[] {
  return [
    exportedFunction({
      name: free(`decode${pascalCase(key)}`),
      docs: docs(`${linked(wire)} with decoded values.`.replace(/^an? /, 'The ')),
      parameters: [
        { name: 'value', type: wire },
        { name: 'options', type: `${options}<'throw'>`, hasQuestionToken: true },
      ],
      returnType: decoded,
      statements: [`return ${name}.decode(value, options)`],
    }),
    exportedFunction({
      name: free(`encode${pascalCase(key)}`),
      docs: docs(`The {@link ${wire}} in JSON.`),
      parameters: [{ name: 'value', type: decoded }],
      returnType: wire,
      statements: [`return ${name}.encode(value)`],
    }),
  ]
}

function table(
  name: string,
  text: string,
  entries: readonly NamedEntry[],
  decoderType: string,
): Statement {
  const rows = entries.map(({ wire, decoded, ...each }): Row => {
    return { ...each, type: `${decoderType}<${wire}, ${decoded}>`, value: each.name }
  })
  return exportedConstant({ name, docs: docs(text), ...tableOf(rows) })
}

function responseTable(
  view: PackageView,
  { imports }: ModuleScope,
  rows: readonly Row[],
): Statement {
  const text =
    clientDecodes(view) === 'always'
      ? 'The decoders of method results, which the client uses.'
      : 'The decoders of method results: with `decode: responseDecoders`, the client returns decoded values.'
  const { type, value } = tableOf(rows)
  return exportedConstant({
    name: 'responseDecoders',
    docs: docs(text),
    type: `${imports.type('ResponseDecoders', DECODE)}<${type}>`,
    value: pureCall(imports.value('decodersOf', DECODE), value),
  })
}

/** The package as seen by this module: its own types as well as the wire types. */
function decodedView(
  view: PackageView,
  made: readonly Declaration[],
  nameOf: (wire: string) => string,
): PackageView {
  const own = new Set(made.map(({ name }) => name))
  const taken = new Set([...view.names, ...made.flatMap(exportsOf)])
  const sent = [...view.inputTypeNames].flatMap(([name, input]): [string, string][] =>
    own.has(nameOf(name)) ? [[nameOf(name), freeName(`Decoded${pascalCase(input)}`, taken)]] : [],
  )
  const inputTypeNames = new Map([...view.inputTypeNames, ...sent])
  return {
    ...view,
    model: { ...view.model, declarations: made },
    homeOf: (name) => (own.has(name) ? 'decode' : view.homeOf(name)),
    names: new Set([...view.names, ...made.flatMap(exportsOf), ...sent.map(([, name]) => name)]),
    inputTypeNames,
  }
}

/** Dependencies come first, so that only recursive ones have to be looked up later. */
function inOrderOfUse(declarations: readonly Declaration[]): Declaration[] {
  const byName = new Map(declarations.map((each) => [each.name, each]))
  const ordered = new Set<Declaration>()
  const entered = new Set<string>()
  for (const start of declarations) {
    const open = [{ declaration: start, uses: usesOf(start) }]
    while (open.length > 0) {
      const at = open.at(-1)
      if (!at) break
      entered.add(at.declaration.name)
      const next = byName.get(at.uses.pop() ?? '')
      if (next && !entered.has(next.name)) open.push({ declaration: next, uses: usesOf(next) })
      else if (at.uses.length === 0) {
        ordered.add(at.declaration)
        open.pop()
      }
    }
  }
  return [...ordered]
}

function usesOf({ shape }: Declaration): string[] {
  return namesIn(shape).reverse()
}
