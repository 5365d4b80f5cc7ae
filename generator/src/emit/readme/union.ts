import { fallbackArms, type TaggedDeclaration, unionNames } from '../../model/exported-names.js'
import { pascalCase } from '../../model/names.js'
import type { PackageView } from '../../view/package-view.js'
import { objectKey, stringLiteral } from '../typescript/text.js'

const MAX_ARMS = 20

/** `describeOperation`: the README's name for a function that handles the kinds. */
export function describerOf({ name }: TaggedDeclaration): string {
  return `describe${pascalCase(name)}`
}

/** A function that handles every kind of a union, and those that do not exist yet. */
export function matchSnippet(view: PackageView, union: TaggedDeclaration): string {
  const names = unionNames(union)
  const { cases } = union.shape
  const [first] = cases
  const { unknown, otherwise } = fallbackArms(union.shape)
  const shown = cases.slice(0, MAX_ARMS)
  const arms = shown.map((member, index) => {
    const parameters = index === 0 ? '(payload, whole)' : '()'
    return `    ${objectKey(member.tag)}: ${parameters} => ${stringLiteral(member.tag)},\n`
  })
  const rest = shown.length < cases.length ? [`    ${otherwise}: () => 'another kind',\n`] : []
  const last = `    ${unknown}: () => 'a kind that is newer than this package',\n`
  const guard = first ? names.of(first).guard : names.guard
  const imported = [guard, names.match, `type ${union.name}`].join(', ')
  return `import { ${imported} } from ${stringLiteral(view.name)}

function ${describerOf(union)}(value: ${union.name}): string {
  if (${guard}(value)) return 'if this kind is all you need'
  return ${names.match}(value, {
${[...arms, ...rest, last].join('')}  })
}`
}
