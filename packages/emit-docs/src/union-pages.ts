import { type Case, payloadKey, type Union } from 'tagwire/emitter'
import { asTagged, type DescribedPackage, type TaggedDeclaration } from './described-package.js'
import { fieldTable } from './field-table.js'
import { linkTo, type Page, program, sections } from './page.js'
import { headText, jsonBlock, usesText, validatorText } from './type-pages.js'
import { drawUnion, styleText } from './union-drawing.js'

export function unionsOf(described: DescribedPackage): TaggedDeclaration[] {
  return described.model.declarations.flatMap((each) => asTagged(described, each) ?? [])
}

export function unionPage(
  described: DescribedPackage,
  declaration: TaggedDeclaration,
): Pick<Page, 'body' | 'drawings'> {
  const { byName, pathOf, structures } = described
  const { name, union } = declaration
  const drawing = `${pathOf(declaration).split('/').at(-1)}.svg`
  const linkOf = (type: string): string | undefined => {
    const target = byName.get(type)
    return target && linkTo(pathOf(target))
  }
  const svg = drawUnion(described, declaration, linkOf)
  return {
    drawings: [{ name: drawing, svg }],
    body: sections(
      headText(described, declaration),
      `![${name}: ${structures.markdown.cell(styleText(union.tagging))}](${drawing})`,
      inFiveWays(described, declaration),
      kindTable(described, declaration),
      union.common.length > 0 ? `## Shared fields\n\n${fieldTable(described, union.common)}` : '',
      validatorText(described, declaration),
      usesText(described, declaration),
    ),
  }
}

/**
 * The same union in five forms, which a site can show side by side. Each block of TypeScript compiles on its
 * own.
 */
function inFiveWays(described: DescribedPackage, declaration: TaggedDeclaration): string {
  const { name } = declaration
  const shown = shownCase(declaration)
  if (!shown) return ''
  const value = described.examples.get(name) ?? described.structures.sampleOfKind(name, shown.tag)
  return sections(
    '## Side by side',
    value === undefined ? '' : `### JSON\n\n${jsonBlock(value)}`,
    `### TypeScript\n\n${program(typeProgram(described, declaration))}`,
    `### Guard: one kind\n\n${program(guardProgram(described, declaration, shown))}`,
    `### Match: every kind\n\n${program(matchProgram(described, declaration))}`,
    `### Constructor\n\n${program(makeProgram(described, declaration, shown))}`,
  )
}

/** The first kind that is not deprecated. */
function shownCase({ union }: TaggedDeclaration): Case | undefined {
  return union.cases.find((each) => !each.deprecated) ?? union.cases[0]
}

function packageText({ names, structures }: DescribedPackage): string {
  return structures.stringLiteral(names.package)
}

function typeProgram(described: DescribedPackage, declaration: TaggedDeclaration): string {
  const { isNullable, name, names, union } = declaration
  const members = union.cases.map((member) => {
    const note = described.structures.commentText(layoutNote(described, declaration, member))
    return { type: names.of(member).type, note: note.replace(/\s+/g, ' ') }
  })
  const imported = members.map(({ type }) => `  ${type},\n`).join('')
  const lines = members.map(({ type, note }) => `  | ${type} // ${note}\n`)
  return `import type {
${imported}} from ${packageText(described)}

export type ${name} =
${lines.join('')}${isNullable ? '  | null\n' : ''}`.trimEnd()
}

function layoutNote(
  { structures }: DescribedPackage,
  { union }: TaggedDeclaration,
  { payload, tag }: Case,
): string {
  if (payload === undefined) return tag
  const type = structures.typeText(payload)
  const short = type.length > 50 ? '{ … }' : type
  const { tagging } = union
  switch (tagging.style) {
    case 'property':
      return `${tagging.property}: ${JSON.stringify(tag)}`
    case 'pair':
      return `${tagging.property}: ${JSON.stringify(tag)}, ${tagging.content}: ${short}`
    case 'key':
    case 'none':
      return `${tag}: ${short}`
  }
}

function guardProgram(
  described: DescribedPackage,
  { names, union }: TaggedDeclaration,
  shown: Case,
): string {
  const { guard } = names.of(shown)
  const key = shown.payload && payloadKey(union.tagging, shown)
  const access = key === undefined ? '' : described.structures.propertyAccess(key)
  return `import { ${guard} } from ${packageText(described)}

export function read(value: unknown) {
  if (${guard}(value)) return value${access}
}`
}

const MAX_ARMS = 20

/** A function that handles every kind, including future ones. */
export function matchProgram(
  described: DescribedPackage,
  { name, names, union }: TaggedDeclaration,
): string {
  const { objectKey, stringLiteral } = described.structures
  const { unknown = 'unknown', otherwise = 'otherwise' } =
    described.names.declaration(name)?.fallbackArms ?? {}
  const shown = union.cases.slice(0, MAX_ARMS)
  const arms = shown.map(({ tag }, index) => {
    const parameters = index === 0 ? '(payload, whole)' : '()'
    return `    ${objectKey(tag)}: ${parameters} => ${stringLiteral(tag)},\n`
  })
  const rest = shown.length < union.cases.length ? `    ${otherwise}: () => 'another kind',\n` : ''
  return `import { ${names.match}, type ${name} } from ${packageText(described)}

export function describe(value: ${name}): string {
  return ${names.match}(value, {
${arms.join('')}${rest}    ${unknown}: () => 'a kind that is newer than this package',
  })
}`
}

function makeProgram(
  described: DescribedPackage,
  { name, names, union }: TaggedDeclaration,
  shown: Case,
): string {
  const { dataOf, valueText } = described.structures
  const { make } = names.of(shown)
  const needed = union.common.filter((field) => field.required)
  const whole = new Map(Object.entries(Object(described.structures.sampleOfKind(name, shown.tag))))
  const shared = needed.map((field) => [field.name, whole.get(field.name)])
  const given = [
    ...(shown.payload ? ['payload'] : []),
    ...(needed.length > 0 ? [valueText(dataOf(Object.fromEntries(shared)))] : []),
  ]
  const payload = payloadType(shown, union, make)
  const imported = payload === undefined ? make : `${make}${payload.imported}`
  return `import { ${imported} } from ${packageText(described)}

export function create(${payload === undefined ? '' : `payload: ${payload.type}`}) {
  return ${make}(${given.join(', ')})
}`
}

/**
 * The parameter type of a constructor: the payload by its name, if it has one and none of its fields are left
 * out.
 */
function payloadType(
  member: Case,
  { tagging }: Union,
  make: string,
): { readonly type: string; readonly imported: string } | undefined {
  const { payload } = member
  if (payload === undefined) return undefined
  return payload.kind === 'reference' && payloadKey(tagging, member) !== undefined
    ? { type: payload.name, imported: `, type ${payload.name}` }
    : { type: `Parameters<typeof ${make}>[0]`, imported: '' }
}

function kindTable(
  { names: ofPackage, structures }: DescribedPackage,
  { name, names, union }: TaggedDeclaration,
): string {
  const { cell, code } = structures.markdown
  const { unknown = 'unknown' } = ofPackage.declaration(name)?.fallbackArms ?? {}
  const rows = union.cases.map(({ deprecated, doc = '', payload, tag }) => {
    const type = payload ? `\`${code(structures.typeText(payload))}\`` : 'none'
    return `| \`${code(tag)}\` | ${type} | ${deprecated ? '**Deprecated.** ' : ''}${cell(doc)} |`
  })
  const { match, guard, kindOf } = names
  return `## Kinds

| kind | payload | what it is |
|---|---|---|
${rows.join('\n')}

A kind that the service adds later goes to the \`${code(unknown)}\` arm of \`${match}\`. For such a value, \`${kindOf}\`
returns \`undefined\` and \`${guard}\` returns \`false\`.`
}
