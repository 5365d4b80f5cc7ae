import type { Declaration, Operation } from 'tagwire/emitter'
import type { DescribedPackage } from './described-package.js'
import { shapeText } from './field-table.js'
import { linkTo, type Page, program, sections } from './page.js'

/** The page of a type that is no tagged union: a record, an alias or an enumeration. */
export function typePage(
  described: DescribedPackage,
  declaration: Declaration,
): Pick<Page, 'body'> {
  const listed = enumText(described, declaration)
  return {
    body: sections(
      headText(described, declaration),
      listed === '' ? shapeText(described, declaration.shape) : listed,
      exampleText(described, declaration),
      validatorText(described, declaration),
      usesText(described, declaration),
    ),
  }
}

export function headText({ structures }: DescribedPackage, declaration: Declaration): string {
  const { doc = '', deprecated, replacedBy } = declaration
  const replaced = replacedBy ? ` Use \`${replacedBy}\`.` : ''
  return sections(
    deprecated ? `**Deprecated.**${replaced}` : '',
    structures.markdown.paragraph(doc),
  )
}

function enumText({ names, structures }: DescribedPackage, { name, shape }: Declaration): string {
  const listed = names.declaration(name)?.enumeration
  const inner = shape.kind === 'nullable' ? shape.shape : shape
  if (!listed || inner.kind !== 'enumeration') return ''
  const { values, guard } = listed
  const rows = inner.values.map((value) => `- \`${structures.markdown.code(String(value))}\``)
  const from = structures.stringLiteral(names.package)
  return sections(
    rows.join('\n'),
    inner.open
      ? 'Open: a response may contain values that this version does not know.'
      : 'Closed: there are no other values.',
    program(`import { ${[guard, values, `type ${name}`].join(', ')} } from ${from}

export function isKnown(value: ${name}): boolean {
  return ${guard}(value) // one of ${values}
}

console.log(${values}.join())`),
  )
}

function exampleText(described: DescribedPackage, { name, shape }: Declaration): string {
  const { structures } = described
  const real = described.examples.get(name)
  if (real !== undefined) return `## Example\n\n${jsonBlock(real)}`
  // An example of a record without required fields would be empty.
  const needsNothing = shape.kind === 'record' && !shape.fields.some((field) => field.required)
  if (shape.kind !== 'record' || needsNothing) return ''
  const made = structures.sampleOf(name)
  return made === undefined ? '' : `## Example\n\n${jsonBlock(made)}`
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

export function validatorText(described: DescribedPackage, { name }: Declaration): string {
  const { names, structures } = described
  const validator = names.declaration(name)?.validator
  if (validator === undefined || !names.parts.includes('validate')) return ''
  return `## Validate a value\n\n${program(`import { ${validator} } from ${structures.stringLiteral(`${names.package}/validate`)}

export function problems(value: unknown) {
  return ${validator}.check(value).map(({ path, message }) => \`\${path}: \${message}\`)
}`)}`
}

/** The operations and other types that use a type. */
export function usesText(described: DescribedPackage, { name }: Declaration): string {
  const { byName, operationsOf, pathOf, usedBy } = described
  const operations = operationsOf.get(name) ?? []
  const types = (usedBy.get(name) ?? []).flatMap((user) => byName.get(user) ?? [])
  const link = (each: Declaration | Operation): string =>
    `[\`${each.name}\`](${linkTo(pathOf(each))})`
  const lines = [
    ...(operations.length > 0 ? [`- operations: ${operations.map(link).join(', ')}`] : []),
    ...(types.length > 0 ? [`- types: ${types.map(link).join(', ')}`] : []),
  ]
  return lines.length > 0 ? `## Used by\n\n${lines.join('\n')}` : ''
}
