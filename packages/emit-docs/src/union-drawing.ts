import type { Union } from 'tagwire/emitter'
import type { DescribedPackage, TaggedDeclaration } from './described-package.js'

const CHARACTER = 7.3
const ROW = 30
const INDENT = 40
const GAP = 20
const LEFT = 14
/** Drawings fit a window of 360 pixels, with its margins. */
const WIDEST = 324
/** The height of a type that is below its label. */
const BELOW = 22

/** The link target for the name of a payload, if it has a page. */
export type LinkTo = (type: string) => string | undefined

interface Row {
  readonly label: string
  readonly type: string
  /** The type as it is called, also if that is too long. */
  readonly name: string
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
    const type = member.payload ? typeText(member.payload) : ''
    return { label: shortened(member.tag), type: shortened(type), name: type, tag: true }
  })
  const later = 'later kinds'
  const unknown: Row = { label: 'unknown', type: later, name: later, tag: false }
  const shared = union.common.map((field): Row => {
    const label = field.required ? field.name : `${field.name}?`
    const type = typeText(field.shape)
    return { label: shortened(label), type: shortened(type), name: type, tag: false }
  })
  const heading = headingOf(name, styleText(union.tagging))
  const top = 28 + 30 + (heading.length - 1) * 18
  const branches = columnsOf([...kinds, unknown], top)
  const trunk = branches.rows.at(-1)?.y ?? top
  const below = branches.end + 16
  const fields = columnsOf(shared, below + 26)
  const width = Math.ceil(Math.max(branches.width, fields.width, ...heading.map(textWidth)) + 4)
  const height = shared.length > 0 ? fields.end - 6 : branches.end - 2
  const lines = [
    ...branches.rows.map((each) => rowText(each, linkTo, each.row === unknown)),
    ...(shared.length > 0
      ? [`<text class="u-note" x="${LEFT}" y="${below}">every kind has</text>`]
      : []),
    ...fields.rows.map((each) => rowText(each, linkTo, false)),
  ]
  const [first = '', ...more] = heading
  const note = first.slice(name.length)
  const label = `${name}, distinguished by ${styleText(union.tagging)}: ${union.cases.map(({ tag }) => tag).join(', ')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" class="union" role="group" aria-label="${escaped(label)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>${STYLE}</style>
<rect class="u-page" width="${width}" height="${height}" rx="8"/>
<text class="u-name" x="${LEFT}" y="28">${escaped(name)}<tspan class="u-note">${escaped(note)}</tspan></text>
${more.map((line, index) => `<text class="u-note" x="${LEFT}" y="${46 + index * 18}">${escaped(line)}</text>\n`).join('')}<path class="u-line" d="M ${LEFT + 8} ${top - 20} V ${trunk}"/>
${lines.join('\n')}
</svg>
`
}

/** A name and what distinguishes its kinds, in lines that fit. */
function headingOf(name: string, style: string): string[] {
  const lines: string[] = []
  for (const word of `${name}: ${style}`.split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && LEFT + textWidth(longer) <= WIDEST) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines
}

/** The width of proportional text. */
function textWidth(text: string): number {
  return text.length * 7
}

interface DrawnRow {
  readonly row: Row
  readonly y: number
  /** Where its type is. */
  readonly type: { readonly x: number; readonly y: number }
}

interface DrawnRows {
  readonly rows: readonly DrawnRow[]
  readonly width: number
  /** Where the next row would be. */
  readonly end: number
}

/** Types are in a column beside the labels; one that does not fit there is right after its label, or else below it. */
function columnsOf(rows: readonly Row[], top: number): DrawnRows {
  const column = INDENT + Math.max(0, ...rows.map((row) => widthOf(row.label))) + GAP
  let [y, width] = [top, 0]
  const found = rows.map((row): DrawnRow => {
    const own = y
    const length = row.type.length * CHARACTER
    const x = [column, INDENT + widthOf(row.label) + GAP].find((each) => each + length <= WIDEST)
    y += x === undefined ? ROW + BELOW : ROW
    const type = x === undefined ? { x: INDENT + 8, y: own + BELOW + 2 } : { x, y: own }
    width = Math.max(width, INDENT + widthOf(row.label), type.x + length)
    return { row, y: own, type }
  })
  return { rows: found, width, end: y }
}

function rowText({ row, y, type }: DrawnRow, linkTo: LinkTo, dashed: boolean): string {
  const width = widthOf(row.label)
  const branch = row.tag || dashed
  const line = branch ? `<path class="u-line" d="M ${LEFT + 8} ${y} H ${INDENT}"/>` : ''
  const shape = dashed ? 'u-later' : row.tag ? 'u-kind' : 'u-field'
  const box = `<rect class="${shape}" x="${INDENT}" y="${y - 12}" width="${width}" height="24" rx="5"/>`
  const label = `<text class="u-code" x="${INDENT + 8}" y="${y + 4.5}">${escaped(row.label)}</text>`
  if (row.type === '') return line + box + label
  const text = `<text class="${dashed ? 'u-note' : 'u-type'}" x="${type.x}" y="${type.y + 4.5}">${escaped(row.type)}</text>`
  const lead =
    type.y === y ? `<path class="u-dots" d="M ${INDENT + width + 6} ${y} H ${type.x - 8}"/>` : ''
  const href = dashed ? undefined : linkTo(row.name)
  const linked = href === undefined ? text : `<a href="${escaped(href)}">${text}</a>`
  return line + box + label + lead + linked
}

/** The most characters of a line that has a box of its own. */
const MOST_CHARACTERS = Math.floor((WIDEST - INDENT - 16) / CHARACTER)

function shortened(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text
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
