import { cell, code, paragraph } from '../../../generator/src/emit/readme/markdown.js'
import { stringLiteral } from '../../../generator/src/emit/typescript/text.js'
import { asStringEnum, asTagged, enumNames } from '../../../generator/src/model/exported-names.js'
import type { Operation } from '../../../generator/src/model/operations/operation.js'
import type { Declaration } from '../../../generator/src/model/shapes/shape.js'
import { validatorName } from '../../../generator/src/view/validators.js'
import { firstSentence, type Page } from '../page.js'
import { type DescribedPackage, pathOf, referencesIn } from './described-package.js'
import { placeholderValue } from './example-values.js'
import { shapeText } from './field-table.js'

/** Types that are no tagged unions: records, aliases and enumerations. */
export function typePages(described: DescribedPackage): Page[] {
  return described.view.model.declarations.flatMap((each) =>
    asTagged(each) ? [] : [typePage(described, each)],
  )
}

function typePage(described: DescribedPackage, declaration: Declaration): Page {
  const listed = asStringEnum(declaration)
  return {
    path: pathOf(described, declaration),
    kind: listed ? 'enum' : 'type',
    title: declaration.name,
    summary: firstSentence(declaration.doc),
    package: described.view.name,
    body: [
      headText(declaration),
      listed ? enumText(described, declaration) : shapeText(described, declaration.shape),
      exampleText(described, declaration),
      validatorText(described, declaration),
      usesText(described, declaration),
    ]
      .filter((each) => each !== '')
      .join('\n\n'),
  }
}

export function headText(declaration: Declaration): string {
  const replaced = declaration.replacedBy ? ` Use \`${declaration.replacedBy}\`.` : ''
  const old = declaration.deprecated ? `**Deprecated.**${replaced}\n\n` : ''
  return `${old}${paragraph(declaration.doc ?? '')}`.trim()
}

function enumText({ view }: DescribedPackage, declaration: Declaration): string {
  const listed = asStringEnum(declaration)
  if (!listed) return ''
  const { values, guard } = enumNames(listed)
  const rows = listed.shape.values.map((value) => `- \`${code(String(value))}\``)
  const open = listed.shape.open
    ? 'The list is open: an answer may hold values that this version does not know.'
    : 'The list is closed.'
  return `${rows.join('\n')}

${open}

\`\`\`ts
import { ${[guard, values, `type ${listed.name}`].join(', ')} } from ${stringLiteral(view.name)}

function known(value: ${listed.name}): boolean {
  return ${guard}(value) // one of ${values}
}

console.log(${values}.length, known)
\`\`\``
}

function exampleText({ examples, byName }: DescribedPackage, declaration: Declaration): string {
  const real = examples.get(declaration.name)
  if (real === undefined && declaration.shape.kind !== 'record') return ''
  const value = real ?? placeholderValue(declaration.shape, byName)
  return `## Example\n\n${jsonBlock(value)}`
}

export function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(shortened(value), null, 2)}\n\`\`\``
}

const LONGEST_LIST = 2
const LONGEST_TEXT = 200

/** Lists and texts of an example, so that it fits on a page. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string' && value.length > LONGEST_TEXT) {
    return `${value.slice(0, LONGEST_TEXT)}…`
  }
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]))
}

export function validatorText({ view }: DescribedPackage, { name }: Declaration): string {
  const validator = validatorName(name)
  return `## Check a value

\`\`\`ts
import { ${validator} } from ${stringLiteral(`${view.name}/validate`)}

export function problems(value: unknown) {
  return ${validator}.check(value).map(({ path, message }) => \`\${path}: \${message}\`)
}
\`\`\``
}

/** Where a type is met: operations and other types. */
export function usesText(described: DescribedPackage, { name }: Declaration): string {
  const { byName, folder, usedBy, view } = described
  const operations = view.model.operations.flatMap((operation) => {
    const kind = operation.binding.kind === 'http' ? 'operation' : 'method'
    const shapes = shapesOf(operation).flatMap(referencesIn)
    return shapes.includes(name)
      ? [`[\`${operation.name}\`](/${folder}/${kind}s/${operation.name}.md)`]
      : []
  })
  const types = (usedBy.get(name) ?? []).flatMap((user) => {
    const declared = byName.get(user)
    return declared ? [`[\`${user}\`](/${pathOf(described, declared)}.md)`] : []
  })
  const lines = [
    ...(operations.length > 0 ? [`- operations: ${operations.join(', ')}`] : []),
    ...(types.length > 0 ? [`- types: ${types.join(', ')}`] : []),
  ]
  return lines.length > 0 ? `## Used by\n\n${lines.join('\n')}` : ''
}

function shapesOf({ input, outputs, failures }: Operation) {
  const contents = [
    ...(input.body?.contents ?? []),
    ...[...outputs, ...failures].flatMap((each) => each.contents),
  ]
  return [...input.parameters.map((each) => each.shape), ...contents.map((each) => each.shape)]
}

/** A row of a list of pages. */
export function listRow({ path, title, summary }: Page): string {
  return `- [\`${title}\`](/${path}.md)${summary === '' ? '' : `: ${cell(summary)}`}`
}
