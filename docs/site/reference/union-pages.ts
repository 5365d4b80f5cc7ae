import { cell, code } from '../../../generator/src/emit/readme/markdown.js'
import { matchSnippet } from '../../../generator/src/emit/readme/union.js'
import { stringLiteral } from '../../../generator/src/emit/typescript/text.js'
import { valueText } from '../../../generator/src/emit/typescript/value-text.js'
import {
  type TaggedDeclaration,
  taggedIn,
  unionNames,
} from '../../../generator/src/model/exported-names.js'
import type { Case } from '../../../generator/src/model/shapes/shape.js'
import { dataOf } from '../../../generator/src/view/value.js'
import { firstSentence, type Page } from '../page.js'
import { type DescribedPackage, pathOf, plainType } from './described-package.js'
import { placeholderCase, placeholderValue } from './example-values.js'
import { fieldTable } from './field-table.js'
import { headText, jsonBlock, usesText, validatorText } from './type-pages.js'
import { drawUnion, styleText } from './union-drawing.js'

export function unionPages(described: DescribedPackage): Page[] {
  return taggedIn(described.view.model.declarations).map((each) => unionPage(described, each))
}

function unionPage(described: DescribedPackage, union: TaggedDeclaration): Page {
  const { name, shape } = union
  const drawing = `${name}.svg`
  const linkTo = (type: string): string | undefined => {
    const target = described.byName.get(type)
    return target ? `/${pathOf(described, target)}.md` : undefined
  }
  return {
    path: pathOf(described, union),
    kind: 'union',
    title: name,
    summary: firstSentence(union.doc) || `A union of ${shape.cases.length} kinds.`,
    package: described.view.name,
    drawings: [{ name: drawing, svg: drawUnion(name, shape, linkTo) }],
    body: [
      headText(union),
      `![${name}: ${styleText(shape.tagging)}](${drawing})`,
      sideBySide(described, union),
      kindTable(union),
      shape.common.length > 0 ? `## What every kind has\n\n${fieldTable(shape.common)}` : '',
      validatorText(described, union),
      usesText(described, union),
    ]
      .filter((each) => each !== '')
      .join('\n\n'),
  }
}

/** The same union in five ways. Each block of TypeScript compiles by itself. */
function sideBySide(described: DescribedPackage, union: TaggedDeclaration): string {
  const shown = shownCase(union)
  if (!shown) return ''
  const { examples, byName, view } = described
  const real = examples.get(union.name)
  const value = real ?? placeholderCase(union.shape, shown.tag, byName)
  return [
    `## On the wire\n\n${jsonBlock(value)}`,
    `## Type\n\n${typeBlock(described, union)}`,
    `## One kind: guard\n\n${guardBlock(described, union, shown)}`,
    `## Every kind: match\n\n\`\`\`ts\n${matchSnippet(view, union)}\n\`\`\``,
    `## Make one\n\n${makeBlock(described, union, shown)}`,
  ].join('\n\n')
}

/** The first kind that is not on its way out. */
function shownCase({ shape }: TaggedDeclaration): Case | undefined {
  return shape.cases.find((each) => !each.deprecated) ?? shape.cases[0]
}

function typeBlock({ view }: DescribedPackage, union: TaggedDeclaration): string {
  const names = unionNames(union)
  const members = union.shape.cases.map((member) => {
    const type = names.of(member).type
    return { type, payload: member.payload ? plainType(member.payload) : undefined, member }
  })
  const imported = members.map(({ type }) => `  ${type},\n`).join('')
  const lines = members.map(({ type, payload, member }) => {
    const note = payload === undefined ? member.tag : layoutNote(union, member, payload)
    return `  | ${type} // ${note}\n`
  })
  const nullable = union.nullable ? '  | null\n' : ''
  return `\`\`\`ts
import type {
${imported}} from ${stringLiteral(view.name)}

export type ${union.name} =
${lines.join('')}${nullable}\`\`\``
}

function layoutNote({ shape }: TaggedDeclaration, member: Case, payload: string): string {
  const short = payload.length > 50 ? '{ … }' : payload
  const { tagging } = shape
  if (tagging.style === 'property') return `${tagging.property}: ${JSON.stringify(member.tag)}`
  if (tagging.style === 'pair') {
    return `${tagging.property}: ${JSON.stringify(member.tag)}, ${tagging.content}: ${short}`
  }
  return `${member.tag}: ${short}`
}

function guardBlock({ view }: DescribedPackage, union: TaggedDeclaration, shown: Case): string {
  const { guard } = unionNames(union).of(shown)
  return `\`\`\`ts
import { ${guard} } from ${stringLiteral(view.name)}

export function read(value: unknown) {
  if (${guard}(value)) return ${payloadAccess(union, shown)}
}
\`\`\``
}

function payloadAccess({ shape }: TaggedDeclaration, { tag, payload }: Case): string {
  const { tagging } = shape
  if (!payload || tagging.style === 'property') return 'value'
  return `value[${stringLiteral(tagging.style === 'pair' ? tagging.content : tag)}]`
}

function makeBlock(described: DescribedPackage, union: TaggedDeclaration, shown: Case): string {
  const { byName, view } = described
  const { make } = unionNames(union).of(shown)
  const needed = union.shape.common.filter((field) => field.required)
  const shared = Object.fromEntries(
    needed.map((field) => [field.name, placeholderValue(field.shape, byName)]),
  )
  const given = [
    ...(shown.payload ? ['payload'] : []),
    ...(needed.length > 0 ? [valueText(dataOf(shared))] : []),
  ]
  const payload = shown.payload ? `payload: Parameters<typeof ${make}>[0]` : ''
  return `\`\`\`ts
import { ${make} } from ${stringLiteral(view.name)}

export function create(${payload}) {
  return ${make}(${given.join(', ')})
}
\`\`\``
}

function kindTable(union: TaggedDeclaration): string {
  const rows = union.shape.cases.map((member) => {
    const payload = member.payload ? `\`${code(plainType(member.payload))}\`` : 'none'
    const doc = `${member.deprecated ? '**Deprecated.** ' : ''}${member.doc ?? ''}`
    return `| \`${code(member.tag)}\` | ${payload} | ${cell(doc)} |`
  })
  const { match, guard, kindOf } = unionNames(union)
  return `## Kinds

| kind | payload | what it is |
|---|---|---|
${rows.join('\n')}

A kind that a later version of the service adds reaches \`unknown\` of \`${match}\`; \`${kindOf}\` gives
\`undefined\` for it, \`${guard}\` gives \`false\`.`
}
