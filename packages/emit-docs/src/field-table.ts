import type { Field, Shape } from 'tagwire/emitter'
import type { DescribedPackage } from './described-package.js'

/** The fields of a record as a table. */
export function fieldTable({ structures }: DescribedPackage, fields: readonly Field[]): string {
  const { markdown, typeText } = structures
  const { cell, code } = markdown
  const rows = fields.map((field) => {
    const name = `\`${code(field.required ? field.name : `${field.name}?`)}\``
    return `| ${name} | \`${code(typeText(field.shape))}\` | ${cell(remarksOf(field))} |`
  })
  return ['| field | type | what it is |', '|---|---|---|', ...rows].join('\n')
}

function remarksOf(field: Field): string {
  const replaced = field.replacedBy ? ` Use \`${field.replacedBy}\`.` : ''
  return [
    field.deprecated ? `**Deprecated.**${replaced}` : '',
    field.doc ?? '',
    field.default === undefined ? '' : `Default: \`${JSON.stringify(field.default)}\`.`,
    formatOf(field.shape),
    field.flow === 'read' ? 'Only received.' : field.flow === 'write' ? 'Only sent.' : '',
  ]
    .filter((each) => each !== '')
    .join(' ')
}

/** What a text holds, which its type does not say. */
function formatOf(shape: Shape): string {
  const inner = shape.kind === 'nullable' ? shape.shape : shape
  return inner.kind === 'scalar' && inner.format ? `Format: \`${inner.format}\`.` : ''
}

/** A shape in words: its fields, where it is a record, else its type. */
export function shapeText(described: DescribedPackage, shape: Shape): string {
  const { byName, structures } = described
  const declared = shape.kind === 'reference' ? byName.get(shape.name)?.shape : shape
  const type = `\`${structures.markdown.code(structures.typeText(shape))}\``
  if (declared?.kind !== 'record') return type
  return declared.fields.length === 0
    ? type
    : `${type}\n\n${fieldTable(described, declared.fields)}`
}
