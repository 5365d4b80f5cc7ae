import {
  fallbackArms,
  type TaggedDeclaration,
  taggedIn,
  unionNames,
} from '../../model/exported-names.js'
import { camelCase, pascalCase } from '../../model/names.js'
import type { TagStyle } from '../../model/shapes/tagging.js'
import type { PackageView } from '../../view/package-view.js'
import { objectKey, stringLiteral } from '../typescript/text.js'
import { code, codes, type Row } from './markdown.js'

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
    const arm =
      index === 0 ? '(payload) => JSON.stringify(payload)' : `() => ${stringLiteral(member.tag)}`
    return `    ${objectKey(member.tag)}: ${arm},\n`
  })
  const rest = shown.length < cases.length ? [`    ${otherwise}: () => 'another kind',\n`] : []
  const last = `    ${unknown}: () => 'a kind that is newer than this package',\n`
  const guard = first ? names.of(first).guard : names.guard
  const imported = [guard, names.match, `type ${union.name}`].join(', ')
  return `import { ${imported} } from ${stringLiteral(view.name)}

function ${describerOf(union)}(value: ${union.name}): string {
  return ${names.match}(value, {
${[...arms, ...rest, last].join('')}  })
}

// One kind alone: the result has its type.
const ${camelCase(`only_${first?.name ?? union.name}`)} = (values: readonly ${union.name}[]) => values.filter(${guard})`
}

/** The table of all unions: how each tells its kinds apart, and what they are. */
export function unionRows({ model }: PackageView): Row[] {
  return taggedIn(model.declarations).map((declaration) => ({
    name: declaration.name,
    style: styleText(declaration.shape.tagging),
    kinds: codes(declaration.shape.cases.map(({ tag }) => tag)),
  }))
}

function styleText(tagging: TagStyle): string {
  switch (tagging.style) {
    case 'key':
      return 'its only key'
    case 'property':
      return `\`${code(tagging.property)}\``
    case 'pair':
      return `\`${code(tagging.property)}\`, beside \`${code(tagging.content)}\``
  }
}
