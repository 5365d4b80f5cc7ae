import type { Field, Shape } from 'tagwire/emitter'
import type { DescribedPackage } from './described-package.js'
import { sections } from './page.js'

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
    field.flow === 'read' ? 'Read-only.' : field.flow === 'write' ? 'Write-only.' : '',
  ]
    .filter((each) => each !== '')
    .join(' ')
}

/** The format of a string, which its type does not show. */
function formatOf(shape: Shape): string {
  const inner = shape.kind === 'nullable' ? shape.shape : shape
  return inner.kind === 'scalar' && inner.format ? `Format: \`${inner.format}\`.` : ''
}

/** A shape as Markdown: its type, and for a record the table of its fields. */
export function shapeText(described: DescribedPackage, shape: Shape): string {
  const { byName, structures } = described
  const declared = shape.kind === 'reference' ? byName.get(shape.name)?.shape : shape
  const table =
    declared?.kind === 'record' && declared.fields.length > 0
      ? fieldTable(described, declared.fields)
      : ''
  // The table already shows it.
  if (shape.kind === 'record' && table !== '') return table
  // Only cells of tables need bars escaped.
  const type = structures.markdown.code(structures.typeText(shape)).replaceAll('\\|', '|')
  return sections(`\`${type}\``, table)
}
