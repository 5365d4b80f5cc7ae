import { type EnumDeclaration, enumNames, stringEnumsIn } from '../../model/exported-names.js'
import {
  type EmittedFile,
  moduleScope,
  moduleText,
  type PackageView,
  seeTag,
} from '../package-view.js'
import { docBlock, docOf, linked } from '../typescript/doc.js'
import { callText, functionText } from '../typescript/function-text.js'
import { arrayOf, unionOf, word } from '../typescript/layout.js'
import { aliasText, enumerationMembers } from '../typescript/shape-text.js'
import { literal } from '../typescript/text.js'

/** String enumerations: an open type, the values known today, and a guard for them. */
export function emitEnums(view: PackageView): EmittedFile | undefined {
  const enums = stringEnumsIn(view.model.declarations)
  if (enums.length === 0) return undefined
  const scope = moduleScope(view, 'enums')
  const isOneOf = scope.imports.value('isOneOf', '@tagwire/runtime/union')
  const blocks = enums.flatMap((declaration) => enumBlocks(declaration, isOneOf))
  return { path: 'src/enums.ts', text: moduleText(view, scope, blocks) }
}

function enumBlocks(declaration: EnumDeclaration, isOneOf: string): string[] {
  const { name, shape, nullable } = declaration
  const { values, guard } = enumNames(declaration)
  const known = shape.values.map(literal)
  const members = enumerationMembers(shape.values, shape.open !== false)
  return [
    docBlock(docOf(declaration, seeTag(declaration))) +
      aliasText(name, unionOf([...members, ...(nullable ? [word('null')] : [])])),
    docBlock({ text: `The values of {@link ${name}} that this version knows.` }) +
      constantText(values, known),
    docBlock({ text: `Whether this version knows the value of ${linked(name)}.` }) +
      functionText({
        name: guard,
        parameters: ['value: unknown'],
        result: `value is (typeof ${values})[number]`,
        body: `return ${isOneOf}(${values}, value)`,
      }),
  ]
}

function constantText(name: string, values: readonly string[]): string {
  const list = arrayOf(values)
  const frozen = {
    flat: `${list.flat} as const`,
    broken: (indent: number) => `${list.broken(indent)} as const`,
  }
  return `${callText(`export const ${name} = /*@__PURE__*/ Object.freeze`, [frozen])}\n`
}
