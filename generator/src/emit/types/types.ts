import { atLeastOne } from '../../model/at-least-one.js'
import type { Declaration } from '../../model/shape.js'
import {
  type EmittedFile,
  type ModuleScope,
  moduleScope,
  moduleText,
  type PackageView,
  seeTag,
} from '../package-view.js'
import { docBlock, docOf } from '../typescript/doc.js'
import {
  aliasText,
  fieldsText,
  formatTag,
  type ShapeScope,
  shapeLayout,
} from '../typescript/shape-text.js'
import { stringLiteral } from '../typescript/text.js'

/** Every named schema that is neither a tagged union nor an enumeration of strings. */
export function emitTypes(view: PackageView): EmittedFile | undefined {
  const scope = moduleScope(view, 'types')
  const blocks = view.model.declarations
    .filter((declaration) => view.homeOf(declaration.name) === 'types')
    .flatMap((declaration) => declarationBlocks(view, scope, declaration))
  if (blocks.length === 0) return undefined
  return { path: 'src/types.ts', text: moduleText(view, scope, blocks) }
}

function declarationBlocks(
  view: PackageView,
  scope: ModuleScope,
  declaration: Declaration,
): string[] {
  const either = atLeastOne(view.model, declaration)
  if (either.length > 0) return [eitherText(declaration, either, scope)]
  const received = declarationText(declaration, declaration.name, scope.received)
  const input = view.twoSided.get(declaration.name)
  if (input === undefined) return [received]
  return [received, declarationText(declaration, input, scope.sent)]
}

/** Each time that at least one of several members is asked for goes around the members. */
function eitherText(
  declaration: Declaration,
  either: readonly (readonly string[])[],
  scope: ModuleScope,
): string {
  const { name, shape } = declaration
  if (shape.kind !== 'record') throw new TypeError('only records have members')
  const wrapper = scope.imports.type('AtLeastOne', '@tagwire/runtime/core')
  const text = either.reduceRight(
    (inner, names, depth) => {
      const pad = '  '.repeat(depth + 1)
      const list = names.map(stringLiteral).join(' | ')
      return `${wrapper}<\n${pad}${list},\n${pad}${inner}\n${'  '.repeat(depth)}>`
    },
    `{\n${fieldsText(shape.fields, shape.rest, scope.sent, 2 + 2 * either.length)}${'  '.repeat(either.length)}}`,
  )
  const doc = docBlock(docOf(declaration, formatTag(shape), seeTag(declaration)))
  return `${doc}export type ${name} = ${text}\n`
}

function declarationText(declaration: Declaration, name: string, scope: ShapeScope): string {
  const { shape } = declaration
  const doc = docBlock(docOf(declaration, formatTag(shape), seeTag(declaration)))
  if (shape.kind !== 'record') return doc + aliasText(name, shapeLayout(shape, scope))
  const body = fieldsText(shape.fields, shape.rest, scope, 2)
  return `${doc}export interface ${name} {${body === '' ? '' : `\n${body}`}}\n`
}
