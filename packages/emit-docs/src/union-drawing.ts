import type { Union } from 'tagwire/emitter'
import type { DescribedPackage, TaggedDeclaration } from './described-package.js'

const CHARACTER = 7.3
const ROW = 30
const INDENT = 40
const GAP = 28
const LEFT = 14

/** The link target for the name of a payload, if it has a page. */
export type LinkTo = (type: string) => string | undefined

interface Row {
  readonly label: string
  readonly type: string
  readonly tag: boolean
}

/**
 * Draws a tagged union as a tree: the tag, one branch for each kind with its payload, and below them the
 * fields that all kinds share. Colours follow the page, or the system if the drawing is opened on its own.
 */
export function drawUnion(
  { structures }: DescribedPackage,
  { name, union }: TaggedDeclaration,
  linkTo: LinkTo,
): string {
  const { typeText } = structures
  const kinds = union.cases.map((member): Row => {
    const type = member.payload ? payloadName(typeText(member.payload)) : ''
    return { label: member.tag, type, tag: true }
  })
  const unknown: Row = { label: 'unknown', type: 'kinds of later versions', tag: false }
  const shared = union.common.map((field): Row => {
    const label = field.required ? field.name : `${field.name}?`
    return { label, type: payloadName(typeText(field.shape)), tag: false }
  })
  const rows = [...kinds, unknown]
  const column = columnOf(rows)
  const sharedColumn = columnOf(shared)
  const heading = `${name}: ${styleText(union.tagging)}`
  const width = Math.ceil(
    Math.max(endOf(rows, column), endOf(shared, sharedColumn), LEFT + heading.length * 7) + 12,
  )
  const top = 58
  const trunk = top + (rows.length - 1) * ROW
  const below = trunk + 46
  const height = shared.length > 0 ? below + 20 + shared.length * ROW : trunk + 28
  const lines = [
    ...rows.map((row, index) => rowText(row, top + index * ROW, column, linkTo, row === unknown)),
    ...(shared.length > 0
      ? [`<text class="u-note" x="${LEFT}" y="${below}">every kind has</text>`]
      : []),
    ...shared.map((row, index) =>
      rowText(row, below + 26 + index * ROW, sharedColumn, linkTo, false),
    ),
  ]
  const label = `${name}, distinguished by ${styleText(union.tagging)}: ${union.cases.map(({ tag }) => tag).join(', ')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" class="union" role="group" aria-label="${escaped(label)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>${STYLE}</style>
<rect class="u-page" width="${width}" height="${height}" rx="8"/>
<text class="u-name" x="${LEFT}" y="28">${escaped(name)}<tspan class="u-note">: ${escaped(styleText(union.tagging))}</tspan></text>
<path class="u-line" d="M ${LEFT + 8} 38 V ${trunk}"/>
${lines.join('\n')}
</svg>
`
}

/** Where the types of rows start: after the longest label. */
function columnOf(rows: readonly Row[]): number {
  return INDENT + Math.max(0, ...rows.map((row) => widthOf(row.label))) + GAP
}

function endOf(rows: readonly Row[], column: number): number {
  return column + Math.max(0, ...rows.map((row) => row.type.length * CHARACTER))
}

function rowText(row: Row, y: number, column: number, linkTo: LinkTo, dashed: boolean): string {
  const width = widthOf(row.label)
  const branch = row.tag || dashed
  const line = branch ? `<path class="u-line" d="M ${LEFT + 8} ${y} H ${INDENT}"/>` : ''
  const shape = dashed ? 'u-later' : row.tag ? 'u-kind' : 'u-field'
  const box = `<rect class="${shape}" x="${INDENT}" y="${y - 12}" width="${width}" height="24" rx="5"/>`
  const label = `<text class="u-code" x="${INDENT + 8}" y="${y + 4.5}">${escaped(row.label)}</text>`
  const type = `<text class="${dashed ? 'u-note' : 'u-type'}" x="${column}" y="${y + 4.5}">${escaped(row.type)}</text>`
  const lead =
    row.type === '' ? '' : `<path class="u-dots" d="M ${INDENT + width + 6} ${y} H ${column - 8}"/>`
  const href = dashed ? undefined : linkTo(row.type)
  const linked = href === undefined ? type : `<a href="${escaped(href)}">${type}</a>`
  return line + box + label + lead + (row.type === '' ? '' : linked)
}

/** The label of an inline type in a drawing. */
function payloadName(type: string): string {
  return type.length > 44 ? `${type.slice(0, 42)}…` : type
}

function widthOf(label: string): number {
  return Math.ceil(label.length * CHARACTER + 16)
}

/** Describes what distinguishes the kinds of a union. */
export function styleText(tagging: Union['tagging']): string {
  switch (tagging.style) {
    case 'key':
      return 'exactly one of these keys'
    case 'property':
      return `“${tagging.property}” names the kind`
    case 'pair':
      return `“${tagging.property}” names the kind, “${tagging.content}” contains it`
    case 'none':
      return 'nothing names the kind'
  }
}

const STYLE = `.union{--u-page:#fff;--u-ink:#1c2024;--u-soft:#5f6770;--u-line:#aab2bb;--u-kind:#dcebff;--u-edge:#2f6fd0;--u-link:#1a56b0}
@media(prefers-color-scheme:dark){.union{--u-page:#14171a;--u-ink:#e8ebee;--u-soft:#a3acb5;--u-line:#59626c;--u-kind:#17304f;--u-edge:#6aa5f5;--u-link:#8fbcff}}
.u-page{fill:var(--u-page)}.u-line,.u-dots{stroke:var(--u-line);fill:none}.u-dots{stroke-dasharray:1 4}
.u-kind{fill:var(--u-kind);stroke:var(--u-edge)}.u-later{fill:none;stroke:var(--u-edge);stroke-dasharray:4 3}.u-field{fill:none;stroke:var(--u-line)}
.union text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;fill:var(--u-ink)}
.union .u-name{font:600 14px system-ui,sans-serif}.union .u-note{font:400 13px system-ui,sans-serif;fill:var(--u-soft)}.union a .u-type{fill:var(--u-link);text-decoration:underline}`

function escaped(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
