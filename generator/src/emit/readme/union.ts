import {
  fallbackArms,
  type TaggedDeclaration,
  taggedIn,
  unionNames,
} from '../../model/exported-names.js'
import { isIdentifier, pascalCase } from '../../model/names.js'
import type { PackageView } from '../../view/package-view.js'
import { objectKey, stringLiteral } from '../typescript/text.js'

const MOST_ARMS = 20

/** The union that the README explains with: the richest whose tags are identifiers. */
export function exampleUnion({ model }: PackageView): TaggedDeclaration | undefined {
  const unions = taggedIn(model.declarations).filter((each) => !each.nullable)
  const plain = unions.filter((each) =>
    each.shape.cases.every((member) => isIdentifier(member.tag)),
  )
  const [example] = [...(plain.length > 0 ? plain : unions)].sort(
    (left, right) => right.shape.cases.length - left.shape.cases.length,
  )
  return example
}

/** `describeOperation`: what the README calls the function that tells the kinds apart. */
export function describerOf({ name }: TaggedDeclaration): string {
  return `describe${pascalCase(name)}`
}

/** A function that handles every kind of a union, and those that do not exist yet. */
export function matchSnippet(view: PackageView, union: TaggedDeclaration): string {
  const names = unionNames(union)
  const { cases } = union.shape
  const [first] = cases
  const { unknown, otherwise } = fallbackArms(union.shape)
  const shown = cases.slice(0, MOST_ARMS)
  const arms = shown.map((member, index) => {
    const parameters = index === 0 ? '(payload, whole)' : '()'
    return `    ${objectKey(member.tag)}: ${parameters} => ${stringLiteral(member.tag)},\n`
  })
  const rest = shown.length < cases.length ? [`    ${otherwise}: () => 'another one',\n`] : []
  const last = `    ${unknown}: () => 'a kind that did not exist when this package was made',\n`
  const guard = first ? names.of(first).guard : names.guard
  const imported = [guard, names.match, `type ${union.name}`].join(', ')
  return `import { ${imported} } from ${stringLiteral(view.name)}

function ${describerOf(union)}(value: ${union.name}): string {
  if (${guard}(value)) return 'one kind may be all that you look for'
  return ${names.match}(value, {
${[...arms, ...rest, last].join('')}  })
}`
}
